import { isIPv6 } from 'node:net';
import type { Attempt, Pace } from '../store/attempts.ts';
import type { AccountContext } from './context.ts';

/** Who tries what. */
export interface SignInAttempt {
  email: string;
  address: string;
  /** The name of a browser that has signed in to this account before. */
  device?: string | undefined;
}

const MINUTE_MS = 60 * 1000;

/**
 * So many tries at once, then one each interval. They live in the store, so that they hold over threads and nodes.
 * A browser that has been signed in before has a count of its own and passes the others: whatever strangers try, the owner
 * gets in.
 */
const PACES = {
  /** One address that guesses the password of one account. */
  pair: { burst: 6, intervalMs: 2 * MINUTE_MS },
  /** Many addresses that guess the password of one account. */
  account: { burst: 40, intervalMs: MINUTE_MS },
  /** One address that guesses passwords of many accounts. An office may share it. */
  address: { burst: 30, intervalMs: MINUTE_MS },
  device: { burst: 12, intervalMs: MINUTE_MS },
  /** Sign-ups and links by mail: each may cost somebody else a mail. */
  mailsOfAddress: { burst: 15, intervalMs: 4 * MINUTE_MS },
  mailsToAccount: { burst: 4, intervalMs: 15 * MINUTE_MS },
} satisfies Record<string, Pace>;

type PaceName = keyof typeof PACES;
type Context = Pick<AccountContext, 'store' | 'secret' | 'clock'>;

/** Counts a try to sign in; the milliseconds to wait when it is one too many, else 0. What is refused is not written. */
export async function countAttempt(context: Context, tried: SignInAttempt): Promise<number> {
  const { store, clock } = context;
  const attempts = attemptsOf(context, tried);
  const waitMs = await store.attempts.findWait(attempts, clock());
  if (waitMs > 0) return waitMs;
  // Others may have tried since. The address comes first: whoever sends many tries at once fails there.
  for (const [i, attempt] of attempts.entries()) {
    const wait = await store.attempts.take(attempt, clock());
    if (wait === 0) continue;
    await giveBack(context, attempts.slice(0, i));
    return wait;
  }
  return 0;
}

/** After the right password: what was tried before was the owner's own mistake. */
export async function clearAttempts(context: Context, tried: SignInAttempt): Promise<void> {
  const attempts = attemptsOf(context, tried);
  const own = attempts.pop();
  if (own) await context.store.attempts.remove(own.name);
  await giveBack(context, attempts);
}

/** Counts a form that may cause a mail; the milliseconds to wait when this address sent too many. */
export function countMailForm(context: Context, address: string): Promise<number> {
  return takeOne(context, 'mailsOfAddress', networkOf(address));
}

/** Whether this mailbox may get another mail that anybody can cause. Nobody is told. */
export async function isMailAllowed(context: Context, email: string): Promise<boolean> {
  return (await takeOne(context, 'mailsToAccount', email)) === 0;
}

function takeOne(context: Context, pace: PaceName, who: string): Promise<number> {
  return context.store.attempts.take(attemptOf(context, pace, who), context.clock());
}

/** The count that nobody else shares is the last one. */
function attemptsOf(context: Context, { email, address, device }: SignInAttempt): Attempt[] {
  if (device !== undefined) return [attemptOf(context, 'device', device)];
  const network = networkOf(address);
  return [
    attemptOf(context, 'address', network),
    attemptOf(context, 'account', email),
    attemptOf(context, 'pair', `${email} ${network}`),
  ];
}

async function giveBack({ store }: Context, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) await store.attempts.giveBack(attempt);
}

function attemptOf({ secret }: Context, pace: PaceName, who: string): Attempt {
  return { name: secret.digest(`attempt ${pace} ${who}`), pace: PACES[pace] };
}

/** One household has a whole /64 of IPv6 addresses to try from. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.toLowerCase().startsWith('::ffff:')) return address.replace(/^::ffff:/i, '');
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')]
    .slice(0, 4)
    .join(':');
}

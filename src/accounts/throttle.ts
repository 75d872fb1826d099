import { isIPv6 } from 'node:net';
import type { Pace } from '../store/attempts.ts';
import type { AccountContext } from './context.ts';

/** Who tries what. */
export interface Try {
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

/** Counts a try to sign in; the milliseconds to wait when it is one too many, else 0. */
export async function takeTry(context: Context, tried: Try): Promise<number> {
  const taken: Place[] = [];
  for (const place of placesOf(context, tried)) {
    const wait = await context.store.attempts.take(place.name, PACES[place.pace], context.clock());
    if (wait > 0) {
      await giveBack(context, taken);
      return wait;
    }
    taken.push(place);
  }
  return 0;
}

/** After the right password: what was tried before was the owner's own mistake. */
export async function forgetTries(context: Context, tried: Try): Promise<void> {
  const [own, ...shared] = placesOf(context, tried);
  if (own) await context.store.attempts.remove(own.name);
  await giveBack(context, shared);
  await context.store.attempts.removeDone(context.clock());
}

/** Counts a form that may cause a mail; the milliseconds to wait when this address sent too many. */
export function takeForm(context: Context, address: string): Promise<number> {
  return takeOne(context, 'mailsOfAddress', networkOf(address));
}

/** Whether this mailbox may get another mail that anybody can cause. Nobody is told. */
export async function mayMail(context: Context, email: string): Promise<boolean> {
  return (await takeOne(context, 'mailsToAccount', email)) === 0;
}

interface Place {
  pace: PaceName;
  name: Buffer;
}

function takeOne(context: Context, pace: PaceName, who: string): Promise<number> {
  return context.store.attempts.take(nameOf(context, pace, who), PACES[pace], context.clock());
}

/** The caller's own count first. */
function placesOf(context: Context, { email, address, device }: Try): Place[] {
  const place = (pace: PaceName, who: string) => ({ pace, name: nameOf(context, pace, who) });
  if (device !== undefined) return [place('device', device)];
  const network = networkOf(address);
  return [place('pair', `${email} ${network}`), place('account', email), place('address', network)];
}

async function giveBack({ store }: Context, places: readonly Place[]): Promise<void> {
  for (const { pace, name } of places) await store.attempts.giveBack(name, PACES[pace]);
}

function nameOf({ secret }: Context, pace: PaceName, who: string): Buffer {
  return secret.digest(`attempt ${pace} ${who}`);
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

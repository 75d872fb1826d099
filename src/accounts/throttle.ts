import { networkOf } from '../network.ts';
import type { AttemptCounter, AttemptLimit } from '../store/attempts.ts';
import type { AccountContext } from './context.ts';

interface SignInAttempt {
  email: string;
  address: string;
  /** The device cookie of a browser that has signed in to this account before. */
  device?: string | undefined;
}

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * `burst` attempts at once, then one per interval. The counts are in the store, so that they hold across threads and nodes.
 * A browser with a device cookie has its own count and skips the others, so that attacks on an account do not lock out its
 * owner.
 */
const LIMITS = {
  /** One IP address guesses the password of one account. */
  pair: { burst: 6, intervalMs: 2 * MINUTE_MS },
  /** Many IP addresses guess the password of one account. */
  account: { burst: 40, intervalMs: MINUTE_MS },
  /** One IP address guesses passwords of many accounts. An office may share it. */
  address: { burst: 30, intervalMs: MINUTE_MS },
  device: { burst: 12, intervalMs: MINUTE_MS },
  /** Correct passwords: each costs as much as a wrong one, and makes a session. */
  successesOfAccount: { burst: 30, intervalMs: MINUTE_MS },
  successesFromAddress: { burst: 100, intervalMs: MINUTE_MS / 6 },
  /** Sign-ups and links by email: each may send an email to somebody else. */
  mailsFromAddress: { burst: 15, intervalMs: 4 * MINUTE_MS },
  mailsToAccount: { burst: 4, intervalMs: 15 * MINUTE_MS },
  /** Changes of games that somebody proposes. Each is checked, and takes an operator's time. */
  proposalsOfAccount: { burst: 30, intervalMs: 30 * MINUTE_MS },
  /** A school may share it. */
  proposalsFromAddress: { burst: 100, intervalMs: 10 * MINUTE_MS },
  /** A deleted account cannot be made again at once, with a new quota. */
  deletedAccount: { burst: 1, intervalMs: DAY_MS },
} satisfies Record<string, AttemptLimit>;

type LimitName = keyof typeof LIMITS;
type Context = Pick<AccountContext, 'store' | 'secret' | 'clock'>;

/** Counts an attempt to sign in. Returns the milliseconds to wait if it is refused, else 0. Refused attempts are not counted. */
export async function countAttempt(context: Context, attempt: SignInAttempt): Promise<number> {
  const { store, clock } = context;
  const counters = countersOf(context, attempt);
  const waitMs = await store.attempts.getWaitMs([...counters, ...successCounters(context, attempt)], clock());
  if (waitMs > 0) return waitMs;
  // Concurrent attempts may have been counted since. The IP address comes first: parallel guesses fail there.
  for (const [i, counter] of counters.entries()) {
    const wait = await store.attempts.count(counter, clock());
    if (wait === 0) continue;
    await uncountAll(context, counters.slice(0, i));
    return wait;
  }
  return 0;
}

/** Call it after the correct password: earlier attempts were the owner's typing errors. Counts the success instead. */
export async function clearAttempts(context: Context, attempt: SignInAttempt): Promise<void> {
  for (const counter of successCounters(context, attempt)) await context.store.attempts.count(counter, context.clock());
  const counters = countersOf(context, attempt);
  const own = counters.pop();
  if (own) await context.store.attempts.remove(own.name);
  await uncountAll(context, counters);
}

/** Counts a form that may send an email. Returns the milliseconds to wait if this IP address sent too many. */
export function countMailForm(context: Context, address: string): Promise<number> {
  return countOne(context, 'mailsFromAddress', networkOf(address));
}

/** Counts a sign-up. Returns the milliseconds to wait if this IP address had too many, else 0. */
export async function countSignUp(context: Context & Pick<AccountContext, 'config'>, address: string): Promise<number> {
  const perDay = context.config.sign_ups_per_day;
  if (perDay === null) return 0;
  const limit = { burst: perDay, intervalMs: DAY_MS / perDay };
  const name = nameOf(context, 'signUp', networkOf(address));
  return context.store.attempts.count({ name, limit }, context.clock());
}

/** Counts a change that an account proposes. Returns the milliseconds to wait if there were too many, else 0. */
export async function countProposal(context: Context, accountId: number, address: string): Promise<number> {
  const wait = await countOne(context, 'proposalsOfAccount', String(accountId));
  return wait > 0 ? wait : countOne(context, 'proposalsFromAddress', networkOf(address));
}

/** Call it when the owner deletes an account. */
export async function holdDeletedAddress(context: Context, email: string): Promise<void> {
  await countOne(context, 'deletedAccount', email);
}

/** The milliseconds until an address whose account was deleted can sign up again, or 0. */
export function deletedAddressWaitMs(context: Context, email: string): Promise<number> {
  return context.store.attempts.getWaitMs([counterOf(context, 'deletedAccount', email)], context.clock());
}

/** Whether an email that anybody can trigger may still go to this mailbox. */
export async function isMailAllowed(context: Context, email: string): Promise<boolean> {
  return (await countOne(context, 'mailsToAccount', email)) === 0;
}

function countOne(context: Context, limit: LimitName, subject: string): Promise<number> {
  return context.store.attempts.count(counterOf(context, limit, subject), context.clock());
}

/** The last one is the most specific. */
function countersOf(context: Context, { email, address, device }: SignInAttempt): AttemptCounter[] {
  if (device !== undefined) return [counterOf(context, 'device', device)];
  const network = networkOf(address);
  return [
    counterOf(context, 'address', network),
    counterOf(context, 'account', email),
    counterOf(context, 'pair', `${email} ${network}`),
  ];
}

function successCounters(context: Context, { email, address }: SignInAttempt): AttemptCounter[] {
  return [
    counterOf(context, 'successesOfAccount', email),
    counterOf(context, 'successesFromAddress', networkOf(address)),
  ];
}

async function uncountAll({ store }: Context, counters: readonly AttemptCounter[]): Promise<void> {
  for (const counter of counters) await store.attempts.uncount(counter);
}

function counterOf(context: Context, limit: LimitName, subject: string): AttemptCounter {
  return { name: nameOf(context, limit, subject), limit: LIMITS[limit] };
}

function nameOf({ secret }: Context, limit: string, subject: string): Buffer {
  return secret.digest(`attempt ${limit} ${subject}`);
}

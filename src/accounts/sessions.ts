import type { Account } from '../store/service-tables.ts';
import type { AccountContext } from './context.ts';
import { randomText } from './random-text.ts';

export interface SignedInUser {
  account: Account;
  sessionId: number;
}

type Context = Pick<AccountContext, 'store' | 'secret' | 'config' | 'clock'>;

const DAY_MS = 24 * 3600 * 1000;
/** The browsers of one account. */
const MAX_SESSIONS = 50;
/** `seenAt` is updated at most this often, not with every page. */
const SEEN_MS = 3600 * 1000;

/** Patterns in User-Agent, specific ones first: most browsers also claim to be others. */
const BROWSERS = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

/** Always issues a new token, which prevents session fixation. */
export async function startSession(context: Context, accountId: number, agent: string): Promise<string> {
  const { store, secret, clock } = context;
  const token = randomText();
  const now = clock();
  await store.sessions.removeExpired(now);
  await store.sessions.add(digestOf(secret, token), {
    accountId,
    createdAt: now,
    seenAt: now,
    expiresAt: now + sessionMs(context),
    agent: describeAgent(agent),
  });
  await store.sessions.removeOldest(accountId, MAX_SESSIONS);
  return token;
}

export async function findSignedInUser(context: Context, token: string): Promise<SignedInUser | undefined> {
  const { store, secret, clock } = context;
  const session = await store.sessions.find(digestOf(secret, token));
  const now = clock();
  if (!session || session.expiresAt <= now) return undefined;
  const account = await store.accounts.findAccountById(session.accountId);
  if (!account || account.suspendedAt !== null) return undefined;
  if (now - session.seenAt > SEEN_MS) await store.sessions.renew(session.sessionId, now, now + sessionMs(context));
  return { account, sessionId: session.sessionId };
}

function sessionMs({ config }: Pick<Context, 'config'>): number {
  return config.session_days * DAY_MS;
}

/** `Firefox on Linux`, for the list of sessions. */
function describeAgent(agent: string): string {
  const find = (table: typeof BROWSERS | typeof SYSTEMS) => table.find(([pattern]) => pattern.test(agent))?.[1];
  const system = find(SYSTEMS);
  return `${find(BROWSERS) ?? 'A browser'}${system ? ` on ${system}` : ''}`;
}

function digestOf(secret: Context['secret'], token: string): Buffer {
  return secret.digest(`session ${token}`);
}

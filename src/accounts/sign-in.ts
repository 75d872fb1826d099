import type { Account } from '../store/service-tables.ts';
import { normalizeEmail } from './accounts.ts';
import type { AccountContext } from './context.ts';
import { issueKey } from './keys.ts';
import { accountExistsMail, confirmSignUpMail, recentlyDeletedMail } from './mail.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { randomText } from './secret.ts';
import { clearAttempts, countAttempt, deletedAddressWaitMs, isMailAllowed } from './throttle.ts';
import { makeToken, type ParsedToken, type TokenContents, useToken } from './tokens.ts';

export interface ClientInfo {
  address: string;
  agent: string;
  /** The device cookie from an earlier sign-in, if any. */
  device?: string | undefined;
}

export interface SignInCookies {
  session: string;
  device: string;
}

interface SignedIn {
  outcome: 'signedIn';
  /** To set in the browser. */
  cookies: SignInCookies;
}

type SignIn =
  | SignedIn
  | { outcome: 'wrongPassword' | 'suspended' | 'invalidLink' }
  /** `recentlyDeleted`: the owner of the address deleted its account, and cannot sign up again yet. */
  | { outcome: 'throttled' | 'recentlyDeleted'; waitMs: number };

/** An unknown address, an account without a password and a wrong password take the same code path and time. */
export async function signIn(
  context: AccountContext,
  given: { email: string; password: string },
  client: ClientInfo,
): Promise<SignIn> {
  const email = normalizeEmail(given.email) ?? '';
  const account = await context.store.accounts.findAccount(email);
  const checked = await checkThrottled(context, { email, account, password: given.password }, client);
  if (checked !== 'correct') return checked;
  // Only a correct password reveals the suspension.
  if (!account || account.suspendedAt !== null) return { outcome: 'suspended' };
  return completeSignIn(context, account, client);
}

export async function completeSignIn(context: AccountContext, account: Account, client: ClientInfo): Promise<SignedIn> {
  const session = await startSession(context, account.accountId, client.agent);
  const device =
    findDevice(context, account, client) ?? context.secret.sign(`device ${account.accountId}`, randomText());
  return { outcome: 'signedIn', cookies: { session, device } };
}

/**
 * The device cookie of the browser, if it is valid for this account. It marks a browser that has signed in before: that has its
 * own throttle, and no other right. The id of a removed account is never given again.
 */
function findDevice({ secret }: AccountContext, { accountId }: Account, { device }: ClientInfo): string | undefined {
  return device !== undefined && secret.isSigned(`device ${accountId}`, device) ? device : undefined;
}

/** Checks a password, also that of a signed-in account, unless there were too many attempts. */
export async function checkThrottled(
  context: AccountContext,
  { email, account, password }: { email: string; account: Account | undefined; password: string },
  client: ClientInfo,
): Promise<'correct' | SignIn> {
  const attempt = { email, address: client.address, device: account && findDevice(context, account, client) };
  const waitMs = await countAttempt(context, attempt);
  if (waitMs > 0) return { outcome: 'throttled', waitMs };
  const isCorrect = await checkPassword(account?.password ?? null, password);
  if (!isCorrect) return { outcome: 'wrongPassword' };
  await clearAttempts(context, attempt);
  return 'correct';
}

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
  await store.sessions.removeUnused(now - sessionMs(context));
  await store.sessions.add(digestOf(secret, token), { accountId, seenAt: now, agent: describeAgent(agent) });
  await store.sessions.removeOldest(accountId, MAX_SESSIONS);
  return token;
}

export async function findSignedInUser(context: Context, token: string): Promise<SignedInUser | undefined> {
  const { store, secret, clock } = context;
  const session = await store.sessions.find(digestOf(secret, token));
  const now = clock();
  if (!session || session.seenAt <= now - sessionMs(context)) return undefined;
  const account = await store.accounts.findAccountById(session.accountId);
  if (!account || account.suspendedAt !== null) return undefined;
  if (now - session.seenAt > SEEN_MS) await store.sessions.renew(session.sessionId, now);
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

interface SignUp {
  email: string;
  invite?: ParsedToken<'invite'> | undefined;
}

/**
 * Creates the account and signs in. A form that was sent twice signs in, too: the password is then the account's own. Without
 * email nothing else can tell a person that the address is taken, so the response does.
 */
export async function signUp(
  context: AccountContext,
  given: SignUp & { password: string },
  client: ClientInfo,
): Promise<SignIn> {
  const waitMs = await deletedAddressWaitMs(context, given.email);
  if (waitMs > 0) return { outcome: 'recentlyDeleted', waitMs };
  const account = await makeAccount(context, pendingOf(given), await hashPassword(given.password));
  if (account) return completeSignIn(context, account, client);
  const isTaken = await context.store.accounts.findAccount(given.email);
  return isTaken ? signIn(context, given, client) : { outcome: 'invalidLink' };
}

/**
 * With a mail server the account is created by whoever opens the link in the email, with a password of their own: so that a
 * stranger can neither register an address nor know the password. What the response says does not depend on the address: all
 * else runs in the background. `next` is the page that was asked for.
 */
export function signUpByMail(context: AccountContext, given: SignUp, next: string): void {
  const { email } = given;
  context.mail.enqueue(async () => {
    if (!(await isMailAllowed(context, email))) return undefined;
    if (await context.store.accounts.findAccount(email)) return accountExistsMail(context, email);
    if ((await deletedAddressWaitMs(context, email)) > 0) return recentlyDeletedMail(context, email);
    const token = await makeToken(context, 'verify', { ...pendingOf(given), next });
    return confirmSignUpMail(context, email, token);
  });
}

type Pending = Omit<TokenContents['verify'], 'next'>;

function pendingOf({ email, invite }: SignUp): Pending {
  return { email, plan: invite?.content.plan ?? 'free', inviteId: invite?.tokenId ?? null };
}

/** Creates the account of a confirmed address, and signs in. */
export async function confirmSignUp(
  context: AccountContext,
  token: ParsedToken<'verify'>,
  password: string,
  client: ClientInfo,
): Promise<SignedIn | undefined> {
  // First: a busy server may refuse it, and the link must still work then.
  const hashed = await hashPassword(password);
  // It may be an earlier link, used before the account was deleted with another one.
  if ((await deletedAddressWaitMs(context, token.content.email)) > 0) return undefined;
  if (!(await useToken(context, token))) return undefined;
  const account = await makeAccount(context, token.content, hashed);
  return account && completeSignIn(context, account, client);
}

/** `password` is its hash. Undefined if the address already has an account, or the invitation is used. */
async function makeAccount(
  context: AccountContext,
  { email, plan, inviteId }: Pending,
  password: string,
): Promise<Account | undefined> {
  if (await context.store.accounts.findAccount(email)) return undefined;
  if (inviteId !== null && !(await useToken(context, { tokenId: inviteId, purpose: 'invite' }))) return undefined;
  const createdAt = context.clock();
  const added = { email, plan, password, termsAt: createdAt, createdAt };
  const account = await context.store.accounts.addAccount(added);
  if (!account) return undefined;
  const { accountId } = account;
  await issueKey(context.store.accounts, context.secret, { accountId, name: 'first key', createdAt });
  return account;
}

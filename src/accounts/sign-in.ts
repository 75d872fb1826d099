import { timingSafeEqual } from 'node:crypto';
import type { Account } from '../store/service-tables.ts';
import { normalizeEmail } from './accounts.ts';
import type { AccountContext } from './context.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { randomText } from './random-text.ts';
import type { Secret } from './secret.ts';
import { startSession } from './sessions.ts';
import { clearAttempts, countAttempt } from './throttle.ts';

export interface ClientInfo {
  address: string;
  agent: string;
  /** The device cookie from an earlier sign-in, if any. */
  device?: string | undefined;
}

/** Cookie values to set after signing in. */
export interface SignInCookies {
  session: string;
  device: string;
}

export type SignIn =
  | { outcome: 'signedIn'; cookies: SignInCookies }
  | { outcome: 'wrongPassword' }
  | { outcome: 'suspended' }
  | { outcome: 'throttled'; seconds: number };

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
  return { outcome: 'signedIn', cookies: await completeSignIn(context, account, client) };
}

export async function completeSignIn(
  context: AccountContext,
  account: Account,
  client: ClientInfo,
): Promise<SignInCookies> {
  return {
    session: await startSession(context, account.accountId, client.agent),
    device: keepOrMakeDeviceCookie(context, account, client),
  };
}

/** The browser's device cookie if it is valid for this account, else a new one. */
function keepOrMakeDeviceCookie({ secret }: AccountContext, account: Account, { device }: ClientInfo): string {
  const isKnown = device !== undefined && isDeviceCookieOf(secret, account, device);
  return isKnown ? device : makeDeviceCookie(secret, account);
}

/** Checks a password, also that of a signed-in account, unless there were too many attempts. */
export async function checkThrottled(
  context: AccountContext,
  { email, account, password }: { email: string; account: Account | undefined; password: string },
  { address, device }: ClientInfo,
): Promise<'correct' | Extract<SignIn, { outcome: 'wrongPassword' | 'throttled' }>> {
  const isKnown = account !== undefined && device !== undefined && isDeviceCookieOf(context.secret, account, device);
  const attempt = { email, address, device: isKnown ? device : undefined };
  const waitMs = await countAttempt(context, attempt);
  if (waitMs > 0) return { outcome: 'throttled', seconds: Math.ceil(waitMs / 1000) };
  const { isCorrect, needsRehash } = await checkPassword(account?.password ?? null, password);
  if (!isCorrect || !account) return { outcome: 'wrongPassword' };
  await clearAttempts(context, attempt);
  if (needsRehash)
    await context.store.accounts.changeAccount(account.accountId, { password: await hashPassword(password) });
  return 'correct';
}

/** With the time of creation, because ids of removed accounts may be reused. */
type Owner = Pick<Account, 'accountId' | 'createdAt'>;

/** Marks a browser that has signed in to this account before: it has its own throttle, and no other right. */
export function makeDeviceCookie(secret: Secret, owner: Owner): string {
  const name = randomText();
  return `${name}.${sign(secret, owner, name).toString('base64url')}`;
}

export function isDeviceCookieOf(secret: Secret, owner: Owner, device: string): boolean {
  const [name = '', signature = ''] = device.split('.');
  const given = Buffer.from(signature, 'base64url');
  const own = sign(secret, owner, name);
  return given.length === own.length && timingSafeEqual(given, own);
}

function sign(secret: Secret, { accountId, createdAt }: Owner, name: string): Buffer {
  return secret.digest(`device ${accountId} ${createdAt} ${name}`);
}

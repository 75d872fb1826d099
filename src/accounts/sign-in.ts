import { timingSafeEqual } from 'node:crypto';
import type { Account } from '../store/store.ts';
import { normalizeEmail } from './accounts.ts';
import type { AccountContext } from './context.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { randomText } from './random-text.ts';
import type { Secret } from './secret.ts';
import { startSession } from './sessions.ts';
import { clearAttempts, countAttempt } from './throttle.ts';

/** Where a request comes from. */
export interface ClientInfo {
  address: string;
  agent: string;
  /** The name that this browser was given when it signed in before, if it has one. */
  device?: string | undefined;
}

/** Somebody is in: what the browser shall keep. */
export interface SignInCookies {
  session: string;
  device: string;
}

export type SignIn =
  | { outcome: 'in'; entry: SignInCookies }
  | { outcome: 'wrong' }
  | { outcome: 'suspended' }
  | { outcome: 'wait'; seconds: number };

/** An unknown address, an account without a password and a wrong password take the same way and the same time. */
export async function signIn(
  context: AccountContext,
  given: { email: string; password: string },
  origin: ClientInfo,
): Promise<SignIn> {
  const email = normalizeEmail(given.email) ?? '';
  const account = await context.store.accounts.findAccount(email);
  const checked = await checkThrottled(context, { email, account, password: given.password }, origin);
  if (checked !== 'right') return checked;
  // Only who knows the password learns it.
  if (!account || account.suspendedAt !== null) return { outcome: 'suspended' };
  return { outcome: 'in', entry: await completeSignIn(context, account, origin) };
}

/** Whether this is the password of somebody who is signed in already, within the same limits. */
export async function confirmPassword(
  context: AccountContext,
  account: Account,
  password: string,
  origin: ClientInfo,
): Promise<'right' | Extract<SignIn, { outcome: 'wrong' | 'wait' }>> {
  return checkThrottled(context, { email: account.email, account, password }, origin);
}

export async function completeSignIn(
  context: AccountContext,
  account: Account,
  origin: ClientInfo,
): Promise<SignInCookies> {
  return {
    session: await startSession(context, account.accountId, origin.agent),
    device: keepOrMakeDeviceCookie(context, account, origin),
  };
}

/** The name by which a browser is no stranger to this account next time: the one that it has, or a new one. */
export function keepOrMakeDeviceCookie({ secret }: AccountContext, account: Account, { device }: ClientInfo): string {
  const isKnown = device !== undefined && isDeviceCookieOf(secret, account, device);
  return isKnown ? device : makeDeviceCookie(secret, account);
}

async function checkThrottled(
  context: AccountContext,
  { email, account, password }: { email: string; account: Account | undefined; password: string },
  { address, device }: ClientInfo,
): Promise<'right' | Extract<SignIn, { outcome: 'wrong' | 'wait' }>> {
  const isKnown = account !== undefined && device !== undefined && isDeviceCookieOf(context.secret, account, device);
  const tried = { email, address, device: isKnown ? device : undefined };
  const waitMs = await countAttempt(context, tried);
  if (waitMs > 0) return { outcome: 'wait', seconds: Math.ceil(waitMs / 1000) };
  const { right, stale } = await checkPassword(account?.password ?? null, password);
  if (!right || !account) return { outcome: 'wrong' };
  await clearAttempts(context, tried);
  if (stale) await context.store.accounts.changeAccount(account.accountId, { password: await hashPassword(password) });
  return 'right';
}

/** The time of creation as well: an id alone may have been somebody else's before. */
type Owner = Pick<Account, 'accountId' | 'createdAt'>;

/** The name of a browser that has signed in to this account. Whoever has it is no stranger, and nothing more. */
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

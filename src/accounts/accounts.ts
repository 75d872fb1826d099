import { OperatorError } from '../errors.ts';
import type { Plan } from '../plans.ts';
import type { AccountStore } from '../store/accounts.ts';
import type { Account, Role } from '../store/service-tables.ts';
import type { Store } from '../store/store.ts';
import type { AccountContext } from './context.ts';
import {
  accountExistsMail,
  confirmNewEmailMail,
  emailChangedMail,
  passwordChangedMail,
  resetPasswordMail,
} from './mail.ts';
import { hashPassword } from './passwords.ts';
import { isMailAllowed } from './throttle.ts';
import { findToken, makeToken, type ParsedToken, useToken } from './tokens.ts';

const MAX_EMAIL_LENGTH = 254;

export async function addAccount(
  store: AccountStore,
  account: { email: string; plan: Plan; role?: Role; createdAt: number },
): Promise<Account> {
  const email = parseEmail(account.email);
  const added = await store.addAccount({ ...account, email });
  if (!added) throw new OperatorError(`The account ${email} already exists`);
  return added;
}

export async function getAccount(store: AccountStore, email: string): Promise<Account> {
  const account = await store.findAccount(parseEmail(email));
  if (!account) throw new OperatorError(`There is no account ${email}; "ludex account list" shows them all`);
  return account;
}

export function parseEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === undefined) throw new OperatorError(`"${text}" is not an email address, such as ada@example.org`);
  return email;
}

/** Lowercases and trims, since mail servers ignore case in practice. Undefined if it is not an address. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase();
  // Format characters are invisible or reverse the text.
  const looksRight = /^[^\s@<>"(),:;\\[\]\p{Cc}\p{Cf}]{1,64}@[^\s@<>"(),:;\\[\]\p{Cc}\p{Cf}]{1,255}$/u.test(email);
  // A leading, trailing or double dot is a typing error.
  const hasStrayDot = /^\.|\.\.|\.@|@\.|\.$/.test(email);
  return looksRight && !hasStrayDot && email.length <= MAX_EMAIL_LENGTH ? email : undefined;
}

/** The change takes effect once the new address is confirmed. Only an email to it reveals whether it already has an account. */
export function requestEmailChange(context: AccountContext, { accountId }: Account, email: string): void {
  context.mail.enqueue(async () => {
    if (!(await isMailAllowed(context, email))) return undefined;
    if (await context.store.accounts.findAccount(email)) return accountExistsMail(context, email);
    return confirmNewEmailMail(context, email, await makeToken(context, 'email', { email }, accountId));
  });
}

/** The address that this link confirms for this account. */
export async function findNewEmail(
  context: AccountContext,
  { accountId }: Account,
  token: string,
): Promise<ParsedToken<'email'> | undefined> {
  const found = await findToken(context, 'email', token);
  return found?.accountId === accountId ? found : undefined;
}

export async function confirmEmail(context: AccountContext, account: Account, token: string): Promise<boolean> {
  const found = await findNewEmail(context, account, token);
  if (!found || !(await useToken(context, found))) return false;
  const { email } = found.content;
  if (!(await setEmail(context, account, email))) return false;
  context.mail.enqueue(async () => emailChangedMail(context, account.email, email));
  return true;
}

/** Also invalidates links sent to the old address. False if another account has the new address. */
export async function setEmail(
  { store }: Pick<AccountContext, 'store'>,
  { accountId }: Account,
  email: string,
): Promise<boolean> {
  const isFree = await store.accounts.setEmail(accountId, email);
  if (isFree) await store.tokens.removeAll(accountId);
  return isFree;
}

/** Sends a link if the address has an account. The response does not reveal whether it has. */
export function requestPasswordReset(context: AccountContext, email: string): void {
  context.mail.enqueue(async () => {
    const account = await context.store.accounts.findAccount(email);
    if (!account || account.suspendedAt !== null || !(await isMailAllowed(context, email))) return undefined;
    return resetPasswordMail(context, email, await makeResetToken(context, account));
  });
}

export function makeResetToken(
  context: Pick<AccountContext, 'store' | 'secret' | 'clock'>,
  { accountId }: Account,
): Promise<string> {
  return makeToken(context, 'reset', {}, accountId);
}

/** The account whose password a link can set, and the link. Undefined if it is used, expired or forged. */
export async function findReset(
  context: AccountContext,
  text: string,
): Promise<{ account: Account; token: ParsedToken<'reset'> } | undefined> {
  const token = await findToken(context, 'reset', text);
  const account = token && (await context.store.accounts.findAccountById(token.accountId ?? 0));
  return token && account?.suspendedAt === null ? { account, token } : undefined;
}

/** False if the link was used meanwhile. */
export async function resetPassword(
  context: AccountContext,
  { account, token }: { account: Account; token: ParsedToken<'reset'> },
  password: string,
): Promise<boolean> {
  if (!(await useToken(context, token))) return false;
  await setPassword(context, account, password);
  return true;
}

/** Also ends all other sessions and invalidates all links. */
export async function setPassword(
  context: Pick<AccountContext, 'store' | 'mail' | 'publicUrl'>,
  { accountId, email }: Account,
  password: string,
  exceptSession?: number,
): Promise<void> {
  await context.store.accounts.changeAccount(accountId, { password: await hashPassword(password) });
  await context.store.sessions.removeAll(accountId, exceptSession);
  await context.store.tokens.removeAll(accountId);
  context.mail.enqueue(async () => passwordChangedMail(context, email));
}

/** Disables the account's keys and password, and ends its sessions. */
export async function suspend(store: Store, accountId: number, now: number): Promise<void> {
  await store.accounts.changeAccount(accountId, { suspendedAt: now });
  await store.sessions.removeAll(accountId);
  await store.tokens.removeAll(accountId);
}

export async function resume(store: Store, accountId: number): Promise<void> {
  await store.accounts.changeAccount(accountId, { suspendedAt: null });
}

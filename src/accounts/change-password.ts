import type { Account } from '../store/service-tables.ts';
import type { AccountContext } from './context.ts';
import { passwordChangedMail, resetPasswordMail } from './mail-messages.ts';
import { hashPassword } from './passwords.ts';
import { isMailAllowed } from './throttle.ts';
import { findToken, makeToken, useToken } from './tokens.ts';

/** Sends a link if the address has an account. The response does not reveal whether it has. */
export function requestPasswordReset(context: AccountContext, email: string): void {
  context.mail.enqueue(async () => {
    const account = await context.store.accounts.findAccount(email);
    if (!account || account.suspendedAt !== null || !(await isMailAllowed(context, email))) return undefined;
    return resetPasswordMail(context, email, await makeResetToken(context, account, true));
  });
}

/** `mailed`: the link goes by email, so using it also proves the address. */
export function makeResetToken(
  context: Pick<AccountContext, 'store' | 'secret' | 'clock'>,
  { accountId }: Account,
  mailed: boolean,
): Promise<string> {
  return makeToken(context, 'reset', { mailed }, accountId);
}

/** The account whose password a link can set. Undefined if the link is used, expired or forged. */
export async function findAccountToReset(context: AccountContext, token: string): Promise<Account | undefined> {
  const found = await findToken(context, 'reset', token);
  const account = found && (await context.store.accounts.findAccountById(found.accountId ?? 0));
  return account?.suspendedAt === null ? account : undefined;
}

export async function resetPassword(
  context: AccountContext,
  token: string,
  password: string,
): Promise<Account | undefined> {
  const account = await findAccountToReset(context, token);
  const found = await findToken(context, 'reset', token);
  if (!account || !found || !(await useToken(context, found))) return undefined;
  if (found.content.mailed && account.verifiedAt === null) {
    await context.store.accounts.changeAccount(account.accountId, { verifiedAt: context.clock() });
  }
  await setPassword(context, account, password);
  return account;
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

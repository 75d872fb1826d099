import type { Account } from '../store/service-tables.ts';
import type { AccountContext } from './context.ts';
import { accountExistsMail, confirmNewEmailMail, emailChangedMail } from './mail-messages.ts';
import { isMailAllowed } from './throttle.ts';
import { findToken, makeToken, type ParsedToken, useToken } from './tokens.ts';

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

/** Whether the address was changed. */
export async function confirmEmail(context: AccountContext, account: Account, token: string): Promise<boolean> {
  const found = await findNewEmail(context, account, token);
  if (!found || !(await useToken(context, found))) return false;
  const { email } = found.content;
  if (!(await setEmail(context, account, email, context.clock()))) return false;
  context.mail.enqueue(async () => emailChangedMail(context, account.email, email));
  return true;
}

/** Also invalidates links sent to the old address. False if another account has the new address. */
export async function setEmail(
  { store }: Pick<AccountContext, 'store'>,
  { accountId }: Account,
  email: string,
  verifiedAt: number | null,
): Promise<boolean> {
  const isFree = await store.accounts.setEmail(accountId, email, verifiedAt);
  if (isFree) await store.tokens.removeAll(accountId);
  return isFree;
}

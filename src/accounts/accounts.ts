import { OperatorError } from '../errors.ts';
import type { Plan } from '../plans.ts';
import type { Account, AccountStore } from '../store/store.ts';

export async function addAccount(
  store: AccountStore,
  account: { email: string; plan: Plan; createdAt: number },
): Promise<Account> {
  const email = parseEmail(account.email);
  const added = await store.addAccount({ ...account, email });
  if (!added) throw new OperatorError(`There is an account ${email} already`);
  return added;
}

export async function getAccount(store: AccountStore, email: string): Promise<Account> {
  const account = await store.findAccount(parseEmail(email));
  if (!account) throw new OperatorError(`There is no account ${email}; "ludex account list" shows them all`);
  return account;
}

/** Addresses differ by more than capitals only on paper: one spelling per person. */
function parseEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (!/^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,255}$/u.test(email)) {
    throw new OperatorError(`"${text}" is not an e-mail address, such as ada@example.org`);
  }
  return email;
}

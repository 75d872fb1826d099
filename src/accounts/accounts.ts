import { OperatorError } from '../errors.ts';
import type { Plan } from '../plans.ts';
import type { Account, Role } from '../store/service-tables.ts';
import type { AccountStore } from '../store/store.ts';

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

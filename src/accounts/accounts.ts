import { OperatorError } from '../errors.ts';
import type { Plan } from '../plans.ts';
import type { Account, AccountStore } from '../store/store.ts';
import type { Role } from '../store/tables.ts';

const MAX_EMAIL_LENGTH = 254;

export async function addAccount(
  store: AccountStore,
  account: { email: string; plan: Plan; role?: Role; createdAt: number },
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

export function parseEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === undefined) throw new OperatorError(`"${text}" is not an e-mail address, such as ada@example.org`);
  return email;
}

/** Addresses differ by more than capitals only on paper: one spelling per person. Undefined: it is no address. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase();
  // Formatting characters turn text around, or cannot be seen.
  const looksRight = /^[^\s@<>"(),:;\\[\]\p{Cc}\p{Cf}]{1,64}@[^\s@<>"(),:;\\[\]\p{Cc}\p{Cf}]{1,255}$/u.test(email);
  // No name begins or ends with a dot, or has two in a row: somebody mistyped it.
  const hasStrayDot = /^\.|\.\.|\.@|@\.|\.$/.test(email);
  return looksRight && !hasStrayDot && email.length <= MAX_EMAIL_LENGTH ? email : undefined;
}

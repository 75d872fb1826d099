import type { Plan } from '../plans.ts';
import type { AttemptStore } from './attempts.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { MessageStore } from './messages.ts';
import type { SessionStore } from './sessions.ts';
import type { Role } from './tables.ts';
import type { TokenStore } from './tokens.ts';
import type { UsageStore } from './usage.ts';

/**
 * Where everything lives, behind one interface. The catalog is written by imports and read by revision; accounts, keys
 * and counters are the service's own. The two never share a transaction, so that a long import holds up no request.
 */
export interface Store {
  /** The folder or the address, without anything secret. */
  place: string;
  catalog: CatalogStore;
  accounts: AccountStore;
  quota: QuotaStore;
  sessions: SessionStore;
  tokens: TokenStore;
  attempts: AttemptStore;
  messages: MessageStore;
  usage: UsageStore;
  randomLists: RandomListStore;
  /** What grows with every change of the catalog, and of accounts and keys, whoever makes it. */
  readRevisions(): Promise<Revisions>;
  /** How often a serving process looks at them. */
  pollMs: number;
  /** Whether this error means that the store is unavailable or busy. Wrong SQL and violated constraints are bugs. */
  isUnavailable(error: unknown): boolean;
  close(): Promise<void>;
}

export interface Revisions {
  catalog: number;
  /** Whoever keeps keys in memory forgets them when this has grown. */
  accounts: number;
}

export interface AccountStore {
  /** A small value of the service's own, such as the check of the secret. */
  findFact(name: string): Promise<string | undefined>;
  putFact(name: string, value: string): Promise<void>;
  /** The value that stands: of several who bring one at once, the first one's. */
  pinFact(name: string, value: string): Promise<string>;
  /** Undefined: the address has an account already. */
  addAccount(account: NewAccount): Promise<Account | undefined>;
  findAccount(email: string): Promise<Account | undefined>;
  findAccountById(accountId: number): Promise<Account | undefined>;
  /** Those whose address holds the text, the newest first. */
  searchAccounts(text: string, limit: number): Promise<Account[]>;
  listAccounts(): Promise<Account[]>;
  /** False: the new address has an account already. */
  setEmail(accountId: number, email: string, verifiedAt: number | null): Promise<boolean>;
  changeAccount(accountId: number, change: AccountChange): Promise<void>;
  removeAccount(accountId: number): Promise<void>;
  /**
   * Runs the work with the account held: of several who want that at once, wherever they are, one comes after another. The work
   * waits for nothing but the store.
   */
  withAccountLock<T>(accountId: number, work: (accounts: AccountStore) => Promise<T>): Promise<T>;
  addKey(key: Omit<StoredKey, 'keyId'>): Promise<StoredKey | undefined>;
  findKeyByDigest(digest: Buffer): Promise<KeyWithPlan | undefined>;
  findKey(keyId: number): Promise<StoredKey | undefined>;
  listKeys(accountId: number): Promise<StoredKey[]>;
  /** `expiresAt` only ever becomes earlier. */
  changeKey(
    keyId: number,
    change: Partial<Pick<StoredKey, 'name' | 'perHour' | 'perSecond'> & { expiresAt: number }>,
  ): Promise<void>;
}

export interface RandomListStore {
  /** The list that everybody sees during this slot: the one given first. */
  pin(slot: number, gameIds: readonly number[]): Promise<number[]>;
}

export interface Account {
  accountId: number;
  email: string;
  plan: Plan;
  createdAt: number;
  /** The hash; null: nobody can sign in yet. */
  password: string | null;
  role: Role;
  /** Since then its keys and its password are refused; null: they are not. */
  suspendedAt: number | null;
  /** When somebody who reads mail to this address confirmed it. */
  verifiedAt: number | null;
  termsAt: number | null;
}

export type AccountChange = Partial<Pick<Account, 'plan' | 'password' | 'role' | 'suspendedAt' | 'verifiedAt'>>;
export type NewAccount = Pick<Account, 'email' | 'plan' | 'createdAt'> &
  Partial<Pick<Account, 'password' | 'role' | 'verifiedAt' | 'termsAt'>>;

export interface StoredKey {
  keyId: number;
  accountId: number;
  name: string;
  digest: Buffer;
  /** The key itself, encrypted with the secret. */
  encrypted: Buffer;
  createdAt: number;
  /** From then on the key is refused; null: never. */
  expiresAt: number | null;
  /** Limits of this key alone: null follows the plan, 0 is without limit. */
  perHour: number | null;
  perSecond: number | null;
}

export type KeyWithPlan = Pick<StoredKey, 'keyId' | 'expiresAt' | 'perHour' | 'perSecond'> & {
  plan: Plan;
  /** Whether its account is. */
  isSuspended: boolean;
};

/** How much a key has used. */
export interface Usage {
  /** The clock hour in UTC that `used` counts, in hours since 1970. */
  hour: number;
  used: number;
  /** When the next request would be due at the allowed pace, in milliseconds. */
  nextRequestAt: number;
}

export type ChangeUsage = (keyId: number, usage: Usage | undefined) => Usage | undefined;

export interface QuotaStore {
  find(keyId: number): Promise<Usage | undefined>;
  /**
   * Reads the usage of these keys, lets `change` decide about each, and stores what it returns, with nobody in between;
   * undefined leaves it as it is. When somebody else was quicker, `change` is asked again: what it said last counts.
   */
  update(keyIds: readonly number[], change: ChangeUsage): Promise<void>;
}

import type { Plan } from '../plans.ts';
import type { AttemptStore } from './attempts.ts';
import type { CacheCountStore } from './cache-counts.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { MessageStore } from './messages.ts';
import type { RandomListStore } from './random-lists.ts';
import type { RecentErrorStore } from './recent-errors.ts';
import type { Account, StoredKey } from './service-tables.ts';
import type { SessionStore } from './sessions.ts';
import type { SlowRequestStore } from './slow-requests.ts';
import type { StatusStore } from './status.ts';
import type { TimingStore } from './timings.ts';
import type { TokenStore } from './tokens.ts';
import type { UsageStore } from './usage.ts';

/**
 * All persistent data. Imports write the catalog, which is read by revision. Accounts, keys and counters belong to the service.
 * The two never share a transaction, so that a long import delays no request.
 */
export interface Store {
  /** The folder or the URL without its password. */
  location: string;
  catalog: CatalogStore;
  accounts: AccountStore;
  quota: QuotaStore;
  sessions: SessionStore;
  tokens: TokenStore;
  attempts: AttemptStore;
  messages: MessageStore;
  usage: UsageStore;
  recentErrors: RecentErrorStore;
  timings: TimingStore;
  slowRequests: SlowRequestStore;
  cacheCounts: CacheCountStore;
  status: StatusStore;
  randomLists: RandomListStore;
  /** The revisions change whenever any process changes the catalog, an account or a key. */
  readRevisions(): Promise<Revisions>;
  /** What is wrong with the files of the store, for health checks. The text is public. Fails if the store cannot be read. */
  findFault(): Promise<string | undefined>;
  /** How often a serving process reads the revisions. */
  pollMs: number;
  /** Whether this error means that the store is unavailable or busy. Wrong SQL and violated constraints are bugs. */
  isUnavailable(error: unknown): boolean;
  close(): Promise<void>;
}

export interface Revisions {
  catalog: number;
  /** Caches of keys are cleared when it changes. */
  accounts: number;
}

export interface AccountStore {
  /** A small value of the service, such as the check of the secret. */
  findValue(name: string): Promise<string | undefined>;
  setValue(name: string, value: string): Promise<void>;
  /** Sets the value unless there is one. Returns the stored value. */
  setValueOnce(name: string, value: string): Promise<string>;
  /** Undefined: the address already has an account. */
  addAccount(account: NewAccount): Promise<Account | undefined>;
  findAccount(email: string): Promise<Account | undefined>;
  findAccountById(accountId: number): Promise<Account | undefined>;
  /** Accounts whose address contains the text, newest first. */
  searchAccounts(text: string, limit: number): Promise<Account[]>;
  listAccounts(): Promise<Account[]>;
  /** False: the new address already has an account. */
  setEmail(accountId: number, email: string, verifiedAt: number | null): Promise<boolean>;
  changeAccount(accountId: number, change: AccountChange): Promise<void>;
  removeAccount(accountId: number): Promise<void>;
  /**
   * Runs the work while the account is locked, across threads and nodes. The work must not wait for anything but the store.
   */
  withAccountLock<T>(accountId: number, work: (accounts: AccountStore) => Promise<T>): Promise<T>;
  addKey(key: Omit<StoredKey, 'keyId'>): Promise<StoredKey | undefined>;
  findKeyByDigest(digest: Buffer): Promise<KeyWithPlan | undefined>;
  findKey(keyId: number): Promise<StoredKey | undefined>;
  listKeys(accountId: number): Promise<StoredKey[]>;
  /** `expiresAt` can only become earlier. */
  changeKey(
    keyId: number,
    change: Partial<Pick<StoredKey, 'name' | 'perHour' | 'perSecond'> & { expiresAt: number }>,
  ): Promise<void>;
}

export type AccountChange = Partial<Pick<Account, 'plan' | 'password' | 'role' | 'suspendedAt' | 'verifiedAt'>>;
export type NewAccount = Pick<Account, 'email' | 'plan' | 'createdAt'> &
  Partial<Pick<Account, 'password' | 'role' | 'verifiedAt' | 'termsAt'>>;

export type KeyWithPlan = Pick<StoredKey, 'keyId' | 'expiresAt' | 'perHour' | 'perSecond'> & {
  plan: Plan;
  /** The first key that its account ever had. Keys end, but are never removed. */
  firstKeyId: number;
  /** Whether its account is suspended. */
  isSuspended: boolean;
};

/** How many requests a key has used. */
export interface Usage {
  /** The clock hour in UTC that `used` counts, in hours since 1970. */
  hour: number;
  used: number;
  /** When the next request is due at the allowed rate, in milliseconds. */
  nextRequestAt: number;
}

export type ChangeUsage = (keyId: number, usage: Usage | undefined) => Usage | undefined;

export interface QuotaStore {
  find(keyId: number): Promise<Usage | undefined>;
  /**
   * Reads the usage of these keys, calls `change` for each, and stores what it returns, atomically. Undefined: no change. After a
   * conflict with another node `change` is called again; its last result counts.
   */
  update(keyIds: readonly number[], change: ChangeUsage): Promise<void>;
  /**
   * The same, but not repeated if the connection is lost and nobody knows whether it was done. `update` is: it may count twice,
   * but never not at all.
   */
  updateOnce(keyIds: readonly number[], change: ChangeUsage): Promise<void>;
}

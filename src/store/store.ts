import type { LockableAccounts } from './accounts.ts';
import type { AttemptStore } from './attempts.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { ProposalStore } from './proposals.ts';
import type { MessageStore } from './service.ts';
import type { SessionStore, TokenStore } from './sessions.ts';
import type { StatusStore } from './status.ts';
import type { UsageStore } from './usage.ts';

/**
 * All persistent data. Imports write the catalog, which is read by revision. Accounts, keys and counters belong to the service.
 * The two never share a transaction, so that a long import delays no request.
 */
export interface Store {
  /** The folder or the URL without its password. */
  location: string;
  catalog: CatalogStore;
  accounts: LockableAccounts;
  quota: QuotaStore;
  sessions: SessionStore;
  tokens: TokenStore;
  attempts: AttemptStore;
  messages: MessageStore;
  proposals: ProposalStore;
  usage: UsageStore;
  status: StatusStore;
  /** The revisions change whenever any process changes the catalog, an account or a key. */
  readRevisions(): Promise<Revisions>;
  /** What is wrong with the files of the store, for health checks. The text is public. Fails if the store cannot be read. */
  findFault(): Promise<string | undefined>;
  /** Releases disk space that an import used. Every minute: a long read, such as a backup, keeps it. */
  tidy?(): void;
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

/** How many requests a key or a network has used. */
export interface Usage {
  /** The clock hour in UTC that `used` counts, in hours since 1970. */
  hour: number;
  used: number;
  /** When the next request is due at the allowed rate, in milliseconds. */
  nextRequestAt: number;
}

export type ChangeUsage = (quotaId: number, usage: Usage | undefined) => Usage | undefined;

export interface QuotaStore {
  find(quotaId: number): Promise<Usage | undefined>;
  /**
   * Reads the usage under these ids, calls `change` for each, and stores what it returns, atomically. Undefined: no change. After a
   * conflict with another node `change` is called again; its last result counts.
   */
  update(quotaIds: readonly number[], change: ChangeUsage): Promise<void>;
}

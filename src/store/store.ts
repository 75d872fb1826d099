import type { Plan } from '../plans.ts';
import type { PackedFacets } from './facets.ts';

/**
 * Where everything lives, behind one interface. The catalog is written by imports and read by revision; accounts, keys
 * and counters are the service's own. The two never share a transaction, so that a long import holds up no request.
 */
export interface Store {
  catalog: CatalogStore;
  accounts: AccountStore;
  quota: QuotaStore;
  randomLists: RandomListStore;
  /** Whether this failure means that the store is away or busy, and not that somebody made a mistake. */
  isAway(error: unknown): boolean;
  close(): Promise<void>;
}

export interface CatalogStore {
  /** Grows with every change of the catalog. */
  readRevision(): Promise<number>;
  /** All that a snapshot is built from, at one revision. */
  readIndex(): Promise<CatalogIndex>;
  /** The card of each named record, in the order asked. A record stays readable for a while after a newer one came. */
  readCards(names: readonly RecordName[]): Promise<(string | undefined)[]>;
  findRecord(name: RecordName): Promise<string | undefined>;
  /** Runs the work in one transaction: all of it becomes visible at once, or nothing. */
  write<T>(work: (writer: CatalogWriter) => Promise<T>): Promise<T>;
  listImports(limit: number): Promise<ImportEntry[]>;
  countAll(): Promise<{ games: number; platforms: number; genres: number; groups: number; companies: number }>;
}

export interface RecordName {
  gameId: number;
  /** The revision at which this record was written. */
  revision: number;
}

export interface CatalogIndex {
  /** Made up once, when the catalog was: two catalogs at the same revision differ in it. */
  lineage: string;
  revision: number;
  games: GameColumns;
  genres: string[];
  groups: string[];
  platforms: string[];
}

/** What is indexed of all games, in ascending order of id: the same place in every column is the same game. */
export interface GameColumns {
  ids: number[];
  revisions: number[];
  titles: string[];
  modifiedAt: number[];
  /** The lists of all games, one after another. */
  facets: PackedFacets;
}

/** Reference entries that have ids and names of their own. Categories, systems and types are entries as well. */
export type EntryKind =
  | 'platform'
  | 'genre'
  | 'genre_category'
  | 'group'
  | 'company'
  | 'attribute'
  | 'attribute_category'
  | 'rating'
  | 'rating_system'
  | 'product_code_type';

export interface CatalogWriter {
  findId(kind: EntryKind | 'game', key: string): Promise<number | undefined>;
  bindKey(kind: EntryKind | 'game', key: string, id: number): Promise<void>;
  /** The next id of a kind that no object ever had, above `floor`. */
  nextId(kind: EntryKind | 'game', floor: number): Promise<number>;
  findEntry(kind: EntryKind, id: number): Promise<string | undefined>;
  putEntry(kind: EntryKind, id: number, body: string): Promise<void>;
  findVersion(gameId: number): Promise<Pick<GameToStore, 'source' | 'modifiedAt' | 'hash'> | undefined>;
  findGame(gameId: number): Promise<Pick<GameToStore, 'source' | 'modifiedAt' | 'hash' | 'record'> | undefined>;
  putGame(game: GameToStore): Promise<void>;
  removeGame(gameId: number): Promise<void>;
  /** In ascending order; of one source, or of all. */
  listGameIds(source?: string): Promise<number[]>;
  addImport(entry: Omit<ImportEntry, 'importId'>): Promise<void>;
}

export interface GameToStore {
  gameId: number;
  source: string;
  title: string;
  modifiedAt: number;
  facets: PackedFacets;
  hash: string;
  card: string;
  record: string;
}

export interface ImportEntry {
  importId: number;
  source: string;
  version: string;
  startedAt: number;
  finishedAt: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
}

export interface AccountStore {
  /** Grows with every change of accounts and keys, so that whoever keeps keys in memory knows when to forget them. */
  readRevision(): Promise<number>;
  /** A small value of the service's own, such as the check of the secret. */
  findFact(name: string): Promise<string | undefined>;
  putFact(name: string, value: string): Promise<void>;
  addAccount(account: Omit<Account, 'accountId'>): Promise<Account | undefined>;
  findAccount(email: string): Promise<Account | undefined>;
  listAccounts(): Promise<Account[]>;
  setPlan(accountId: number, plan: Plan): Promise<void>;
  removeAccount(accountId: number): Promise<void>;
  addKey(key: Omit<StoredKey, 'keyId'>): Promise<StoredKey | undefined>;
  findKeyByDigest(digest: Buffer): Promise<KeyWithPlan | undefined>;
  findKey(keyId: number): Promise<StoredKey | undefined>;
  listKeys(accountId: number): Promise<StoredKey[]>;
  changeKey(keyId: number, change: Partial<Pick<StoredKey, 'expiresAt' | 'perHour' | 'perSecond'>>): Promise<void>;
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
}

export interface StoredKey {
  keyId: number;
  accountId: number;
  name: string;
  digest: Buffer;
  sealed: Buffer;
  createdAt: number;
  /** From then on the key is refused; null: never. */
  expiresAt: number | null;
  /** Limits of this key alone: null follows the plan, 0 is without limit. */
  perHour: number | null;
  perSecond: number | null;
}

export type KeyWithPlan = Pick<StoredKey, 'keyId' | 'expiresAt' | 'perHour' | 'perSecond'> & {
  plan: Plan;
};

/** How much a key has used. */
export interface Usage {
  /** The clock hour in UTC that `used` counts, in hours since 1970. */
  hour: number;
  used: number;
  /** When the next request would be due at the allowed pace, in milliseconds. */
  dueAt: number;
}

export interface QuotaStore {
  /** Reads the usage of these keys, lets `change` decide, and stores what it returns, with nobody in between. */
  update(keyIds: readonly number[], change: (usages: Map<number, Usage>) => Map<number, Usage>): Promise<void>;
}

import { CATALOG_TABLES, toSnakeCase } from './catalog-tables.ts';

/** A value as every engine has it. */
type Value = string | number | null | Uint8Array;
export type Row = Value[];

/** One table of a store: the same in every engine, but for where it is. */
export interface MovedTable {
  name: string;
  /** In SQLite each part of a store has a file of its own. */
  part: 'catalog' | 'service';
  /** Beginning with the key. */
  columns: readonly string[];
  /** How many of the columns are the key, in whose order rows are read. */
  keys: number;
  /** Whether ids of the key are given by the engine, and never twice. */
  counts?: true;
}

/** Facts that belong to the engine, and stay where they are. */
export const OWN_FACTS = ['schema', 'writer'];

/** Everything that a store holds, with what is pointed to before what points to it. */
export const MOVED_TABLES: readonly MovedTable[] = [
  ...Object.entries(CATALOG_TABLES).map(([name, { key, columns }]) => ({
    ...table('catalog', toSnakeCase(name), key.length, columns.map(toSnakeCase).join(' ')),
    ...(name === 'imports' && { counts: true as const }),
  })),
  table('service', 'facts', 1, 'name value'),
  {
    ...table(
      'service',
      'accounts',
      1,
      'account_id email plan created_at password role suspended_at verified_at terms_at',
    ),
    counts: true,
  },
  {
    ...table('service', 'keys', 1, 'key_id account_id name digest sealed created_at expires_at per_hour per_second'),
    counts: true,
  },
  table('service', 'quota', 1, 'key_id hour used due_at'),
  table('service', 'random_lists', 1, 'slot game_ids'),
  {
    ...table('service', 'sessions', 1, 'session_id digest account_id created_at seen_at expires_at agent'),
    counts: true,
  },
  {
    ...table('service', 'tokens', 1, 'token_id digest purpose account_id created_at expires_at content'),
    counts: true,
  },
  table('service', 'attempts', 1, 'name due_at'),
  { ...table('service', 'messages', 1, 'message_id account_id sent_at text answered_at answer'), counts: true },
  table('service', 'usage_by_day', 4, 'key_id day endpoint status requests'),
  table('service', 'usage_by_hour', 2, 'key_id hour requests errors'),
];

function table(part: MovedTable['part'], name: string, keys: number, columns: string): MovedTable {
  return { part, name, keys, columns: columns.split(' ') };
}

/** The tables of a store, within one transaction. */
export interface TableAccess {
  count(table: MovedTable): Promise<number>;
  /** Rows in the order of their keys, after this one. */
  read(table: MovedTable, after: Row | undefined, limit: number): Promise<Row[]>;
  write(table: MovedTable, rows: readonly Row[]): Promise<void>;
  /** Takes away what a new store comes with. */
  clearFacts(): Promise<void>;
  /** The last id that was given in a table that counts. */
  readLastId(table: MovedTable): Promise<number>;
  setLastId(table: MovedTable, lastId: number): Promise<void>;
}

/** Where a store is, open for moving. */
export interface TablePlace {
  place: string;
  /** All that is read is of one moment. */
  reading<T>(work: (tables: TableAccess) => Promise<T>): Promise<T>;
  /** All of it is written, or nothing. */
  writing<T>(work: (tables: TableAccess) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

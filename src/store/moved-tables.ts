import { CATALOG_TABLES, toSnakeCase } from './catalog-tables.ts';

/** A value in any engine. */
type Value = string | number | null | Uint8Array;
export type Row = Value[];

/** One table of a store, the same in every engine. */
export interface MovedTable {
  name: string;
  /** In SQLite each part is a file. */
  part: 'catalog' | 'service';
  /** The key comes first. */
  columns: readonly string[];
  /** How many columns are the key. Rows are read in its order. */
  keys: number;
  /** Whether the engine generates the ids, and never gives one twice. */
  hasSequence?: true;
}

/** Facts of the engine itself. They are not copied. */
const ENGINE_FACTS = ['schema', 'writer'];

/** All tables of a store. A referenced table comes before the tables that refer to it. */
export const MOVED_TABLES: readonly MovedTable[] = [
  ...Object.entries(CATALOG_TABLES).map(([name, { key, columns }]) => ({
    ...table('catalog', toSnakeCase(name), key.length, columns.map(toSnakeCase).join(' ')),
    ...(name === 'imports' && { hasSequence: true as const }),
  })),
  table('service', 'facts', 1, 'name value'),
  {
    ...table(
      'service',
      'accounts',
      1,
      'account_id email plan created_at password role suspended_at verified_at terms_at',
    ),
    hasSequence: true,
  },
  {
    ...table('service', 'keys', 1, 'key_id account_id name digest sealed created_at expires_at per_hour per_second'),
    hasSequence: true,
  },
  table('service', 'quota', 1, 'key_id hour used due_at'),
  table('service', 'random_lists', 1, 'slot game_ids'),
  {
    ...table('service', 'sessions', 1, 'session_id digest account_id created_at seen_at expires_at agent'),
    hasSequence: true,
  },
  {
    ...table('service', 'tokens', 1, 'token_id digest purpose account_id created_at expires_at content'),
    hasSequence: true,
  },
  table('service', 'attempts', 1, 'name due_at'),
  { ...table('service', 'messages', 1, 'message_id account_id sent_at text answered_at answer'), hasSequence: true },
  {
    ...table('service', 'recent_errors', 1, 'error_id key_id at status request message times'),
    hasSequence: true,
  },
  table('service', 'timings', 3, 'hour endpoint bucket requests errors limited'),
  table('service', 'slow_requests', 2, 'hour request at status milliseconds'),
  table('service', 'cache_counts', 2, 'hour cache hits misses'),
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
  /** Removes the facts of a new store. */
  clearFacts(): Promise<void>;
  /** The last id that the sequence of a table has given. */
  readLastId(table: MovedTable): Promise<number>;
  setLastId(table: MovedTable, lastId: number): Promise<void>;
}

/** A store that is open for moving. */
export interface MovableStore {
  location: string;
  /** Reads one consistent state. */
  read<T>(work: (tables: TableAccess) => Promise<T>): Promise<T>;
  /** Writes everything or nothing. */
  write<T>(work: (tables: TableAccess) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The methods that are the same on every engine. `query` takes `?` as parameters and returns rows as arrays. */
export function tableReads(
  query: (table: Pick<MovedTable, 'part' | 'name'>, text: string, values: Row) => Promise<Row[]>,
  nameOf = ({ name }: Pick<MovedTable, 'part' | 'name'>) => name,
): Pick<TableAccess, 'count' | 'read' | 'clearFacts'> {
  return {
    count: async (table) => {
      const [row] = await query(table, `SELECT count(*) FROM ${nameOf(table)} WHERE ${isCopied(table)}`, []);
      return Number(row?.[0]);
    },
    read: (table, after, limit) => {
      const keys = table.columns.slice(0, table.keys);
      const isAfter = after ? `AND (${keys.join(', ')}) > (${keys.map(() => '?').join(', ')})` : '';
      const text = `SELECT ${table.columns.join(', ')} FROM ${nameOf(table)} WHERE ${isCopied(table)} ${isAfter}
        ORDER BY ${keys.join(', ')} LIMIT ?`;
      return query(table, text, [...(after?.slice(0, table.keys) ?? []), limit]);
    },
    clearFacts: async () => {
      const facts = { part: 'catalog', name: 'facts' } as const;
      await query(facts, `DELETE FROM ${nameOf(facts)} WHERE ${isCopied(facts)}`, []);
    },
  };
}

function isCopied({ name }: Pick<MovedTable, 'name'>): string {
  return name === 'facts' ? `name NOT IN (${ENGINE_FACTS.map((fact) => `'${fact}'`).join(', ')})` : 'TRUE';
}

import type { Sql, Value } from './sql.ts';
import { findTable, type Table } from './tables.ts';

export type Row = Value[];

/** The tables of a store, within one transaction. */
export interface TableAccess {
  sql: Pick<Sql, 'query' | 'text'>;
  write(table: Table, rows: readonly Row[]): Promise<void>;
  /** The last id that the sequence of a table has given. */
  readLastId(table: Table): Promise<number>;
  setLastId(table: Table, lastId: number): Promise<void>;
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

/** Facts of the engine itself. They are not copied. */
const ENGINE_FACTS = "('schema_version', 'writer')";

function isCopied(name: string): string {
  return name.endsWith('facts') ? `name NOT IN ${ENGINE_FACTS}` : 'TRUE';
}

/** Removes the facts of a new store. */
export async function clearFacts({ sql }: TableAccess): Promise<void> {
  await sql.query(`DELETE FROM catalog_facts WHERE ${isCopied('catalog_facts')}`);
}

export async function countRows({ sql }: TableAccess, name: string): Promise<number> {
  const [row] = await sql.query<[number]>(`SELECT count(*) FROM ${name} WHERE ${isCopied(name)}`);
  return row?.[0] ?? 0;
}

/** One or two megabytes of records. */
const ROWS_AT_ONCE = 500;

/** All rows of a table, in the order of its key. */
export async function* readBatches({ sql }: TableAccess, table: Table): AsyncGenerator<Row[]> {
  const { name, columns, packed } = table;
  const keys = columns.slice(0, table.keys);
  const read = columns.map((column) => (packed.has(column) ? sql.text(column) : column)).join(', ');
  for (let last: Row | undefined; ; ) {
    const isAfter = last ? `AND (${keys.join(', ')}) > (${keys.map(() => '?').join(', ')})` : '';
    const rows = await sql.query<Row>(
      `SELECT ${read} FROM ${name} WHERE ${isCopied(name)} ${isAfter} ORDER BY ${keys.join(', ')} LIMIT ?`,
      [...(last?.slice(0, table.keys) ?? []), ROWS_AT_ONCE],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1);
  }
}

type TableRow<C extends string> = Record<C, Row[number]>;

/** All rows of a table, in the order of its key, with only these columns. */
export async function* readRows<C extends string>(
  tables: TableAccess,
  name: string,
  columns: readonly C[],
): AsyncGenerator<TableRow<C>> {
  const table = findTable(name);
  const places = columns.map((column) => [column, table.columns.indexOf(column)] as const);
  for await (const rows of readBatches(tables, table))
    for (const row of rows) yield Object.fromEntries(places.map(([column, at]) => [column, row[at]])) as TableRow<C>;
}

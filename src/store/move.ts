import { OperatorError } from '../errors.ts';
import type { Sql, Value } from './sql.ts';
import { findTable, listTables, type Table } from './tables.ts';

export interface MovedRows {
  part: Table['part'];
  table: string;
  rows: number;
}

/** Copies everything from one store into another, empty one. */
export function moveStore(
  from: MovableStore,
  to: MovableStore,
  onProgress: (done: number, total: number) => void,
  /** Called before the commit. */
  onCommit: () => void = () => {},
): Promise<MovedRows[]> {
  return from.read((source) =>
    to.write(async (target) => {
      await checkEmpty(target, to.location);
      let all = 0;
      for (const { name } of listTables()) all += await countRows(source, name);
      let done = 0;
      await clearFacts(target);
      const moved: MovedRows[] = [];
      for (const table of listTables()) {
        const rows = await copyTable(source, target, table, (step) => {
          done += step;
          onProgress(done, all);
        });
        moved.push({ part: table.part, table: table.name, rows });
      }
      onCommit();
      return moved;
    }),
  );
}

async function checkEmpty(target: TableAccess, location: string): Promise<void> {
  for (const table of listTables()) {
    // A new store has one fact: its lineage.
    const expected = table.name === 'catalog_facts' ? 1 : 0;
    if ((await countRows(target, table.name)) > expected)
      throw new OperatorError(`${location} is not empty: it has rows in ${table.name}; move into an empty one`);
  }
}

/** Returns the number of rows, which is the same in both stores. */
async function copyTable(
  source: TableAccess,
  target: TableAccess,
  table: Table,
  onRows: (rows: number) => void,
): Promise<number> {
  const { name, hasSequence } = table;
  for await (const rows of readBatches(source, table)) {
    await target.write(table, rows);
    onRows(rows.length);
  }
  const lastId = hasSequence ? await source.readLastId(table) : 0;
  if (lastId > 0) await target.setLastId(table, lastId);
  const [wanted, found] = [await countRows(source, name), await countRows(target, name)];
  if (found !== wanted) throw new Error(`${name} has ${found} rows after the copy instead of ${wanted}`);
  return found;
}

export type Row = Value[];

interface Readable {
  sql: Pick<Sql, 'query' | 'text'>;
}

/** The tables of a store, within one transaction. */
export interface TableAccess extends Readable {
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
const ENGINE_FACTS = "('tables_version', 'writer')";

function isCopied(name: string): string {
  return name.endsWith('facts') ? `name NOT IN ${ENGINE_FACTS}` : 'TRUE';
}

/** Removes the facts of a new store. */
async function clearFacts({ sql }: TableAccess): Promise<void> {
  await sql.query(`DELETE FROM catalog_facts WHERE ${isCopied('catalog_facts')}`);
}

export async function countRows({ sql }: TableAccess, name: string): Promise<number> {
  const [row] = await sql.query<[number]>(`SELECT count(*) FROM ${name} WHERE ${isCopied(name)}`);
  return row?.[0] ?? 0;
}

/** One or two megabytes of records. */
const ROWS_AT_ONCE = 500;
/** Proposals have pictures of up to 5 MB. */
const PROPOSALS_AT_ONCE = 10;

/** All rows of a table, in the order of its key, which comes first. */
async function* readBatches({ sql }: Readable, table: Table, columns = table.columns): AsyncGenerator<Row[]> {
  const { name, packed } = table;
  const keys = table.columns.slice(0, table.keys);
  const atOnce = name === 'proposals' ? PROPOSALS_AT_ONCE : ROWS_AT_ONCE;
  const read = columns.map((column) => (packed.has(column) ? sql.text(column) : column)).join(', ');
  for (let last: Row | undefined; ; ) {
    const isAfter = last ? `AND (${keys.join(', ')}) > (${keys.map(() => '?').join(', ')})` : '';
    const rows = await sql.query<Row>(
      `SELECT ${read} FROM ${name} WHERE ${isCopied(name)} ${isAfter} ORDER BY ${keys.join(', ')} LIMIT ?`,
      [...(last?.slice(0, table.keys) ?? []), atOnce],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce) return;
    last = rows.at(-1);
  }
}

type TableRow<C extends string> = Record<C, Row[number]>;

/** All rows of a table, in the order of its key, with only these columns. */
export async function* readRows<C extends string>(
  tables: Readable,
  name: string,
  columns: readonly C[],
): AsyncGenerator<TableRow<C>> {
  const table = findTable(name);
  const read = [...new Set([...table.columns.slice(0, table.keys), ...columns])];
  for await (const rows of readBatches(tables, table, read))
    for (const row of rows) yield Object.fromEntries(read.map((column, i) => [column, row[i]])) as TableRow<C>;
}

import { type CatalogTable, selected, shapeOf, type TableShape } from '../catalog-tables.ts';
import { toSnakeCase } from '../sql.ts';
import type { Connection } from './database.ts';
import { openPages } from './pages.ts';
import { deleteRows, insertRows, updateRows } from './rows.ts';

export type Row = Record<string, unknown>;
export type KeyPart = string | number;

/** Rows per page, and rows in the cache: a few megabytes. */
const LARGE = { minLimit: 16, maxLimit: 300, maxRows: 3000 };
const SMALL = { minLimit: 16, maxLimit: 4000, maxRows: 100_000 };
const LARGE_COLUMNS = ['line', 'record', 'card', 'dumps'];
/** Small tables, whose rows are read in any order, are cached whole. */
const WHOLE = { minLimit: Infinity, maxLimit: Infinity, maxRows: Infinity };
const WHOLE_TABLES = ['entries', 'entry_layers', 'aliases', 'sources'];

/** A change that is not sent yet. The row of an update has only its key and the changed columns. */
interface Change {
  action: 'upsert' | 'update' | 'delete';
  row: Row;
}

export type BufferedTable = ReturnType<typeof openBufferedTable>;

/**
 * One table in a transaction: reads fetch pages of rows, and changes are buffered. `flush` sends the changes of all tables; what is
 * read later sees them.
 */
export function openBufferedTable(connection: Connection, table: CatalogTable, flush: () => Promise<void>) {
  const shape = shapeOf(table);
  const { name, key } = shape;
  const changes = new Map<string, Change>();
  const views: { columns: readonly string[]; pages: ReturnType<typeof openPages<Row>> }[] = [];
  const groups: { by: string; pages: ReturnType<typeof openPages<Row[]>>; changed: Set<string> }[] = [];
  const nameOf = (row: Row) => encode(key.map((column) => row[column] as KeyPart));

  const change = (action: Change['action'], row: Row, before?: Row) => {
    for (const { by, changed } of groups)
      for (const value of [before?.[by], row[by]]) if (value != null) changed.add(encode([value as KeyPart]));
    const own = nameOf(row);
    changes.set(own, { action, row });
    for (const { columns, pages } of views) {
      const known = action === 'update' ? pages.peek(own) : {};
      if (known) pages.put(own, action === 'delete' ? undefined : { ...known, ...pick(row, columns) });
    }
  };
  return {
    prepareFind: (columns: readonly string[]) => {
      const pages = openPages<Row>({
        read: async (from, limit) => {
          const rows = await readFrom(connection, shape, key, columns, from, limit);
          const found = rows.map((row): [string, Row] => {
            const pending = changes.get(nameOf(row))?.row;
            return [nameOf(row), pick({ ...row, ...pending }, columns)];
          });
          return { rows: found, to: rows.length < limit ? undefined : found.at(-1)?.[0] };
        },
        ...pageSize(name, columns),
      });
      views.push({ columns, pages });
      return async (...values: KeyPart[]): Promise<Row | undefined> => {
        if (pages.isFull()) await flush();
        return pages.find(encode(values));
      };
    },
    prepareList: (by: string, columns: readonly string[]) => {
      const pages = openPages<Row[]>({
        read: async (from, limit) => {
          for (let count = limit; ; count *= 4) {
            const rows = await readFrom(connection, shape, [by], columns, from, count);
            const found = [...Map.groupBy(rows, (row) => encode([row[by] as KeyPart]))];
            if (rows.length < count) return { rows: found, to: undefined };
            // The last group may be incomplete.
            found.pop();
            if (found.length > 0) return { rows: found, to: found.at(-1)?.[0] };
          }
        },
        ...pageSize(name, columns),
      });
      const changed = new Set<string>();
      groups.push({ by, pages, changed });
      return async (value: KeyPart): Promise<Row[]> => {
        const group = encode([value]);
        if (pages.isFull() || changed.has(group)) await flush();
        return (await pages.find(group)) ?? [];
      };
    },
    upsert: (row: Row, before?: Row) => change('upsert', row, before),
    update: (before: Row, part: Row) => {
      const pending = changes.get(nameOf(before)) ?? { action: 'update', row: pick(before, key) };
      if (pending.action !== 'delete') change(pending.action, { ...pending.row, ...part }, before);
    },
    delete: (before: Row) => change('delete', before),
    hasChanges: () => changes.size > 0,
    /** Applies the changes to a row that was read without the pages. */
    addChanges: <R extends Row>(row: R): R => ({
      ...row,
      ...pick(changes.get(nameOf(row))?.row ?? {}, Object.keys(row)),
    }),
    /** Sends all changes at once. */
    send: (): Promise<unknown> => {
      const sent = sendChanges(connection, shape, [...changes.values()]);
      changes.clear();
      for (const { pages } of views) if (pages.isFull()) pages.clear();
      for (const { pages, changed } of groups) {
        if (pages.isFull()) pages.clear();
        else if (changed.size > 0) pages.forget(changed);
        changed.clear();
      }
      return sent;
    },
  };
}

/** Rows in the order of the columns `by`, starting at these values. With an infinite limit: all rows. */
function readFrom(
  connection: Connection,
  { name, key }: TableShape,
  by: readonly string[],
  columns: readonly string[],
  from: string,
  limit: number,
): Promise<Row[]> {
  const read = [...new Set([...by, ...columns])].map(selected);
  const order = [...new Set([...by, ...key])].map(toSnakeCase).join(', ');
  const text = `SELECT ${read.join(', ')} FROM ${name}`;
  if (limit === Infinity) return connection.query<Row>({ text: `${text} ORDER BY ${order}` });
  const values = decode(from);
  const isAfter = `(${by.map(toSnakeCase).join(', ')}) >= (${values.map((_, i) => `$${i + 2}`).join(', ')})`;
  return connection.query<Row>({
    text: `${text} WHERE ${isAfter} ORDER BY ${order} LIMIT $1`,
    values: [limit, ...values],
  });
}

async function sendChanges(
  connection: Connection,
  { name, key, columns, onConflict }: TableShape,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const [keys, all] = [key.map(toSnakeCase), columns.map(toSnakeCase)];
  const { upsert = [], update = [], delete: deleted = [] } = Object.groupBy(changes, ({ action }) => action);
  const valuesOf = (list: readonly Change[], of: readonly string[]) =>
    list.map(({ row }) => of.map((column) => row[column]));
  const sent = [
    deleteRows(connection, name, keys, valuesOf(deleted, key)),
    insertRows(connection, name, all, valuesOf(upsert, columns), onConflict),
  ];
  for (const column of columns.filter((other) => !key.includes(other))) {
    const changed = update.filter(({ row }) => column in row);
    sent.push(updateRows(connection, name, [...keys, toSnakeCase(column)], valuesOf(changed, [...key, column])));
  }
  await Promise.all(sent);
}

function pageSize(name: string, columns: readonly string[]): typeof LARGE {
  if (WHOLE_TABLES.includes(name)) return WHOLE;
  return columns.some((column) => LARGE_COLUMNS.includes(column)) ? LARGE : SMALL;
}

function pick(row: Row, columns: readonly string[]): Row {
  const picked: Row = {};
  for (const column of columns) if (column in row) picked[column] = row[column];
  return picked;
}

/** A key as bytes, each as a character, in the order of PostgreSQL. Ids have at most 16 digits, and no text there has a zero byte. */
export function encode(key: readonly KeyPart[]): string {
  const texts = key.map((part) => (typeof part === 'number' ? String(part).padStart(16, '0') : part));
  return Buffer.from(texts.join('\0')).toString('latin1');
}

function decode(key: string): string[] {
  return Buffer.from(key, 'latin1').toString().split('\0');
}

import { CATALOG_TABLES, type CatalogTable, onConflict, toSnakeCase } from '../catalog-tables.ts';
import type { Connection } from './database.ts';
import { openPages, type Pages } from './pages.ts';
import { deleteRows, insertKeys, insertRows, updateRows } from './rows.ts';

export type Row = Record<string, unknown>;
export type KeyPart = string | number;

/** Rows per page, and rows in the cache: a few megabytes. */
const LARGE = { minLimit: 16, maxLimit: 300, maxRows: 3000 };
const SMALL = { minLimit: 16, maxLimit: 4000, maxRows: 100_000 };
const LARGE_COLUMNS = ['line', 'record', 'card', 'dumps'];
/** Small tables, whose rows are read in any order, are cached whole. */
const WHOLE = { minLimit: Infinity, maxLimit: Infinity, maxRows: Infinity };
const WHOLE_TABLES = ['entries', 'entry_layers', 'aliases', 'sources'];

interface State {
  connection: Connection;
  name: string;
  key: readonly string[];
  columns: readonly string[];
  changes: Map<string, Change>;
  views: { columns: readonly string[]; pages: Pages<Row> }[];
  groups: { by: string; pages: Pages<Row[]>; pending: Set<string> }[];
}

/** A change that is not sent yet. The row of an update has only its key and the changed columns. */
interface Change {
  action: 'upsert' | 'insert' | 'update' | 'delete';
  row: Row;
}

export type BufferedTable = ReturnType<typeof openBufferedTable>;

/** One table in a transaction: reads fetch pages of rows, and changes are buffered until they are flushed. */
export function openBufferedTable(connection: Connection, name: CatalogTable) {
  const table: State = {
    connection,
    // `facts` is the table of the service.
    name: name === 'facts' ? 'catalog_facts' : toSnakeCase(name),
    ...CATALOG_TABLES[name],
    changes: new Map(),
    views: [],
    groups: [],
  };
  const changeOf = (row: Row) => table.changes.get(nameOf(table, row));
  return {
    prepareFind: (columns: readonly string[]) => prepareFind(table, columns),
    prepareList: (by: string, columns: readonly string[]) => prepareList(table, by, columns),
    upsert: (row: Row, before?: Row) => change(table, 'upsert', row, before),
    insert: (row: Row) => {
      const name = nameOf(table, row);
      const pending = table.changes.get(name)?.action;
      if (pending === undefined || pending === 'delete')
        change(table, pending ? 'upsert' : 'insert', row, undefined, name);
    },
    update: (before: Row, part: Row) => {
      const pending: Change = changeOf(before) ?? { action: 'update', row: pick(before, table.key) };
      if (pending.action !== 'delete') change(table, pending.action, { ...pending.row, ...part }, before);
    },
    delete: (before: Row) => change(table, 'delete', before),
    hasChanges: () => table.changes.size > 0,
    /** The pending changes of a row that was read without the pages. */
    findChange: (row: Row) => pick(changeOf(row)?.row ?? {}, Object.keys(row)),
    flush: () => flush(table),
  };
}

function change(table: State, action: Change['action'], row: Row, before?: Row, name = nameOf(table, row)): void {
  for (const { by, pages, pending } of table.groups) {
    for (const value of [before?.[by], row[by]]) {
      if (value == null) continue;
      const group = encode([value as KeyPart]);
      pending.add(group);
      pages.invalidate(group);
    }
  }
  table.changes.set(name, { action, row });
  if (action === 'update') return;
  for (const { columns, pages } of table.views) pages.put(name, action === 'delete' ? undefined : pick(row, columns));
}

function prepareFind(table: State, columns: readonly string[]) {
  const pages = openPages<Row>({
    read: async (from, limit) => {
      const rows = await readFrom(table, table.key, columns, from, limit);
      const found = rows.map((row): [string, Row] => [nameOf(table, row), pick(row, columns)]);
      return { rows: found, to: rows.length < limit ? undefined : found.at(-1)?.[0] };
    },
    isPending: (name) => (table.changes.get(name)?.action ?? 'update') !== 'update',
    ...pageSize(table, columns),
  });
  table.views.push({ columns, pages });
  return async (...key: KeyPart[]): Promise<Row | undefined> => {
    const name = encode(key);
    const found = await pages.find(name);
    const pending = table.changes.get(name);
    return found && pending?.action === 'update' ? { ...found, ...pick(pending.row, columns) } : found;
  };
}

function prepareList(table: State, by: string, columns: readonly string[]) {
  const pending = new Set<string>();
  const pages = openPages<Row[]>({
    read: async (from, limit) => {
      for (let count = limit; ; count *= 4) {
        const rows = await readFrom(table, [by], columns, from, count);
        const found = [...Map.groupBy(rows, (row) => encode([row[by] as KeyPart]))];
        if (rows.length < count) return { rows: found, to: undefined };
        // The last group may be incomplete.
        found.pop();
        if (found.length > 0) return { rows: found, to: found.at(-1)?.[0] };
      }
    },
    isPending: (group) => pending.has(group),
    ...pageSize(table, columns),
  });
  table.groups.push({ by, pages, pending });
  return {
    /** Whether changes must be flushed before the rows can be listed. */
    isPending: (value: KeyPart) => pending.has(encode([value])),
    list: async (value: KeyPart): Promise<Row[]> => (await pages.find(encode([value]))) ?? [],
  };
}

/** Rows in the order of the columns `by`, starting at these values. With an infinite limit: all rows. */
function readFrom(
  { connection, name, key }: State,
  by: readonly string[],
  columns: readonly string[],
  from: string,
  limit: number,
): Promise<Row[]> {
  const selected = [...new Set([...by, ...columns])].map((column) => `${toSnakeCase(column)} AS "${column}"`);
  const order = [...new Set([...by, ...key])].map(toSnakeCase);
  const first = decode(from).map((_, i) => `$${i + 2}`);
  const isAfter = `WHERE (${by.map(toSnakeCase).join(', ')}) >= (${first.join(', ')})`;
  const isWhole = limit === Infinity;
  return connection.query<Row>({
    text: `SELECT ${selected.join(', ')} FROM ${name} ${isWhole ? '' : isAfter} ORDER BY ${order.join(', ')} ${isWhole ? '' : 'LIMIT $1'}`,
    values: isWhole ? [] : [limit, ...decode(from)],
  });
}

/** Sends all changes at once. Statements that are sent later see them. */
async function flush({ connection, name, key, columns, changes, views, groups }: State): Promise<void> {
  if (changes.size === 0) return;
  const [keys, all] = [key.map(toSnakeCase), columns.map(toSnakeCase)];
  const actions = Object.groupBy(changes.values(), ({ action }) => action);
  const { upsert = [], insert = [], update = [], delete: deleted = [] } = actions;
  const valuesOf = (list: readonly Change[], of: readonly string[]) =>
    list.map(({ row }) => of.map((column) => row[column]));
  const sent = [deleteRows(connection, name, keys, valuesOf(deleted, key))];
  if (keys.length === all.length)
    sent.push(insertKeys(connection, name, all, valuesOf([...upsert, ...insert], columns)));
  else {
    sent.push(insertRows(connection, name, all, valuesOf(upsert, columns), onConflict(keys, all)));
    sent.push(insertRows(connection, name, all, valuesOf(insert, columns), 'DO NOTHING'));
  }
  for (const column of columns.slice(key.length)) {
    const changed = update.filter(({ row }) => column in row);
    sent.push(updateRows(connection, name, [...keys, toSnakeCase(column)], valuesOf(changed, [...key, column])));
  }
  for (const { pages, columns: selected } of views) {
    for (const [one, { action, row }] of changes) {
      const known = action === 'update' ? pages.peek(one)?.value : undefined;
      if (known) pages.put(one, { ...known, ...pick(row, selected) });
    }
  }
  for (const { pending } of groups) pending.clear();
  changes.clear();
  await Promise.all(sent);
}

function pageSize({ name }: State, columns: readonly string[]): typeof LARGE {
  if (WHOLE_TABLES.includes(name)) return WHOLE;
  return columns.some((column) => LARGE_COLUMNS.includes(column)) ? LARGE : SMALL;
}

function pick(row: Row, columns: readonly string[]): Row {
  const picked: Row = {};
  for (const column of columns) if (column in row) picked[column] = row[column];
  return picked;
}

function nameOf({ key }: State, row: Row): string {
  let name = encodePart(row[key[0] as string] as KeyPart);
  for (let i = 1; i < key.length; i++) name += `\0${encodePart(row[key[i] as string] as KeyPart)}`;
  return name;
}

/** A key as a text with the same order. Ids have at most 16 digits, and texts of PostgreSQL have no zero byte. */
function encode(key: readonly KeyPart[]): string {
  return key.map(encodePart).join('\0');
}

function encodePart(part: KeyPart): string {
  return typeof part === 'number' ? String(part).padStart(16, '0') : part;
}

function decode(name: string): string[] {
  return name.split('\0');
}

import { CATALOG_TABLES, type CatalogTable, onConflict, toSnakeCase } from '../catalog-tables.ts';
import type { Connection } from './database.ts';
import { openPages, type Pages } from './pages.ts';
import { insertKeys, insertRows, removeRows, updateRows } from './rows.ts';

export type Row = Record<string, unknown>;
export type KeyPart = string | number;

/** How many rows a page has, and how many are kept: a few megabytes. */
const LARGE = { firstLimit: 16, mostLimit: 300, most: 3000 };
const SMALL = { firstLimit: 16, mostLimit: 4000, most: 100_000 };
const LARGE_COLUMNS = ['line', 'record', 'card'];
/** Small tables, whose rows are asked for in any order, are read whole. */
const WHOLE = { firstLimit: Infinity, mostLimit: Infinity, most: Infinity };
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

/** What is to be written, and has not been yet. The row of `set` has only its key and what changes. */
interface Change {
  action: 'put' | 'add' | 'set' | 'remove';
  row: Row;
}

export type BufferedTable = ReturnType<typeof openBufferedTable>;

/** One table of a transaction: rows are read ahead in pages, and changes are buffered until they are flushed. */
export function openBufferedTable(connection: Connection, name: CatalogTable) {
  const table: State = {
    connection,
    // The facts of the service are in the same database.
    name: name === 'facts' ? 'catalog_facts' : toSnakeCase(name),
    ...CATALOG_TABLES[name],
    changes: new Map(),
    views: [],
    groups: [],
  };
  const changeOf = (row: Row) => table.changes.get(nameOf(table, row));
  return {
    rows: (columns: readonly string[]) => openRows(table, columns),
    groups: (by: string, columns: readonly string[]) => openGroups(table, by, columns),
    put: (row: Row, before?: Row) => change(table, 'put', row, before),
    add: (row: Row) => {
      const name = nameOf(table, row);
      const waiting = table.changes.get(name)?.action;
      if (waiting === undefined || waiting === 'remove') change(table, waiting ? 'put' : 'add', row, undefined, name);
    },
    set: (before: Row, part: Row) => {
      const waiting: Change = changeOf(before) ?? { action: 'set', row: pick(before, table.key) };
      if (waiting.action !== 'remove') change(table, waiting.action, { ...waiting.row, ...part }, before);
    },
    remove: (before: Row) => change(table, 'remove', before),
    hasChanges: () => table.changes.size > 0,
    /** What of a row that was read past the pages has changed. */
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
      pages.forget(group);
    }
  }
  table.changes.set(name, { action, row });
  if (action === 'set') return;
  for (const { columns, pages } of table.views) pages.put(name, action === 'remove' ? undefined : pick(row, columns));
}

function openRows(table: State, columns: readonly string[]) {
  const pages = openPages<Row>({
    read: async (from, limit) => {
      const rows = await readFrom(table, table.key, columns, from, limit);
      const found = rows.map((row): [string, Row] => [nameOf(table, row), pick(row, columns)]);
      return { rows: found, to: rows.length < limit ? undefined : found.at(-1)?.[0] };
    },
    isPending: (name) => (table.changes.get(name)?.action ?? 'set') !== 'set',
    ...pageSize(table, columns),
  });
  table.views.push({ columns, pages });
  return async (...key: KeyPart[]): Promise<Row | undefined> => {
    const name = encode(key);
    const found = await pages.find(name);
    const waiting = table.changes.get(name);
    return found && waiting?.action === 'set' ? { ...found, ...pick(waiting.row, columns) } : found;
  };
}

function openGroups(table: State, by: string, columns: readonly string[]) {
  const pending = new Set<string>();
  const pages = openPages<Row[]>({
    read: async (from, limit) => {
      for (let most = limit; ; most *= 4) {
        const rows = await readFrom(table, [by], columns, from, most);
        const found = [...Map.groupBy(rows, (row) => encode([row[by] as KeyPart]))];
        if (rows.length < most) return { rows: found, to: undefined };
        // There may be more rows of the last group.
        found.pop();
        if (found.length > 0) return { rows: found, to: found.at(-1)?.[0] };
      }
    },
    isPending: (group) => pending.has(group),
    ...pageSize(table, columns),
  });
  table.groups.push({ by, pages, pending });
  return {
    /** Whether changes have to be flushed before it can be listed. */
    isPending: (value: KeyPart) => pending.has(encode([value])),
    list: async (value: KeyPart): Promise<Row[]> => (await pages.find(encode([value]))) ?? [],
  };
}

/** Rows in the order of the columns `by`, from these values on; without a limit, all rows. */
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

async function flush({ connection, name, key, columns, changes, views, groups }: State): Promise<void> {
  if (changes.size === 0) return;
  const [keys, all] = [key.map(toSnakeCase), columns.map(toSnakeCase)];
  const { put = [], add = [], set = [], remove = [] } = Object.groupBy(changes.values(), ({ action }) => action);
  const valuesOf = (list: readonly Change[], of: readonly string[]) =>
    list.map(({ row }) => of.map((column) => row[column]));
  await removeRows(connection, name, keys, valuesOf(remove, key));
  if (keys.length === all.length) await insertKeys(connection, name, all, valuesOf([...put, ...add], columns));
  else {
    await insertRows(connection, name, all, valuesOf(put, columns), onConflict(keys, all));
    await insertRows(connection, name, all, valuesOf(add, columns), 'DO NOTHING');
  }
  for (const column of columns.slice(key.length)) {
    const changed = set.filter(({ row }) => column in row);
    await updateRows(connection, name, [...keys, toSnakeCase(column)], valuesOf(changed, [...key, column]));
  }
  for (const { pages, columns: shown } of views) {
    for (const [one, { action, row }] of changes) {
      const known = action === 'set' ? pages.peek(one)?.value : undefined;
      if (known) pages.put(one, { ...known, ...pick(row, shown) });
    }
  }
  for (const { pending } of groups) pending.clear();
  changes.clear();
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

/** A key as a text with the same order: ids have at most 16 digits, and no text in PostgreSQL has a zero byte. */
function encode(key: readonly KeyPart[]): string {
  return key.map(encodePart).join('\0');
}

function encodePart(part: KeyPart): string {
  return typeof part === 'number' ? String(part).padStart(16, '0') : part;
}

function decode(name: string): string[] {
  return name.split('\0');
}

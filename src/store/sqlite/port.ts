import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type CatalogPort, copyStatements, MAX_LAYERS_PER_MARK } from '../catalog-port.ts';
import type { EntryReference, NumberedGame } from '../catalog-store.ts';
import { CATALOG_TABLES, type CatalogTable, onConflict, toSnakeCase } from '../catalog-tables.ts';
import { entryReferences } from '../entry-references.ts';
import { isPacked, packText, unpackRow } from './packed-text.ts';
import { openQueries } from './queries.ts';

/** The database is in this process: every operation runs one prepared statement immediately. */
export function sqlitePort(database: DatabaseSync): CatalogPort {
  const names = Object.keys(CATALOG_TABLES) as CatalogTable[];
  const tables = Object.fromEntries(names.map((name) => [name, prepareTable(database, name)])) as Record<
    CatalogTable,
    ReturnType<typeof prepareTable>
  >;
  const copySql = copyStatements(
    {
      object: 'json_object',
      text: (column) => `unpack(${column})`,
      hex: (column) => `nullif(lower(hex(${column})), '')`,
    },
    (column) => `${column} = ?`,
  );
  const copies = {
    layer: database.prepare(copySql.layer),
    game: database.prepare(copySql.game),
    superseded: database.prepare(copySql.superseded),
  };
  const findByMarks = database.prepare(BY_MARKS);
  const listAfter = database.prepare(GAMES_AFTER);
  return {
    prepareFind: (table, columns) => {
      const statement = tables[table].select(columns, tables[table].hasKey);
      return async (...values) => unpackRow(statement.get(...values)) as never;
    },
    prepareList: (table, by, columns) => {
      const statement = tables[table].select(columns, `${toSnakeCase(by)} = ?`);
      return async (value) => statement.all(value).map(unpackRow) as never;
    },
    upsert: async (table, row) => tables[table].upsert(row),
    insert: async (table, rows) => {
      for (const row of rows) tables[table].insert(row);
    },
    update: async (table, before, change) => tables[table].update(before, change),
    delete: async (table, before) => tables[table].delete(before),
    copy: async (copy, key) => void copies[copy].run(key),
    findByMarks: async (marks) => findByMarks.all(JSON.stringify(marks)) as never,
    listGamesWithEntries: async (entries, after, limit) => listGamesWithEntries(listAfter, entries, after, limit),
    db: openQueries(database),
  };
}

function prepareTable(database: DatabaseSync, table: CatalogTable) {
  const { key, columns } = CATALOG_TABLES[table];
  const [name, keys, all] = [toSnakeCase(table), key.map(toSnakeCase), columns.map(toSnakeCase)];
  const hasKey = keys.map((column) => `${column} = ?`).join(' AND ');
  const insertInto = `INSERT INTO ${name} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')}) ON CONFLICT`;
  const upsert = database.prepare(`${insertInto} ${onConflict(keys, all)}`);
  const insert = database.prepare(`${insertInto} DO NOTHING`);
  const deleteRow = database.prepare(`DELETE FROM ${name} WHERE ${hasKey}`);
  const updates = new Map<string, StatementSync>();
  const updateOf = (column: string) => {
    const update =
      updates.get(column) ?? database.prepare(`UPDATE ${name} SET ${toSnakeCase(column)} = ? WHERE ${hasKey}`);
    updates.set(column, update);
    return update;
  };
  const stored = (column: string, value: SQLInputValue) => (isPacked(name, column) ? packText(value as string) : value);
  const valuesOf = (row: object, of: readonly string[]) =>
    of.map((column) => stored(column, (row as Row)[column] as SQLInputValue));
  return {
    hasKey,
    select: (wanted: readonly string[], where: string) =>
      database.prepare(`SELECT ${selected(wanted)} FROM ${name} WHERE ${where} ORDER BY ${keys.join(', ')}`),
    upsert: (row: object) => void upsert.run(...valuesOf(row, columns)),
    insert: (row: object) => void insert.run(...valuesOf(row, columns)),
    update: (before: object, change: object) => {
      for (const [column, value] of Object.entries(change))
        updateOf(column).run(stored(column, value), ...valuesOf(before, key));
    },
    delete: (row: object) => void deleteRow.run(...valuesOf(row, key)),
  };
}

type Row = Record<string, SQLInputValue>;

function selected(columns: readonly string[]): string {
  return columns.map((column) => `${toSnakeCase(column)} AS ${column}`).join(', ');
}

const BY_MARKS = `
  SELECT wanted.value AS mark, layers.key, source, game_id AS gameId
  FROM json_each(?) AS wanted
  JOIN layers ON layer_id IN (SELECT layer_id FROM marks WHERE mark = wanted.value LIMIT ${MAX_LAYERS_PER_MARK})
  ORDER BY mark, layers.key`;

const GAMES_AFTER = `
  SELECT game_id AS gameId, modified_at AS modifiedAt, hash, provenance, record
  FROM games JOIN records USING (game_id, revision) WHERE game_id > ? ORDER BY game_id`;

function listGamesWithEntries(
  listAfter: StatementSync,
  entries: readonly EntryReference[],
  after: number,
  limit: number,
): NumberedGame[] {
  const { pattern, references } = entryReferences(entries);
  const [expression, wanted] = [new RegExp(pattern, 'g'), new Set(references)];
  const found: NumberedGame[] = [];
  for (const row of listAfter.iterate(after)) {
    const game = unpackRow(row) as unknown as NumberedGame;
    if (game.record.match(expression)?.some((reference) => wanted.has(reference))) found.push(game);
    if (found.length === limit) break;
  }
  return found;
}

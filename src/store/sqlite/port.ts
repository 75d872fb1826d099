import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type CatalogPort, copyStatements, MOST_OF_MARK } from '../catalog-port.ts';
import type { EntryName, NumberedGame } from '../catalog-store.ts';
import { CATALOG_TABLES, type CatalogTable, onConflict, toSnakeCase } from '../catalog-tables.ts';
import { entryNames } from '../entry-names.ts';
import { openQueries } from './queries.ts';

/** The database is in this process: every operation is one prepared statement, run at once. */
export function sqlitePort(database: DatabaseSync): CatalogPort {
  const names = Object.keys(CATALOG_TABLES) as CatalogTable[];
  const tables = Object.fromEntries(names.map((name) => [name, prepareTable(database, name)])) as Record<
    CatalogTable,
    ReturnType<typeof prepareTable>
  >;
  const copySql = copyStatements('json_object', (column) => `${column} = ?`);
  const copies = {
    layer: database.prepare(copySql.layer),
    game: database.prepare(copySql.game),
    superseded: database.prepare(copySql.superseded),
  };
  const findByMarks = database.prepare(BY_MARKS);
  const listAfter = database.prepare(GAMES_AFTER);
  return {
    rows: (table, columns) => {
      const statement = tables[table].select(columns, tables[table].isThis);
      return async (...values) => statement.get(...values) as never;
    },
    groups: (table, by, columns) => {
      const statement = tables[table].select(columns, `${toSnakeCase(by)} = ?`);
      return async (value) => statement.all(value) as never;
    },
    put: async (table, row) => tables[table].put(row),
    add: async (table, rows) => {
      for (const row of rows) tables[table].add(row);
    },
    set: async (table, before, change) => tables[table].set(before, change),
    remove: async (table, before) => tables[table].remove(before),
    copy: async (copy, key) => void copies[copy].run(key),
    findByMarks: async (marks) => findByMarks.all(JSON.stringify(marks)) as never,
    listGamesNaming: async (entries, after, limit) => listGamesNaming(listAfter, entries, after, limit),
    db: openQueries(database),
  };
}

function prepareTable(database: DatabaseSync, table: CatalogTable) {
  const { key, columns } = CATALOG_TABLES[table];
  const [name, keys, all] = [toSnakeCase(table), key.map(toSnakeCase), columns.map(toSnakeCase)];
  const isThis = keys.map((column) => `${column} = ?`).join(' AND ');
  const insert = `INSERT INTO ${name} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')}) ON CONFLICT`;
  const put = database.prepare(`${insert} ${onConflict(keys, all)}`);
  const add = database.prepare(`${insert} DO NOTHING`);
  const remove = database.prepare(`DELETE FROM ${name} WHERE ${isThis}`);
  const setters = new Map<string, StatementSync>();
  const setterOf = (column: string) => {
    const setter =
      setters.get(column) ?? database.prepare(`UPDATE ${name} SET ${toSnakeCase(column)} = ? WHERE ${isThis}`);
    setters.set(column, setter);
    return setter;
  };
  const valuesOf = (row: object, of: readonly string[]) => of.map((column) => (row as Row)[column] as SQLInputValue);
  return {
    isThis,
    select: (wanted: readonly string[], where: string) =>
      database.prepare(`SELECT ${selected(wanted)} FROM ${name} WHERE ${where} ORDER BY ${keys.join(', ')}`),
    put: (row: object) => void put.run(...valuesOf(row, columns)),
    add: (row: object) => void add.run(...valuesOf(row, columns)),
    set: (before: object, change: object) => {
      for (const [column, value] of Object.entries(change)) setterOf(column).run(value, ...valuesOf(before, key));
    },
    remove: (row: object) => void remove.run(...valuesOf(row, key)),
  };
}

type Row = Record<string, SQLInputValue>;

function selected(columns: readonly string[]): string {
  return columns.map((column) => `${toSnakeCase(column)} AS ${column}`).join(', ');
}

const BY_MARKS = `
  SELECT wanted.value AS mark, layers.key, source, game_id AS gameId
  FROM json_each(?) AS wanted
  JOIN layers ON layer_id IN (SELECT layer_id FROM marks WHERE mark = wanted.value LIMIT ${MOST_OF_MARK})
  ORDER BY mark, layers.key`;

const GAMES_AFTER = `
  SELECT game_id AS gameId, modified_at AS modifiedAt, hash, provenance, record
  FROM games JOIN records USING (game_id, revision) WHERE game_id > ? ORDER BY game_id`;

function listGamesNaming(
  listAfter: StatementSync,
  entries: readonly EntryName[],
  after: number,
  limit: number,
): NumberedGame[] {
  const { pattern, names } = entryNames(entries);
  const [expression, wanted] = [new RegExp(pattern, 'g'), new Set(names)];
  const found: NumberedGame[] = [];
  for (const row of listAfter.iterate(after)) {
    const game = row as unknown as NumberedGame;
    if (game.record.match(expression)?.some((name) => wanted.has(name))) found.push(game);
    if (found.length === limit) break;
  }
  return found;
}

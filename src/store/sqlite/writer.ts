import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { ImportRunning } from '../../errors.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { type CatalogPort, type Copy, copyStatement, MAX_LAYERS_PER_MARK } from '../catalog-port.ts';
import { type CatalogTable, selected, shapeOf, type TableShape } from '../catalog-tables.ts';
import { toSnakeCase } from '../sql.ts';
import { isBusy } from './errors.ts';
import { packText } from './packed-text.ts';
import { sqliteSql } from './sql.ts';

export function beginWriting(database: DatabaseSync): void {
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new ImportRunning();
  }
}

/** The database is in this process: every operation runs one prepared statement immediately. */
export function sqlitePort(database: DatabaseSync): CatalogPort {
  const sql = sqliteSql(database);
  const tables = new Map<CatalogTable, ReturnType<typeof prepareTable>>();
  const of = (table: CatalogTable) => getOrInsert(tables, table, () => prepareTable(database, shapeOf(table)));
  const copies = new Map<Copy, StatementSync>();
  const prepareCopy = (copy: Copy) => database.prepare(copyStatement(sql, copy, (column) => `${column} = ?`));
  const findByMarks = database.prepare(BY_MARKS);
  return {
    sql,
    prepareFind: (table, columns) => {
      const statement = of(table).select(columns, of(table).hasKey);
      return async (...key) => statement.get(...key) as never;
    },
    prepareList: (table, by, columns) => {
      const statement = of(table).select(columns, `${toSnakeCase(by)} = ?`);
      return async (value) => statement.all(value) as never;
    },
    upsert: async (table, row) => of(table).upsert(row as StoredRow),
    update: async (table, before, change) => of(table).update(before as StoredRow, change as StoredRow),
    delete: async (table, before) => of(table).remove(before as StoredRow),
    copy: async (copy, key) => void getOrInsert(copies, copy, prepareCopy).run(key),
    findByMarks: async (marks) => findByMarks.all(JSON.stringify(marks)) as never,
  };
}

type StoredRow = Record<string, SQLInputValue>;

function prepareTable(database: DatabaseSync, { name, key, columns, packed, onConflict }: TableShape) {
  const hasKey = key.map((column) => `${toSnakeCase(column)} = ?`).join(' AND ');
  const all = columns.map(toSnakeCase).join(', ');
  const upsert = database.prepare(
    `INSERT INTO ${name} (${all}) VALUES (${columns.map(() => '?').join(', ')}) ${onConflict}`,
  );
  const remove = database.prepare(`DELETE FROM ${name} WHERE ${hasKey}`);
  const updates = new Map<string, StatementSync>();
  const prepareUpdate = (column: string) =>
    database.prepare(`UPDATE ${name} SET ${toSnakeCase(column)} = ? WHERE ${hasKey}`);
  const valueIn = (row: StoredRow, column: string) => row[column] as SQLInputValue;
  const keyOf = (row: StoredRow) => key.map((column) => valueIn(row, column));
  return {
    hasKey,
    select: (wanted: readonly string[], where: string) => {
      const read = wanted
        .map((column) => (packed.has(column) ? `unpack(${column}) AS ${column}` : selected(column)))
        .join(', ');
      return database.prepare(`SELECT ${read} FROM ${name} WHERE ${where} ORDER BY ${key.map(toSnakeCase).join(', ')}`);
    },
    upsert: (row: StoredRow) => {
      const stored = (column: string) => (packed.has(column) ? packText(valueIn(row, column)) : valueIn(row, column));
      upsert.run(...columns.map(stored));
    },
    update: (before: StoredRow, change: StoredRow) => {
      for (const [column, value] of Object.entries(change))
        getOrInsert(updates, column, prepareUpdate).run(value, ...keyOf(before));
    },
    remove: (row: StoredRow) => void remove.run(...keyOf(row)),
  };
}

const BY_MARKS = `
  SELECT wanted.value AS mark, layers.key, source, game_id AS gameId
  FROM json_each(?) AS wanted
  JOIN layers ON layer_id IN (SELECT layer_id FROM marks WHERE mark = wanted.value LIMIT ${MAX_LAYERS_PER_MARK})
  ORDER BY mark, layers.key`;

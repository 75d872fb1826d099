import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../errors.ts';
import { type MovableStore, type MovedTable, type Row, type TableAccess, tableReads } from '../moved-tables.ts';
import { CATALOG_SCHEMA } from './catalog-schema.ts';
import { makeFolder, openDatabase, rollback } from './database.ts';
import { isPacked, packText, unpackText } from './packed-text.ts';
import { SERVICE_SCHEMA } from './service-schema.ts';

type Parts = Record<MovedTable['part'], DatabaseSync>;

const FILES = { catalog: 'catalog.db', service: 'service.db' };

/** `isNew`: creates the folder if it does not exist. */
export function openSqliteTables(folder: string, isNew: boolean): MovableStore {
  if (!isNew && !existsSync(join(folder, FILES.catalog)))
    throw new OperatorError(`${folder} is not a data folder: it has no ${FILES.catalog}`);
  makeFolder(folder);
  const created = Object.values(FILES).filter((file) => !existsSync(join(folder, file)));
  const parts: Parts = {
    catalog: openDatabase(join(folder, FILES.catalog), CATALOG_SCHEMA),
    service: openDatabase(join(folder, FILES.service), SERVICE_SCHEMA),
  };
  const all = Object.values(parts);
  const within = async <T>(begin: string, work: (tables: TableAccess) => Promise<T>): Promise<T> => {
    for (const database of all) database.exec(begin);
    try {
      const result = await work(tableAccess(parts));
      for (const database of all) database.exec('COMMIT');
      return result;
    } catch (error) {
      for (const database of all) rollback(database);
      throw error;
    }
  };
  let isKept = !isNew;
  return {
    location: folder,
    read: (work) => within('BEGIN', work),
    write: async (work) => {
      const result = await within('BEGIN IMMEDIATE', work);
      isKept = true;
      return result;
    },
    close: async () => {
      for (const database of all) database.close();
      // Empty databases would look like a store.
      if (!isKept) for (const file of created) rmSync(join(folder, file), { force: true });
    },
  };
}

function tableAccess(parts: Parts): TableAccess {
  const reads = tableReads(async ({ part }, text, values) => {
    const statement = parts[part].prepare(text);
    statement.setReturnArrays(true);
    return statement.all(...values) as unknown as Row[];
  });
  return {
    ...reads,
    read: async (table, ...where) =>
      (await reads.read(table, ...where)).map((row) => mapPacked(table, row, unpackText)),
    write: async (table, rows) => {
      const parameters = table.columns.map(() => '?').join(', ');
      const insert = parts[table.part].prepare(
        `INSERT INTO ${table.name} (${table.columns.join(', ')}) VALUES (${parameters})`,
      );
      for (const row of rows) insert.run(...mapPacked(table, row, packText));
    },
    readLastId: async (table) => {
      const given = parts[table.part].prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table.name)?.seq;
      const sql = `SELECT max(${table.columns[0]}) AS highest FROM ${table.name}`;
      return Math.max(Number(given ?? 0), Number(parts[table.part].prepare(sql).get()?.highest ?? 0));
    },
    setLastId: async (table, lastId) => {
      const database = parts[table.part];
      const { changes } = database
        .prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?')
        .run(lastId, table.name);
      // A table without AUTOINCREMENT has no row in sqlite_sequence.
      const hasAutoincrement = /AUTOINCREMENT/.test(
        String(database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table.name)?.sql),
      );
      if (changes === 0 && hasAutoincrement && lastId > 0)
        database.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table.name, lastId);
    },
  };
}

function mapPacked({ name, columns }: MovedTable, row: Row, change: (value: never) => string | Uint8Array): Row {
  return row.map((value, i) => (isPacked(name, columns[i] as string) ? change(value as never) : value));
}

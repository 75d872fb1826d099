import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../errors.ts';
import type { MovableStore, TableAccess } from '../move.ts';
import type { Table } from '../tables.ts';
import { makeFolder, openDatabase, rollback } from './database.ts';
import { DATABASES } from './folder-marker.ts';
import { packText } from './packed-text.ts';
import { CATALOG_SCHEMA, SERVICE_SCHEMA } from './schema.ts';
import { sqliteSql } from './sql.ts';

/** `isNew`: creates the folder if it does not exist. */
export function openSqliteTables(folder: string, isNew: boolean): MovableStore {
  const [catalog, service] = DATABASES.map((file) => join(folder, file)) as [string, string];
  if (!isNew && !existsSync(catalog))
    throw new OperatorError(`${folder} is not a data folder: it has no ${DATABASES[0]}`);
  makeFolder(folder);
  const created = [catalog, service].filter((path) => !existsSync(path));
  const database = openDatabase(catalog, CATALOG_SCHEMA);
  openDatabase(service, SERVICE_SCHEMA).close();
  database.prepare('ATTACH ? AS service').run(service);
  const within = async <T>(begin: string, work: (tables: TableAccess) => Promise<T>): Promise<T> => {
    database.exec(begin);
    try {
      const result = await work(tableAccess(database));
      database.exec('COMMIT');
      return result;
    } finally {
      rollback(database);
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
      database.close();
      // Empty databases would look like a store.
      if (!isKept) for (const path of created) rmSync(path, { force: true });
    },
  };
}

function tableAccess(database: DatabaseSync): TableAccess {
  const sql = sqliteSql(database);
  const sequences = ({ part }: Table) => `${part === 'catalog' ? 'main' : 'service'}.sqlite_sequence`;
  return {
    sql,
    write: async ({ name, columns, packed }, rows) => {
      const insert = database.prepare(
        `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows)
        insert.run(...row.map((value, i) => (packed.has(columns[i] as string) ? packText(value) : value)));
    },
    readLastId: async (table) => {
      const text = `SELECT seq FROM ${sequences(table)} WHERE name = ?`;
      return (await sql.query<[number]>(text, [table.name]))[0]?.[0] ?? 0;
    },
    setLastId: async (table, lastId) => {
      await sql.query(`DELETE FROM ${sequences(table)} WHERE name = ?`, [table.name]);
      await sql.query(`INSERT INTO ${sequences(table)} (name, seq) VALUES (?, ?)`, [table.name, lastId]);
    },
  };
}

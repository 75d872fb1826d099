import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { catalogStore } from '../catalog-store.ts';
import { openDatabase, truncateWal } from './database.ts';
import { CATALOG_SCHEMA } from './schema.ts';
import { sqliteSql } from './sql.ts';
import { beginWriting, sqlitePort } from './writer.ts';

/** Kilobytes, for an import, which writes all over the file. */
const LARGE_CACHE = 64_000;

/** The catalog without the service. */
export function openSqliteCatalog(folder: string) {
  const path = join(folder, 'catalog.db');
  const open = () => openDatabase(path, CATALOG_SCHEMA);
  const database = open();
  const sql = sqliteSql(database);
  /** A transaction needs a connection that runs no other statements. Closing it ends a transaction that has failed. */
  const withOwnConnection = async <T>(work: (own: DatabaseSync) => Promise<T>): Promise<T> => {
    const own = open();
    try {
      return await work(own);
    } finally {
      own.close();
    }
  };
  const catalog = catalogStore(sql, {
    read: (work) =>
      withOwnConnection((own) => {
        own.exec('BEGIN');
        return work(sqlitePort(own));
      }),
    write: async (work) => {
      const written = await withOwnConnection(async (own) => {
        own.exec(`PRAGMA cache_size = -${LARGE_CACHE}`);
        beginWriting(own);
        const result = await work(sqlitePort(own));
        own.exec('COMMIT');
        return result;
      });
      truncateWal(path);
      return written;
    },
  });
  return { catalog, tidy: () => truncateWal(path), close: () => database.close() };
}

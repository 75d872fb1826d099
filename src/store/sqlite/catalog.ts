import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { readDocuments, readIndex } from '../catalog/reads.ts';
import { catalogReads, pictureTexts } from '../catalog-reads.ts';
import type { CatalogStore } from '../catalog-store.ts';
import { openDatabase } from './database.ts';
import { CATALOG_SCHEMA } from './schema.ts';
import { sqliteSql } from './sql.ts';
import { readSqliteCatalog, writeSqliteCatalog } from './writer.ts';

/** The catalog without the service. */
export function openSqliteCatalog(folder: string): { catalog: CatalogStore; close(): void } {
  const open = () => openDatabase(join(folder, 'catalog.db'), CATALOG_SCHEMA);
  const database = open();
  return { catalog: sqliteCatalog(database, open), close: () => database.close() };
}

function sqliteCatalog(database: DatabaseSync, openOwn: () => DatabaseSync): CatalogStore {
  const sql = sqliteSql(database);
  return {
    ...catalogReads(sql),
    readIndex: (since, sequence) =>
      withOwnConnection(openOwn, async (own) => {
        // It reads each page once.
        own.exec('PRAGMA cache_size = -8000; BEGIN');
        return readIndex(sqliteSql(own), since, sequence);
      }),
    readCards: (versions) => readDocuments(sql, 'card', versions),
    readRecords: (versions) => readDocuments(sql, 'record', versions),
    readProvenance: (versions) => readDocuments(sql, 'provenance', versions),
    visitPictureTexts: (visit) =>
      withOwnConnection(openOwn, async (own) => {
        for (const { text } of own.prepare(pictureTexts(sql)).iterate()) visit(String(text));
      }),
    write: (work) => withOwnConnection(openOwn, (own) => writeSqliteCatalog(own, work)),
    read: (work) => withOwnConnection(openOwn, (own) => readSqliteCatalog(own, work)),
  };
}

/** A transaction needs a connection that runs no other statements. */
async function withOwnConnection<T>(open: () => DatabaseSync, work: (own: DatabaseSync) => Promise<T>): Promise<T> {
  const own = open();
  // An import writes all over the file: with a small cache it would read most pages repeatedly.
  own.exec('PRAGMA cache_size = -64000');
  try {
    return await work(own);
  } finally {
    own.close();
  }
}

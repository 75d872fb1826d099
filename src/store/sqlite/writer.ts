import type { DatabaseSync } from 'node:sqlite';
import { ImportRunning } from '../../errors.ts';
import type { CatalogReader, CatalogWriter } from '../catalog-store.ts';
import { readCatalog, writeCatalog } from '../rules/writer.ts';
import { rollback } from './database.ts';
import { isBusy } from './errors.ts';
import { sqlitePort } from './port.ts';

/** Runs the work in one transaction of this connection. */
export async function writeSqliteCatalog<T>(
  database: DatabaseSync,
  work: (writer: CatalogWriter) => Promise<T>,
): Promise<T> {
  begin(database);
  try {
    const result = await writeCatalog(sqlitePort(database), work);
    database.exec('COMMIT');
    return result;
  } finally {
    rollback(database);
  }
}

/** Runs the work in one read transaction of this connection. */
export async function readSqliteCatalog<T>(
  database: DatabaseSync,
  work: (reader: CatalogReader) => Promise<T>,
): Promise<T> {
  database.exec('BEGIN');
  try {
    return await readCatalog(sqlitePort(database), work);
  } finally {
    rollback(database);
  }
}

function begin(database: DatabaseSync): void {
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new ImportRunning();
  }
}

import { ImportRunning } from '../../errors.ts';
import type { CatalogReader, CatalogWriter } from '../catalog-store.ts';
import { readCatalog, writeCatalog } from '../rules/writer.ts';
import type { Connection, PostgresDatabase } from './database.ts';
import { describeLost } from './errors.ts';
import { postgresPort } from './port.ts';
import { READ_ONE_STATE } from './read-index.ts';

/** How long one import waits for another one to finish. */
const LOCK_WAIT_MS = 5000;

/** Runs the work in one transaction. */
export function writePostgresCatalog<T>(
  database: PostgresDatabase,
  work: (writer: CatalogWriter) => Promise<T>,
): Promise<T> {
  const written = database.transaction('BEGIN', async (connection) => {
    await lockWriter(connection);
    const port = postgresPort(connection);
    try {
      const result = await writeCatalog(port, work);
      await port.flush();
      return result;
    } finally {
      await port.stop();
    }
  });
  return written.catch((error) => {
    throw describeLost(error);
  });
}

/** Runs the work in one read transaction. */
export function readPostgresCatalog<T>(
  database: PostgresDatabase,
  work: (reader: CatalogReader) => Promise<T>,
): Promise<T> {
  return database.transaction(READ_ONE_STATE, async (connection) => {
    const port = postgresPort(connection);
    // Of several reads at the same time one may fail first.
    return readCatalog(port, work).finally(port.stop);
  });
}

/** Allows one writer of the catalog at a time. */
export async function lockWriter(connection: Connection): Promise<void> {
  await connection.run(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
  try {
    await connection.run("SELECT 1 FROM catalog_facts WHERE name = 'writer' FOR UPDATE");
  } catch (error) {
    const busy = (error as { code?: string }).code === '55P03';
    throw busy ? new ImportRunning() : error;
  }
  await connection.run('SET LOCAL lock_timeout = 0');
}

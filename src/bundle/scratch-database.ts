import { DatabaseSync } from 'node:sqlite';

/**
 * A temporary database. SQLite keeps it in memory up to the size of the cache, then in an unlinked file, so that nothing is left
 * however the program ends. With a path, a file that is complete when the caller commits.
 */
export function openScratchDatabase(schema: string, path = ''): DatabaseSync {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  // Without a path it is never committed: the data is discarded when it closes. Without a journal it cannot be rolled back either.
  database.exec(
    'PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000; PRAGMA temp_store = FILE',
  );
  database.exec(`${schema}; BEGIN`);
  return database;
}

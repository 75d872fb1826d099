import { DatabaseSync } from 'node:sqlite';

/**
 * A database for what an import keeps for a while. SQLite holds it in memory as far as the cache goes, then in a file without
 * a name, so that nothing is left however the program ends.
 */
export function openScratchDatabase(schema: string): DatabaseSync {
  const database = new DatabaseSync('');
  // Nobody else reads it and nobody rolls back: one transaction without a journal.
  database.exec(
    'PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000; PRAGMA temp_store = FILE',
  );
  database.exec(`${schema}; BEGIN`);
  return database;
}

import type { Config } from '../config.ts';
import { openSqliteStore } from './sqlite/store.ts';
import type { Store } from './store.ts';

/** PostgreSQL if it is configured, else SQLite in the data folder. The driver of PostgreSQL is only loaded if needed. */
export async function openStore(config: Config): Promise<Store> {
  if (config.database_url === undefined) return openSqliteStore(config.data);
  const { openPostgresStore } = await import('./postgres/store.ts');
  return openPostgresStore(config);
}

import type { Config } from '../config.ts';
import { openSqliteStore } from './sqlite/store.ts';
import type { Store } from './store.ts';

/** PostgreSQL where there is one, else the data folder. Whoever has no PostgreSQL does not load its driver. */
export async function openStore(config: Config): Promise<Store> {
  if (config.database_url === undefined) return openSqliteStore(config.data);
  const { openPostgresStore } = await import('./postgres/store.ts');
  return openPostgresStore(config);
}

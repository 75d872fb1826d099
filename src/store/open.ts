import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { MovableStore } from './move.ts';
import { isUnavailable } from './postgres/errors.ts';
import { openSqliteCatalog } from './sqlite/catalog.ts';
import type { Store } from './store.ts';

/** PostgreSQL if it is configured, else SQLite in the data folder. What is not needed is not loaded. */
export async function openStore(config: Config): Promise<Store> {
  if (config.database_url === undefined) return (await import('./sqlite/store.ts')).openSqliteStore(config.data);
  return (await import('./postgres/store.ts')).openPostgresStore(config);
}

/**
 * The catalog without accounts and counters, for threads that only read it and start faster that way. A process that is already
 * serving does not check the schema: it keeps working after a newer node has upgraded the tables, which allows rolling upgrades.
 */
export async function openCatalogStore(
  config: Config,
  isServing: boolean,
): Promise<{ catalog: CatalogStore; close(): void | Promise<void> }> {
  if (config.database_url === undefined) return openSqliteCatalog(config.data);
  return (await import('./postgres/catalog.ts')).openPostgresCatalog(config, isServing);
}

/** Whether this error, from any thread, means that the database is unavailable. A data folder is always available. */
export function isStoreUnavailable({ database_url }: Pick<Config, 'database_url'>, error: unknown): boolean {
  if ((error as { code?: unknown } | null)?.code === 'STORE_UNAVAILABLE') return true;
  return database_url !== undefined && isUnavailable(error);
}

export function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text);
}

/** Opens a data folder or the URL of a database. */
export async function openTables(location: string, config: Config, isNew: boolean): Promise<MovableStore> {
  if (!isDatabaseUrl(location))
    return (await import('./sqlite/table-access.ts')).openSqliteTables(resolve(location), isNew);
  return (await import('./postgres/table-access.ts')).openPostgresTables(location, config.database_password);
}

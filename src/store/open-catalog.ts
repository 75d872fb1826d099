import type { Config } from '../config.ts';
import type { CatalogStore } from './catalog-store.ts';
import { openSqliteCatalog } from './sqlite/catalog.ts';

/**
 * The catalog without accounts and counters, for threads that only read it and start faster that way. A process that is already
 * serving does not check the schema: it keeps working after a newer node has upgraded the tables, which allows rolling upgrades.
 */
export async function openCatalogStore(
  config: Config,
  isServing: boolean,
): Promise<{ catalog: CatalogStore; close(): void | Promise<void> }> {
  if (config.database_url === undefined) return openSqliteCatalog(config.data);
  const { openPostgresCatalog } = await import('./postgres/catalog.ts');
  return openPostgresCatalog(config, isServing);
}

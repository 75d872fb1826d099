import type { Config } from '../config.ts';
import type { CatalogStore } from './catalog-store.ts';
import { openSqliteCatalog } from './sqlite/catalog.ts';

/**
 * The catalog without accounts and counters: a thread that only reads it starts sooner. A process that serves already goes on with
 * a database whose tables a newer Ludex has changed meanwhile, as far as it can: so nodes are brought up to date one after another.
 */
export async function openCatalogStore(
  config: Config,
  isServing: boolean,
): Promise<{ catalog: CatalogStore; close(): void | Promise<void> }> {
  if (config.database_url === undefined) return openSqliteCatalog(config.data);
  const { openPostgresCatalog } = await import('./postgres/catalog.ts');
  return openPostgresCatalog(config, isServing);
}

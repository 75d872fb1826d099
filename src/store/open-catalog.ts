import type { Config } from '../config.ts';
import type { CatalogStore } from './catalog-store.ts';
import { openSqliteCatalog } from './sqlite/catalog.ts';

/** The catalog without accounts and counters: a thread that only reads it starts sooner. */
export async function openCatalogStore(
  config: Config,
): Promise<{ catalog: CatalogStore; close(): void | Promise<void> }> {
  if (config.database_url === undefined) return openSqliteCatalog(config.data);
  const { openPostgresCatalog } = await import('./postgres/catalog.ts');
  return openPostgresCatalog(config);
}

import type { Config } from '../config.ts';
import type { CatalogStore } from './catalog-store.ts';
import { openSqliteCatalog } from './sqlite-catalog.ts';

/** The catalog without accounts and counters: a thread that only reads it starts sooner. */
export function openCatalogStore(config: Config): { catalog: CatalogStore; close(): void } {
  return openSqliteCatalog(config.data);
}

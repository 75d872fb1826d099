import type { Config } from '../config.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';

export function openStore(config: Config): Promise<Store> {
  return openSqliteStore(config.data);
}

import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';

/** Opens the store for one command, made when it is missing, and closes it whatever happens. */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** For commands that only make sense where something is: a misspelt folder must not become an empty store. */
export async function withExistingStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  if (config.database_url === undefined && !existsSync(config.data)) {
    throw new OperatorError(`There is no data folder ${config.data}; LUDEX_DATA or --data says which one to use`);
  }
  return withStore(config, work);
}

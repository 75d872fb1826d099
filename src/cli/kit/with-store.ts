import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import type { Input } from './command.ts';

/** Opens the store for one command, creates it if missing, and closes it afterwards. */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** A command that works on an existing store. */
export function onStore(work: (input: Input, store: Store) => Promise<void>): (input: Input) => Promise<void> {
  return (input) => withExistingStore(input.config, (store) => work(input, store));
}

/** For commands that need existing data: a misspelt folder must not become an empty store. */
export async function withExistingStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  if (config.database_url === undefined && !existsSync(config.data)) {
    throw new OperatorError(`There is no data folder ${config.data}; set LUDEX_DATA or --data`);
  }
  return withStore(config, work);
}

import type { Config } from '../config.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';

/** Opens the store for one command, and closes it whatever happens. */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

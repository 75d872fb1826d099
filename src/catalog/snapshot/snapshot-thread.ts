import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { openCatalogStore } from '../../store/open.ts';
import type { BuildRequest } from './build-in-thread.ts';
import { loadSnapshot } from './load-snapshot.ts';

/** Loads or builds one snapshot, posts it to the parent, keeps it in a file, and exits, which frees the memory. */
parentPort?.once('message', async ({ config, previous }: BuildRequest) => {
  // A process with a snapshot has opened the store and migrated its tables before.
  const { catalog, close } = await openCatalogStore(config, previous !== undefined);
  const path = join(config.data, 'snapshot.bin');
  const { snapshot, keep } = await loadSnapshot(catalog, { path, titleMatch: config.title_match, previous });
  parentPort?.postMessage({ answer: snapshot });
  await close();
  keep();
});

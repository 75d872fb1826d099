import { parentPort, workerData } from 'node:worker_threads';
import { openCatalogStore } from '../../store/open-catalog.ts';
import type { BuildRequest } from './build-in-thread.ts';
import { readSnapshot } from './read-snapshot.ts';

/** Builds one snapshot, posts it to the parent, and exits, which frees the memory. */
const { config, previous } = workerData as BuildRequest;
// A process with a snapshot has opened the store and migrated its tables before.
const { catalog, close } = await openCatalogStore(config, previous !== undefined);
parentPort?.postMessage(await readSnapshot(catalog, previous, config.title_match));
await close();

import { parentPort, workerData } from 'node:worker_threads';
import { openCatalogStore } from '../../store/open-catalog.ts';
import type { BuildOrder } from './build-in-thread.ts';
import { readSnapshot } from './read-snapshot.ts';

/** Builds one snapshot away from the threads that serve, hands it over, and ends; its memory goes with it. */
const { config, before } = workerData as BuildOrder;
// Who has a snapshot has opened the store before, and sees to its tables.
const { catalog, close } = await openCatalogStore(config, before !== undefined);
parentPort?.postMessage(await readSnapshot(catalog, before, config.title_match));
await close();

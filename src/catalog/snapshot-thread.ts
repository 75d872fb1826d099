import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../config.ts';
import { openCatalogStore } from '../store/open-catalog.ts';
import { readSnapshot } from './read-snapshot.ts';

/** Builds one snapshot away from the threads that serve, hands it over, and ends; its memory goes with it. */
const { config, isServing } = workerData as { config: Config; isServing: boolean };
const { catalog, close } = await openCatalogStore(config, isServing);
parentPort?.postMessage(await readSnapshot(catalog));
await close();

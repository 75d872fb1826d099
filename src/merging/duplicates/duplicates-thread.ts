import { parentPort } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { openCatalogStore } from '../../store/open-catalog.ts';
import { readDuplicates, writeDuplicates } from './duplicate-file.ts';
import { findDuplicates } from './find-duplicates.ts';

/** Brings the list in the data folder up to date. */
parentPort?.on('message', async (config: Config) => {
  const { catalog, close } = await openCatalogStore(config, true);
  try {
    await writeDuplicates(config, await findDuplicates(catalog, await readDuplicates(config)));
    parentPort?.postMessage('written');
  } finally {
    await close();
  }
});

import { parentPort } from 'node:worker_threads';
import { mediaFolder } from '../../config.ts';
import { openCatalogStore } from '../../store/open-catalog.ts';
import { saveEdit } from './save-edit.ts';
import type { SaveRequest } from './save-in-thread.ts';

/** Saves one edit after the other and posts each outcome to the parent. An error ends the thread. */
parentPort?.on('message', async ({ config, edit }: SaveRequest) => {
  const { catalog, close } = await openCatalogStore(config, true);
  try {
    parentPort?.postMessage(await saveEdit({ catalog }, edit, mediaFolder(config)));
  } finally {
    await close();
  }
});

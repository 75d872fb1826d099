import { parentPort } from 'node:worker_threads';
import { mediaFolder } from '../config.ts';
import type { CatalogStore } from '../store/catalog-store.ts';
import { openCatalogStore } from '../store/open.ts';
import { readDuplicates, writeDuplicates } from './duplicates/duplicate.ts';
import { findDuplicates } from './duplicates/find-duplicates.ts';
import { checkEdit, saveEdit } from './edits/save-edit.ts';
import type { Work } from './work-in-thread.ts';

/** Does one work after the other, and posts each outcome to the parent. An error ends the thread. */
parentPort?.on('message', async (work: Work) => {
  const { catalog, close } = await openCatalogStore(work.config, true);
  try {
    const answer = await run(work, catalog);
    parentPort?.postMessage({ answer });
  } finally {
    await close();
  }
});

async function run(work: Work, catalog: CatalogStore): Promise<unknown> {
  const { config } = work;
  if (work.kind === 'check') return checkEdit({ catalog }, work.edit, mediaFolder(config));
  if (work.kind === 'save') return saveEdit({ catalog }, work.edit, mediaFolder(config));
  return writeDuplicates(config, await findDuplicates(catalog, await readDuplicates(config)));
}

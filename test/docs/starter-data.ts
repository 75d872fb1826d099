import { cpSync } from 'node:fs';
import { mediaFolder, readConfig } from '../../src/config.ts';
import { loadStarter } from '../../src/merging/load/load.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { openStore } from '../../src/store/open.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';

let prepared: Promise<string> | undefined;

/** Makes the data folder of a server that was started once, before its first key. Copies are quicker than first starts. */
export async function copyStarterData(to: string): Promise<void> {
  prepared ??= prepare(temporaryFolder('starter'));
  cpSync(await prepared, to, { recursive: true });
}

/** As a first start does: without thumbnails, which take most of the time of an import. */
async function prepare(data: string): Promise<string> {
  const config = readConfig({ data }, {});
  const store = await openStore(config);
  const pictureStore = openPictureStore(mediaFolder(config), { withThumbnails: false });
  await loadStarter(store, Date.now, pictureStore);
  await store.close();
  return data;
}

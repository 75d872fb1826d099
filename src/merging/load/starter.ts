import { fileURLToPath } from 'node:url';
import { openBundle } from '../../bundle/bundle.ts';
import type { PictureStore } from '../../pictures/picture-store.ts';
import type { Store } from '../../store/store.ts';
import { loadBundle } from './load.ts';
import type { ImportReport } from './load-options.ts';

const STARTER = fileURLToPath(new URL('../../../starter', import.meta.url));

/** Loads the starter catalog into a new store. */
export async function loadStarter(
  store: Store,
  clock: () => number,
  pictureStore: PictureStore,
): Promise<ImportReport> {
  return loadBundle(store, await openBundle(STARTER), { clock, pictureStore });
}

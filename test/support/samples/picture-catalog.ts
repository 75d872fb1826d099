import type { RecordPlatform } from '../../../src/catalog/model/record.ts';
import { readConfig } from '../../../src/config.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { runHere, runWell } from '../servers/command.ts';
import { temporaryFolder, writeBundle } from './bundle.ts';
import { gameOf } from './layers.ts';
import { png } from './pictures.ts';

/** A catalog with these games of the source `mine`, to which commands add pictures. */
export async function openPictureCatalog(lines: { platforms: object[]; games: object[] }) {
  const data = temporaryFolder('data');
  await runWell(['import', writeBundle(lines, { source: 'mine' })], { LUDEX_DATA: data });
  const inStore = async <T>(work: (store: Store) => Promise<T>) => {
    const store = await openStore(readConfig({ data }, {}));
    return work(store).finally(() => store.close());
  };
  return {
    data,
    inStore,
    ludex: (...args: string[]) => runHere(args, { LUDEX_DATA: data }),
    platformOf: (key: string, at = 0) =>
      inStore(async (store) => (await gameOf(store, key)).platforms[at] as RecordPlatform),
  };
}

let colours = 0;

/** Another picture each time. */
export const picture = (width = 300) => png({ width, height: 200, colour: `#0000${(16 + colours++).toString(16)}` });

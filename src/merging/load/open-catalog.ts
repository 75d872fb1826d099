import { fileURLToPath } from 'node:url';
import { openBundle } from '../../bundle/bundle.ts';
import { inTemporaryFolder } from '../../bundle/temporary-folder.ts';
import { unpackBundle } from '../../bundle/unpack.ts';
import { OperatorError } from '../../errors.ts';
import { OWN_SOURCES } from '../work-in-thread.ts';
import { loadBundle } from './load.ts';
import type { HasCatalog, ImportReport, LoadOptions } from './load-options.ts';

/** A bundle that comes with Ludex: the games of consoles and handhelds in the software lists of MAME. */
export const OPEN_CATALOG = new URL('../../../starter/open.tar.gz', import.meta.url);

/** Loads it into a catalog that has nothing but what comes with every server. */
export function loadOpenCatalog(store: HasCatalog, options: LoadOptions): Promise<ImportReport> {
  const path = fileURLToPath(OPEN_CATALOG);
  const beforeLoad: LoadOptions['beforeLoad'] = async (reader) => {
    const other = (await reader.listSources()).find(({ source }) => !OWN_SOURCES.has(source));
    if (other) throw new OperatorError(`The catalog has data of ${other.name} already`);
  };
  return inTemporaryFolder('load', async (folder) =>
    loadBundle(store, await openBundle(await unpackBundle(path, folder), path), { ...options, beforeLoad }),
  );
}

import { fileURLToPath } from 'node:url';
import { packBundle } from '../src/bundle/archive.ts';
import { inTemporaryFolder } from '../src/bundle/temporary-folder.ts';
import { convertMame } from '../src/importers/mame/convert.ts';

/**
 * Writes `open.tar.gz`, the games of consoles and handhelds in MAME's software lists, which are in the public domain (CC0-1.0):
 * `npm run open -- FOLDER`, with the folder `hash` of a release of MAME.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: npm run open -- FOLDER');
await inTemporaryFolder('open', async (bundle) => {
  const input = { paths: [folder], flags: {}, splits: new Set<string>(), folder: bundle, onProgress: () => {} };
  const { counts } = await convertMame(input);
  await packBundle(bundle, fileURLToPath(new URL('open.tar.gz', import.meta.url)));
  console.log(counts);
});

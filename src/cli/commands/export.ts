import { resolve } from 'node:path';
import { makeBundleAt } from '../../bundle/make-bundle.ts';
import { mediaFolder } from '../../config.ts';
import { exportCatalog } from '../../merging/export/export-catalog.ts';
import { listTerms } from '../../merging/import-only.ts';
import { type Input, print, printTable, shellWord } from '../kit/command.ts';
import { interruptible } from '../kit/interruptible.ts';
import { openProgress } from '../kit/progress.ts';
import { withExistingStore } from '../kit/with-store.ts';

export async function exportData({ config, args, flags, switches }: Input): Promise<void> {
  const target = resolve(args[0] as string);
  const licences = flags.licences?.split(',').map((licence) => licence.trim());
  const progress = openProgress('lines');
  const options = { mediaFolder: mediaFolder(config), ...(licences && { licences }), onProgress: progress.show };
  const manifest = await interruptible(() =>
    withExistingStore(config, (store) => makeBundleAt(target, (folder) => exportCatalog(store, folder, options))),
  ).finally(progress.end);
  if (switches.has('json')) return print(JSON.stringify({ bundle: target, ...manifest }));
  printTable(['path', 'records', 'bytes'], manifest.files);
  if (manifest.files.some(({ path }) => path === 'media.jsonl')) print('The pictures are in media/');
  print('');
  printTable(['id', 'version', 'licence'], manifest.sources);
  for (const terms of listTerms(manifest.sources.map(({ id }) => id))) print(`\n${terms}`);
  print(`\nThe bundle is in ${target}. Next: "ludex import ${shellWord(target)}" with another data folder (--data)`);
}

import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { OperatorError } from '../errors.ts';
import { exportCatalog } from '../layers/export.ts';
import { type Input, print, printTable } from './command.ts';
import { openProgress } from './progress.ts';
import { withExistingStore } from './with-store.ts';

export async function exportData({ config, words, flags, switches }: Input): Promise<void> {
  const folder = resolve(words[0] as string);
  await checkTarget(folder);
  const licences = flags.licences?.split(',').map((licence) => licence.trim());
  const progress = openProgress('lines');
  const manifest = await withExistingStore(config, (store) =>
    exportCatalog(store, folder, { ...(licences && { licences }), onProgress: progress.show }),
  ).finally(progress.end);
  if (switches.has('json')) return print(JSON.stringify({ bundle: folder, ...manifest }));
  printTable(['path', 'records', 'bytes'], manifest.files);
  print('');
  printTable(['id', 'version', 'licence'], manifest.sources);
  print(`\nThe bundle is in ${folder}. Next: "ludex import ${folder}" with another data folder (--data)`);
}

/** Nothing but an older bundle is written over. */
export async function checkTarget(folder: string): Promise<void> {
  const there = await readdir(folder).catch((): string[] => []);
  if (there.length > 0 && !there.includes('manifest.json'))
    throw new OperatorError(`${folder} holds other things than a bundle; name a new folder`);
}

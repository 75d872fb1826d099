import { resolve } from 'node:path';
import { openBundle } from '../importers/bundle.ts';
import { loadBundle } from '../importers/load.ts';
import { type Input, print } from './command.ts';
import { openProgress } from './progress.ts';
import { withStore } from './with-store.ts';

export function importBundle({ config, words, switches }: Input): Promise<void> {
  return withStore(config, async (store) => {
    const bundle = await openBundle(resolve(words[0] as string));
    const progress = openProgress('games');
    const report = await loadBundle(store, bundle, { clock: Date.now, onProgress: progress.show }).finally(
      progress.end,
    );
    if (switches.has('json')) return print(JSON.stringify(report));
    const { source, added, changed, unchanged, removed } = report;
    print(`${source}: ${added} games added, ${changed} changed, ${unchanged} unchanged, ${removed} removed`);
  });
}

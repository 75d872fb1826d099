import { isImportOnly, listTerms } from '../../merging/import-only.ts';
import { openImportProgress } from '../../merging/load/import-progress.ts';
import { CORRECTIONS } from '../../merging/load/layer-line.ts';
import { removeSource } from '../../merging/load/remove-source.ts';
import { type Input, print, printRows } from '../kit/command.ts';
import { ignoreSignals, interruptible } from '../kit/interruptible.ts';
import { openProgress } from '../kit/progress.ts';
import { reportLine } from '../kit/report.ts';
import { onStore, withExistingStore } from '../kit/with-store.ts';

export const sourceList = onStore(async (input, store) => {
  const sources = await store.catalog.countSources();
  const rows = sources.map(({ source, games, waiting, version, licence, url, importedAt }) => ({
    source,
    games,
    // Merges and splits belong to no single game.
    waiting: source === CORRECTIONS ? 0 : waiting,
    licence,
    'import-only': isImportOnly(source) ? 'yes' : '',
    imported: new Date(importedAt).toISOString(),
    version,
    url: url ?? '',
  }));
  printRows(rows, input);
  if (!input.switches.has('json'))
    for (const terms of listTerms(sources.map(({ source }) => source))) print(`\n${terms}`);
});

export function sourceRemove(input: Input): Promise<void> {
  return interruptible(() => runRemove(input));
}

function runRemove({ config, args, switches }: Input): Promise<void> {
  return withExistingStore(config, async (store) => {
    const progress = openProgress('games');
    const source = args[0] as string;
    const running = await openImportProgress(store.status, { action: 'remove', source }, Date.now);
    const onProgress = (done: number, total: number) => {
      progress.show(done, total);
      running.show(done, total, 'games');
    };
    const options = { clock: Date.now, onProgress, onCommit: ignoreSignals };
    const report = await removeSource(store, source, options).finally(() => {
      progress.end();
      return running.end();
    });
    if (switches.has('json')) return print(JSON.stringify(report));
    print(reportLine(report));
    print('Next: "ludex import --undo" undoes this');
  });
}

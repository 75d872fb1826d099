import { OperatorError } from '../../errors.ts';
import { CORRECTIONS } from '../../merging/load/layer-line.ts';
import { removeSource } from '../../merging/load/remove-source.ts';
import { undoImport } from '../../merging/load/undo.ts';
import { findTerms, listTerms } from '../../vocabulary/sources.ts';
import { type Input, print, printRows } from '../kit/command.ts';
import { reportLine, trackImport } from '../kit/progress.ts';
import { ignoreSignals, interruptible, onStore, withExistingStore } from '../kit/with-store.ts';

export const sourceList = onStore(async (input, store) => {
  const sources = await store.catalog.countSources();
  const rows = sources.map(({ source, games, waiting, version, licence, url, importedAt }) => ({
    source,
    games,
    // Merges and splits belong to no single game.
    waiting: source === CORRECTIONS ? 0 : waiting,
    licence,
    'import-only': findTerms(source) === undefined ? '' : 'yes',
    imported: new Date(importedAt).toISOString(),
    version,
    url: url ?? '',
  }));
  printRows(rows, input);
  if (!input.switches.has('json'))
    for (const terms of listTerms(sources.map(({ source }) => source))) print(`\n${terms}`);
});

export const sourceRemove = onStore(({ args, switches }, store) =>
  interruptible(async () => {
    const source = args[0] as string;
    const report = await trackImport(store, { action: 'remove', source }, ({ show }) =>
      removeSource(store, source, { clock: Date.now, onProgress: show, onCommit: ignoreSignals }),
    );
    if (switches.has('json')) return print(JSON.stringify(report));
    print(reportLine(report));
    print('Next: "ludex import --undo" undoes this');
  }),
);

export const DRY_RUN = 'This was a dry run: nothing was changed';

/** `import --undo`. */
export async function undo(input: Input): Promise<void> {
  if (input.args.length > 0) throw new OperatorError('"ludex import --undo" takes no path');
  const dryRun = input.switches.has('dry-run');
  const report = await withExistingStore(input.config, (store) =>
    trackImport(store, { action: 'undo', source: '', dryRun }, ({ show }) =>
      undoImport(store, Date.now, { dryRun, onCommit: ignoreSignals, onProgress: show }),
    ),
  );
  if (input.switches.has('json')) return print(JSON.stringify(report));
  print(`The last import, of ${report.source}, ${dryRun ? 'would be' : 'was'} undone`);
  print(reportLine(report));
  if (dryRun) print(DRY_RUN);
}

import { OperatorError } from '../../errors.ts';
import { openImportProgress } from '../../merging/load/import-progress.ts';
import { undoImport } from '../../merging/load/undo.ts';
import { type Input, print } from '../kit/command.ts';
import { showBoth } from '../kit/import-progress.ts';
import { ignoreSignals } from '../kit/interruptible.ts';
import { openProgress } from '../kit/progress.ts';
import { reportLine } from '../kit/report.ts';
import { withExistingStore } from '../kit/with-store.ts';

export const DRY_RUN = 'This was a dry run: nothing was changed';

/** `import --undo`. */
export async function undo(input: Input): Promise<void> {
  if (input.args.length > 0) throw new OperatorError('"ludex import --undo" takes no path');
  const dryRun = input.switches.has('dry-run');
  const report = await withExistingStore(input.config, async (store) => {
    const progress = { lines: openProgress('lines'), games: openProgress('games') };
    const running = await openImportProgress(store.status, { action: 'undo', source: '', dryRun }, Date.now);
    const onProgress = showBoth((unit) => progress[unit === 'lines' ? 'lines' : 'games'], running);
    return undoImport(store, Date.now, { dryRun, onCommit: ignoreSignals, onProgress }).finally(() => {
      progress.lines.end();
      progress.games.end();
      return running.end();
    });
  });
  if (input.switches.has('json')) return print(JSON.stringify(report));
  print(`The last import, of ${report.source}, ${dryRun ? 'would be' : 'was'} undone`);
  print(reportLine(report));
  if (dryRun) print(DRY_RUN);
}

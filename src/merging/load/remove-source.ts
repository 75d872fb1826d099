import { OperatorError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { addMentioning, readDecisions } from '../corrections/corrections.ts';
import { rebuildGames } from '../merge/rebuild-games.ts';
import type { CommitOptions } from './dry-run.ts';
import { openEntries } from './entries.ts';
import type { ImportCounts } from './load-options.ts';
import { renameInGames } from './rename.ts';
import { settleLayers } from './settle.ts';
import { openTally } from './tally.ts';

export interface RemoveOptions extends Pick<CommitOptions, 'onCommit'> {
  clock: () => number;
  onProgress?: (done: number, total: number) => void;
}

/** Takes away all that one source has said. What others said of the same games stays, and so do their ids. */
export async function removeSource(store: Store, source: string, options: RemoveOptions): Promise<ImportCounts> {
  const startedAt = options.clock();
  return store.catalog.write(async (writer) => {
    const known = (await writer.listSources()).find((one) => one.source === source);
    if (!known) throw new OperatorError(`There is no source "${source}"; "ludex source list" shows them`);
    const { apart } = await readDecisions(writer);
    const entries = openEntries(writer);
    const nothing = { changed: [], corrected: [], before: new Map(), lines: 0, releases: openTally() };
    const vanished = new Set(await writer.listKeys(source));
    const loaded = { ...nothing, sources: new Set([source]), vanished };
    const affected = await settleLayers(writer, loaded, { keepIds: false, apart, allowShrink: true });
    for (const { key } of await writer.listEntryLayersOf(source)) {
      await writer.removeEntryLayer(key, source);
      await entries.rebuild(key);
    }
    await writer.removeSource(source);
    await addMentioning(writer, entries.removed, affected);
    await renameInGames(writer, entries.renamed);
    const { counts } = await rebuildGames(writer, affected, { ...options, entries, now: startedAt });
    const report = { source, ...counts, unchanged: 0 };
    const finishedAt = options.clock();
    await writer.addImport({ action: 'remove', ...report, version: known.version, startedAt, finishedAt });
    options.onCommit?.();
    return report;
  });
}

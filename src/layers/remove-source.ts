import { OperatorError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import { applyCorrections, readDecisions } from './corrections.ts';
import { openEntries } from './entries.ts';
import type { Affected } from './identify.ts';
import { type ImportCounts, rebuildGames } from './load.ts';
import { renameInGames } from './rename.ts';

export interface RemoveOptions {
  clock: () => number;
  onProgress?: (done: number, total: number) => void;
}

/** Takes away all that one source has said. What others said of the same games stays, and so do their ids. */
export async function removeSource(store: Store, source: string, options: RemoveOptions): Promise<ImportCounts> {
  const startedAt = options.clock();
  return store.catalog.write(async (writer) => {
    const known = (await writer.listSources()).find((one) => one.source === source);
    if (!known) throw new OperatorError(`There is no source "${source}"; "ludex source list" shows them`);
    const affected: Affected = new Set();
    const entries = openEntries(writer);
    for (const key of await writer.listKeys(source)) {
      const layer = await writer.findHead(key);
      if (layer?.gameId) affected.add(layer.gameId);
      await writer.removeLayer(key);
    }
    for (const { key } of await writer.listEntryLayersOf(source)) {
      await writer.removeEntryLayer(key, source);
      await entries.rebuild(key);
    }
    await writer.removeSource(source);
    await applyCorrections(writer, await readDecisions(writer), affected);
    await renameInGames(writer, entries.renamed);
    const { counts } = await rebuildGames(writer, affected, { ...options, entries, now: startedAt });
    const report = { source, ...counts, unchanged: 0 };
    const finishedAt = options.clock();
    await writer.addImport({ action: 'remove', ...report, version: known.version, startedAt, finishedAt });
    return report;
  });
}

import { OperatorError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { isCurated } from '../../vocabulary/sources.ts';
import { readCorrections } from '../corrections/corrections.ts';
import { rebuildGames } from '../merge/rebuild-games.ts';
import { assignLayers } from './assign-layers.ts';
import { openEntries } from './entries.ts';
import { DERIVED } from './layer-line.ts';
import type { ImportCounts, LoadOptions } from './load-options.ts';
import { followedSource, readMirror } from './mirror.ts';

type RemoveOptions = Pick<LoadOptions, 'clock' | 'onProgress' | 'onCommit'>;

/** Removes all layers of one source. Layers of other sources stay, and so do the ids of their games. */
export async function removeSource(store: Store, source: string, options: RemoveOptions): Promise<ImportCounts> {
  const startedAt = options.clock();
  return store.catalog.write(async (writer) => {
    const known = (await writer.listSources()).find((one) => one.source === source);
    if (!known) throw new OperatorError(`There is no source "${source}"; "ludex source list" shows them`);
    if (source === DERIVED)
      throw new OperatorError('Derived facts follow from the sources; remove the source that they follow from');
    const mirror = await readMirror(writer);
    if (mirror?.sources.includes(source)) throw new OperatorError(followedSource(source, mirror.url));
    const { splits: splitsBefore } = await readCorrections(writer);
    const entries = openEntries(writer);
    const changes = { changed: [], corrected: [], vanished: new Set(await writer.listKeys(source)) };
    const affected = await assignLayers(writer, changes, { keepIds: false, splitsBefore, mirror, load: undefined });
    for (const { key } of await writer.listEntryLayersOfSource(source)) {
      await writer.removeEntryLayer(key, source);
      await entries.rebuild(key);
    }
    await writer.removeSource(source);
    // Without an imported source there are no derived facts.
    if ((await writer.listSources()).every((one) => isCurated(one.source))) await writer.removeSource(DERIVED);
    const { counts } = await rebuildGames(writer, affected, { ...options, entries, now: startedAt });
    const report = { source, ...counts, unchanged: 0 };
    const finishedAt = options.clock();
    await writer.addImport({ action: 'remove', ...report, version: known.version, notes: [], startedAt, finishedAt });
    options.onCommit?.();
    return report;
  });
}

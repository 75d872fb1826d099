import type { Bundle } from '../../bundle/bundle.ts';
import { Problems } from '../../bundle/bundle.ts';
import type { CatalogWriter } from '../../store/catalog-store.ts';
import { addCorrected, readCorrections, updateCorrectedEntries } from '../corrections/corrections.ts';
import { listTerms } from '../import-only.ts';
import { rebuildGames } from '../merge/rebuild-games.ts';
import { assignLayers } from './assign-layers.ts';
import { addOutdated, checkNoneDerived } from './derivation.ts';
import { commitOrRollBack, type HasCatalog } from './dry-run.ts';
import { loadEntries, openEntries } from './entries.ts';
import { loadIdentities } from './identities.ts';
import { CORRECTIONS } from './layer-line.ts';
import { type LoadedLayers, loadLayers } from './load-layers.ts';
import type { ImportReport, LoadOptions } from './load-options.ts';
import { renameInGames } from './rename.ts';
import { describeSplits, listBound } from './split-games.ts';
import { storePictures } from './store-pictures.ts';

/** Loads a bundle in one transaction: completely or not at all. */
export async function loadBundle(store: HasCatalog, bundle: Bundle, options: LoadOptions): Promise<ImportReport> {
  const load = (ready: Bundle) =>
    commitOrRollBack(store, options, (writer) => loadInTransaction(writer, ready, options));
  const { pictureStore } = options;
  // Before the transaction: decoding pictures is slow, and others may want to write.
  return pictureStore ? storePictures(bundle, { ...options, pictureStore }, load) : load(bundle);
}

async function loadInTransaction(writer: CatalogWriter, bundle: Bundle, options: LoadOptions): Promise<ImportReport> {
  checkNoneDerived(bundle.manifest.sources);
  await options.beforeLoad?.(writer);
  if (options.isEdit) await writer.addEdit();
  const startedAt = options.clock();
  const problems = new Problems();
  const entries = openEntries(writer);
  const { splits: splitsBefore } = await readCorrections(writer);
  const times = await loadIdentities(bundle, writer, problems);
  const keepIds = times !== undefined;
  const { known, platforms } = await loadEntries(bundle, writer, entries, problems);
  const loaded = await loadLayers(bundle, writer, { ...options, known, entries, problems, keepIds });
  problems.throwIfAny(bundle.name);
  if (loaded.sources.has(CORRECTIONS)) await updateCorrectedEntries(writer, entries);
  const allowShrink = Boolean(options.allowShrink || options.dryRun);
  const bound = await listBound(writer, loaded.changed);
  const affected = await assignLayers(writer, loaded, { keepIds, splitsBefore, allowShrink });
  await addOutdated(writer, loaded.sources, affected, startedAt);
  await addCorrected(writer, entries.removed, affected);
  await renameInGames(writer, entries.renamed);
  const { counts, touched } = await rebuildGames(writer, affected, { ...options, entries, now: startedAt });
  for (const [gameId, modifiedAt] of times ?? []) await writer.setModified(gameId, modifiedAt);
  const lines = await countLines(writer, loaded, touched);
  const report = { source: bundle.source.id, ...counts, unchanged: lines.unchanged };
  for (const { id, name, version, licence, url } of bundle.manifest.sources)
    await writer.putSource({ source: id, name, version, licence, url, importedAt: startedAt });
  const { version } = bundle.source;
  const splits = await describeSplits(writer, bound);
  const notes = [...(options.notes ?? []), ...splits];
  await writer.addImport({ action: 'import', ...report, version, notes, startedAt, finishedAt: options.clock() });
  const terms = listTerms(bundle.manifest.sources.map(({ id }) => id));
  return { ...report, splits, waiting: lines.waiting, platforms, releases: loaded.releases, terms };
}

/** The number of lines that wait for a game, and of lines whose games did not change. */
async function countLines(writer: CatalogWriter, { sources, changed, lines }: LoadedLayers, touched: Set<number>) {
  const waiting = await writer.countWaiting([...sources].filter((source) => source !== CORRECTIONS));
  let [waitingNow, inTouched] = [0, 0];
  for (const { key } of changed) {
    const gameId = (await writer.findHead(key))?.gameId ?? null;
    if (gameId === null) waitingNow++;
    else if (touched.has(gameId)) inTouched++;
  }
  return { waiting, unchanged: lines - inTouched - waitingNow };
}

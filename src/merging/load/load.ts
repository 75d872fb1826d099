import type { Bundle } from '../../bundle/bundle.ts';
import { Problems } from '../../bundle/bundle.ts';
import type { CatalogWriter } from '../../store/catalog-store.ts';
import type { Store } from '../../store/store.ts';
import { addMentioning, readDecisions } from '../corrections/corrections.ts';
import { rebuildGames } from '../merge/rebuild-games.ts';
import { orDryRun } from './dry-run.ts';
import { loadEntries, openEntries } from './entries.ts';
import { loadIdentities, loadTimes } from './identities.ts';
import { keepPictures } from './keep-pictures.ts';
import { CORRECTIONS } from './layer-line.ts';
import { type LoadedLayers, loadLayers } from './load-layers.ts';
import type { ImportReport, LoadOptions } from './load-options.ts';
import { renameInGames } from './rename.ts';
import { settleLayers } from './settle.ts';

/** Loads a bundle in one transaction: afterwards all of it is there, or nothing has changed. */
export async function loadBundle(store: Store, bundle: Bundle, options: LoadOptions): Promise<ImportReport> {
  const load = (ready: Bundle) => orDryRun(store, options, (writer) => loadInTransaction(writer, ready, options));
  const { pictureStore, remote, onRefused = () => {}, onProgress } = options;
  if (!pictureStore) return load(bundle);
  // Before the transaction: decoding takes long, and others may want to write.
  return keepPictures(bundle, { pictureStore, remote, onRefused, onProgress }, load);
}

async function loadInTransaction(writer: CatalogWriter, bundle: Bundle, options: LoadOptions): Promise<ImportReport> {
  const startedAt = options.clock();
  const problems = new Problems();
  const entries = openEntries(writer);
  const { apart } = await readDecisions(writer);
  const keepIds = await loadIdentities(bundle, writer, problems);
  const { known, platforms } = await loadEntries(bundle, writer, entries, problems);
  const { onProgress, pictureStore } = options;
  const loaded = await loadLayers(bundle, writer, { known, entries, problems, keepIds, onProgress, pictureStore });
  problems.throwIfAny(bundle.name);
  const allowShrink = Boolean(options.allowShrink || options.dryRun);
  const affected = await settleLayers(writer, loaded, { keepIds, apart, allowShrink });
  await addMentioning(writer, entries.removed, affected);
  await renameInGames(writer, entries.renamed);
  const { counts, touched } = await rebuildGames(writer, affected, { ...options, entries, now: startedAt });
  if (keepIds) await loadTimes(bundle, writer, problems);
  const lines = await countLines(writer, loaded, touched);
  const journal = { source: bundle.source.id, ...counts, unchanged: lines.unchanged };
  for (const { id, name, version, licence, url } of bundle.manifest.sources)
    await writer.putSource({ source: id, name, version, licence, url, importedAt: startedAt });
  const { version } = bundle.source;
  await writer.addImport({ action: 'import', ...journal, version, startedAt, finishedAt: options.clock() });
  return { ...journal, waiting: lines.waiting, platforms, releases: loaded.releases };
}

/** How many lines of the bundle wait for a game, and how many belong to games that are as they were. */
async function countLines(writer: CatalogWriter, { sources, changed, lines }: LoadedLayers, touched: Set<number>) {
  const waiting = (await writer.listLayers(null)).filter(({ source }) => source !== CORRECTIONS && sources.has(source));
  let [waitingNow, inTouched] = [0, 0];
  for (const { key } of changed) {
    const gameId = (await writer.findHead(key))?.gameId ?? null;
    if (gameId === null) waitingNow++;
    else if (touched.has(gameId)) inTouched++;
  }
  return { waiting: waiting.length, unchanged: lines - inTouched - waitingNow };
}

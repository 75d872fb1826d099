import { fileURLToPath } from 'node:url';
import { type Bundle, openBundle, Problems } from '../../bundle/bundle.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { PictureStore } from '../../pictures/picture-store.ts';
import type { CatalogWriter } from '../../store/catalog-store.ts';
import type { Store } from '../../store/store.ts';
import { readCorrections, updateCorrectedEntries } from '../corrections/corrections.ts';
import { listTerms } from '../import-only.ts';
import { followAliases } from '../match/attach.ts';
import { rebuildGames } from '../merge/rebuild-games.ts';
import { assignLayers } from './assign-layers.ts';
import { addOutdated, checkNoneDerived } from './derivation.ts';
import { loadEntries, openEntries } from './entries.ts';
import { loadIdentities } from './identities.ts';
import { type ChangedLayer, CORRECTIONS, listKeys } from './layer-line.ts';
import { type LoadedLayers, loadLayers } from './load-layers.ts';
import { commitOrRollBack, type HasCatalog, type ImportReport, type LoadOptions } from './load-options.ts';
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
  if (options.isEdit) writer.keepUndo();
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
  const bound = await listBound(writer, loaded.changed);
  const mustKeep = options.allowShrink || options.dryRun ? undefined : loaded.before;
  const affected = await assignLayers(writer, loaded, { keepIds, splitsBefore, mustKeep });
  await addOutdated(writer, loaded.sources, affected, startedAt);
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

/** More would not be read. */
const MAX_NOTES = 100;

/** The ids that the keys of changed layers are bound to before the import. */
type Bound = ReadonlyMap<string, number>;

async function listBound(writer: CatalogWriter, changed: readonly ChangedLayer[]): Promise<Bound> {
  const bound = new Map<string, number>();
  for (const layer of changed) {
    for (const key of listKeys(layer)) {
      const binding = await writer.findBinding(key);
      if (binding) bound.set(key, binding.id);
    }
  }
  return bound;
}

/** A sentence for each game that lost keys to another game, for the journal. */
async function describeSplits(writer: CatalogWriter, before: Bound): Promise<string[]> {
  const splits = new Map<string, string[]>();
  for (const [key, id] of before) {
    const now = (await writer.findBinding(key))?.id ?? id;
    if (now === id) continue;
    const [from, to] = [await followAliases(writer, id), await followAliases(writer, now)];
    if (from !== to && (await writer.findGame(from))) getOrInsert(splits, `${from} ${to}`, () => []).push(key);
  }
  return Array.from(splits, ([games, keys]) => toSentence(games, keys)).slice(0, MAX_NOTES);
}

function toSentence(games: string, [first, ...more]: string[]): string {
  const [from, to] = games.split(' ');
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return `Game ${from} was split: ${first}${others} moved to game ${to}`;
}

const STARTER = fileURLToPath(new URL('../../../starter', import.meta.url));

/** Loads the starter catalog into a new store. */
export async function loadStarter(
  store: Store,
  clock: () => number,
  pictureStore: PictureStore,
): Promise<ImportReport> {
  return loadBundle(store, await openBundle(STARTER), { clock, pictureStore });
}

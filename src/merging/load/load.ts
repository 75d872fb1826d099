import { fileURLToPath } from 'node:url';
import { type Bundle, openBundle, Problems } from '../../bundle/bundle.ts';
import { ImportRunning } from '../../errors.ts';
import type { PictureStore } from '../../pictures/picture-store.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import type { Store } from '../../store/store.ts';
import { listTerms } from '../../vocabulary/sources.ts';
import { readCorrections, updateCorrectedEntries } from '../corrections/corrections.ts';
import { addReferring } from '../merge/entry-references.ts';
import { rebuildGames } from '../merge/rebuild-games.ts';
import { openTrustedChanges } from '../merge/trusted-changes.ts';
import { assignLayers } from './assign-layers.ts';
import { addOutdated, checkNoneDerived } from './derivation.ts';
import { loadEntries, openEntries } from './entries.ts';
import { loadFollowedIdentities, loadIdentities } from './identities.ts';
import { CORRECTIONS } from './layer-line.ts';
import { type LoadedLayers, loadLayers, sameLayers } from './load-layers.ts';
import { commitOrRollBack, type HasCatalog, type ImportReport, type LoadOptions } from './load-options.ts';
import { checkMirror, keyOwnCorrections, putMirror, removeGone } from './mirror.ts';
import { bundleDigest, isImported } from './same-bundle.ts';
import { storePictures } from './store-pictures.ts';

/** Loads a bundle in one transaction: completely or not at all. */
export async function loadBundle(store: HasCatalog, bundle: Bundle, options: LoadOptions): Promise<ImportReport> {
  const digest = bundleDigest(bundle, options);
  const isSame = await store.catalog.read((reader) => isImported(reader, bundle, digest));
  const load = (ready: Bundle) =>
    commitOrRollBack(store, options, async (writer) => {
      if (isSame && !(await isImported(writer, bundle, digest))) throw new ImportRunning();
      return loadInTransaction(writer, ready, { ...options, digest, isSame });
    });
  const { pictureStore } = options;
  // Before the transaction: decoding pictures is slow, and others may want to write.
  return pictureStore && !isSame ? storePictures(bundle, { ...options, pictureStore }, load) : load(bundle);
}

interface Loading extends LoadOptions {
  /** Of the bundle, if it says all that the import depends on. */
  digest: string | undefined;
  /** Whether the catalog has the lines of this very bundle. */
  isSame: boolean;
}

async function loadInTransaction(writer: CatalogWriter, bundle: Bundle, options: Loading): Promise<ImportReport> {
  const { digest, isSame } = options;
  checkNoneDerived(bundle.manifest.sources);
  const { mirror: load } = options;
  const mirror = await checkMirror(writer, bundle.manifest, load);
  await options.beforeLoad?.(writer);
  if (options.isEdit || load) writer.keepUndo();
  const startedAt = options.clock();
  const problems = new Problems();
  const entries = openEntries(writer);
  const { splits: splitsBefore } = await readCorrections(writer);
  if (load && mirror && load.after.lineage !== mirror.lineage) await keyOwnCorrections(writer);
  const { times, rebound } = load
    ? await loadFollowedIdentities(bundle, writer, problems, { ...load, mirror, splits: splitsBefore })
    : { times: await loadIdentities(bundle, writer, problems), rebound: [] };
  const keepIds = times !== undefined;
  const loadLines = async () => {
    const known = await loadEntries(bundle, writer, entries, problems, mirror && load && !load.gameIds);
    for (const { key } of rebound) if ((await writer.listEntryLayers(key)).length > 0) await entries.rebuild(key);
    return loadLayers(bundle, writer, { ...options, known, entries, problems, keepIds, followed: mirror });
  };
  const loaded = isSame ? sameLayers(bundle) : await loadLines();
  problems.throwIfAny(bundle.name);
  if (loaded.sources.has(CORRECTIONS)) await updateCorrectedEntries(writer, entries);
  const mustKeep = options.allowShrink || options.dryRun ? undefined : loaded.before;
  const affected = await assignLayers(writer, loaded, { keepIds, splitsBefore, mustKeep, mirror, load });
  if (load) await removeGone(writer, entries, bundle.manifest, mirror);
  await addReferring(writer, rebound, affected);
  await addOutdated(writer, loaded.sources, affected, startedAt);
  const trusted = openTrustedChanges(bundle.manifest.sources.map(({ id }) => id));
  const { counts, touched } = await rebuildGames(writer, affected, { ...options, entries, now: startedAt, trusted });
  for (const [gameId, modifiedAt] of times ?? [])
    if (await writer.findVersion(gameId)) await writer.setModified(gameId, modifiedAt);
  const lines = await countLines(writer, loaded, touched);
  const report = { source: bundle.source.id, ...counts, unchanged: lines.unchanged };
  for (const { id, name, version, licence, url } of bundle.manifest.sources)
    await writer.putSource({ source: id, name, version, licence, url, importedAt: startedAt });
  if (digest !== undefined) for (const { id } of bundle.manifest.sources) await writer.putImportedBundle(id, digest);
  if (load) await putMirror(writer, bundle.manifest, load);
  const { version } = bundle.source;
  const notes = [...(options.notes ?? []), ...(options.isEdit || load ? [] : trusted.list())];
  // A mirror may import changes every few seconds.
  if (!load?.gameIds)
    await writer.addImport({ action: 'import', ...report, version, notes, startedAt, finishedAt: options.clock() });
  const terms = listTerms(bundle.manifest.sources.map(({ id }) => id));
  return { ...report, waiting: lines.waiting, terms };
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

const STARTER = fileURLToPath(new URL('../../../starter', import.meta.url));

/** Loads the starter catalog into a new store. */
export async function loadStarter(
  store: Store,
  clock: () => number,
  pictureStore: PictureStore,
): Promise<ImportReport> {
  return loadBundle(store, await openBundle(STARTER), { clock, pictureStore });
}

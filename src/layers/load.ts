import { setImmediate as nextTurn } from 'node:timers/promises';
import { OperatorError } from '../errors.ts';
import { type Bundle, Problems } from '../importers/bundle.ts';
import type { CatalogWriter, ImportEntry, Store } from '../store/store.ts';
import { applyCorrections, readDecisions } from './corrections.ts';
import { loadEntries, openEntries } from './entries.ts';
import { type Affected, type ChangedLayer, identifyLayers, identifyWaiting } from './identify.ts';
import { loadIdentities, loadTimes } from './identities.ts';
import { CORRECTIONS, parseLayer } from './layer-line.ts';
import { type LoadedLayers, loadLayers } from './load-layers.ts';
import { type Change, rebuildGame } from './rebuild.ts';
import { renameInGames } from './rename.ts';
import type { Tally } from './tally.ts';

/** How many games an import added, changed, left as they were, removed, and found to be others. */
export type ImportCounts = Pick<ImportEntry, 'source' | 'added' | 'changed' | 'unchanged' | 'removed' | 'merged'>;

export type ImportReport = ImportCounts & {
  /** Lines that only enrich, and have found no game yet. */
  waiting: number;
  /** What the lines of the bundle bring against those that its sources had. */
  platforms: Tally;
  releases: Tally;
};

export interface LoadOptions {
  clock: () => number;
  /** Told now and then how far it is. */
  onProgress?: (done: number, total: number, unit: 'lines' | 'games') => void;
  /** Told of every game that is added, changed, removed or merged. */
  onChange?: (change: Exclude<Change, 'unchanged'> | 'merged', title: string) => void;
  /** Find out what would change, and change nothing. */
  dryRun?: boolean;
  /** Let a complete bundle take away more than a small part of its source. */
  allowShrink?: boolean;
  /** Leave the time of modification of changed games as it is. */
  noTouch?: boolean;
}

const PROGRESS_EVERY = 200;
/** A list that was cut off, or the wrong folder, looks like a source of which most is gone. */
const MOST_GONE = 0.05;

/** Ends the transaction of a dry run without a trace. */
class DryRunEnd extends Error {
  readonly report: ImportReport;

  constructor(report: ImportReport) {
    super('the end of a dry run');
    this.report = report;
  }
}

/** Loads a bundle in one transaction: afterwards all of it is there, or nothing has changed. */
export async function loadBundle(store: Store, bundle: Bundle, options: LoadOptions): Promise<ImportReport> {
  try {
    return await store.catalog.write((writer) => loadInTransaction(writer, bundle, options));
  } catch (error) {
    if (error instanceof DryRunEnd) return error.report;
    throw error;
  }
}

async function loadInTransaction(writer: CatalogWriter, bundle: Bundle, options: LoadOptions): Promise<ImportReport> {
  const startedAt = options.clock();
  const problems = new Problems();
  const entries = openEntries(writer);
  const { apart } = await readDecisions(writer);
  const keepIds = await loadIdentities(bundle, writer, problems);
  const { known, platforms } = await loadEntries(bundle, writer, entries, problems);
  const { onProgress } = options;
  const loaded = await loadLayers(bundle, writer, { known, entries, problems, keepIds, onProgress });
  problems.throwIfAny(bundle.name);
  const affected: Affected = new Set();
  await settleLayers(writer, loaded, affected, { ...options, keepIds, apart });
  await renameInGames(writer, entries.renamed);
  const { counts, touched } = await rebuildGames(writer, affected, { ...options, entries, now: startedAt });
  if (keepIds) await loadTimes(bundle, writer, problems);
  const waiting = await countWaiting(writer, loaded.sources);
  const report = {
    source: bundle.source.id,
    ...counts,
    unchanged: loaded.lines - waiting - (await countLayers(writer, loaded.changed, touched)),
    waiting,
    platforms,
    releases: loaded.releases,
  };
  if (options.dryRun) throw new DryRunEnd(report);
  for (const { id, name, version: own, licence, url } of bundle.manifest.sources)
    await writer.putSource({ source: id, name, version: own, licence, url, importedAt: startedAt });
  const { waiting: _waiting, platforms: _platforms, releases: _releases, ...journal } = report;
  await writer.addImport({
    action: 'import',
    ...journal,
    version: bundle.source.version,
    startedAt,
    finishedAt: options.clock(),
  });
  return report;
}

/** Finds the game of every layer that is new, changed or gone. */
async function settleLayers(
  writer: CatalogWriter,
  loaded: LoadedLayers,
  affected: Affected,
  options: LoadOptions & { keepIds: boolean; apart: ReadonlySet<string> },
): Promise<void> {
  const decisions = await readDecisions(writer, loaded.vanished);
  // What the operator no longer sets apart may find its game again.
  const known = new Set(loaded.changed.map(({ key }) => key));
  const rejoining = [];
  for (const key of options.apart.difference(decisions.apart).difference(known)) {
    const layer = await writer.findLayer(key);
    if (layer) rejoining.push({ key, source: layer.source, members: parseLayer(layer).members ?? [] });
  }
  const changed = [...loaded.changed, ...rejoining];
  const changes = { ...loaded, changed, apart: decisions.apart, keepIds: options.keepIds };
  const brought = await identifyLayers(writer, changes, affected);
  const gone = await removeVanished(writer, loaded, affected);
  const isTooMuch = gone > loaded.before * MOST_GONE;
  if (isTooMuch && !options.allowShrink && !options.dryRun) throw tooMuchGone([...loaded.sources], gone, loaded.before);
  if (affected.size > 0) await identifyWaiting(writer, changes, brought, affected);
  await applyCorrections(writer, decisions, affected);
}

/** Gives the number of those that nothing of their source has followed. */
async function removeVanished(writer: CatalogWriter, { vanished }: LoadedLayers, affected: Affected): Promise<number> {
  let gone = 0;
  for (const key of vanished) {
    const layer = await writer.findHead(key);
    await writer.removeLayer(key);
    if (!layer?.gameId) continue;
    affected.add(layer.gameId);
    if (layer.source === CORRECTIONS) continue;
    const others = await writer.listLayers(layer.gameId);
    if (!others.some(({ source, key: other }) => source === layer.source && !vanished.has(other))) gone++;
  }
  return gone;
}

export async function rebuildGames(
  writer: CatalogWriter,
  affected: Affected,
  options: LoadOptions & { entries: ReturnType<typeof openEntries>; now: number },
) {
  const { entries, now, noTouch = false, onProgress, onChange } = options;
  const counts = { added: 0, changed: 0, removed: 0, merged: 0 };
  const touched = new Set<number>();
  let done = 0;
  for (const gameId of affected) {
    const rebuilt = await rebuildGame({ writer, entries, now, noTouch }, gameId);
    if (rebuilt && rebuilt.change !== 'unchanged') {
      const isMerged = rebuilt.change === 'removed' && (await writer.findAlias(gameId)) !== undefined;
      const change = isMerged ? 'merged' : rebuilt.change;
      counts[change]++;
      touched.add(gameId);
      onChange?.(change, rebuilt.title);
    }
    if (++done % PROGRESS_EVERY !== 0) continue;
    onProgress?.(done, affected.size, 'games');
    // The store answers without a turn of the event loop, in which Ctrl-C is heard.
    await nextTurn();
  }
  return { counts, touched };
}

async function countWaiting(writer: CatalogWriter, sources: ReadonlySet<string>): Promise<number> {
  const layers = await writer.listLayers(null);
  return layers.filter(({ source }) => source !== CORRECTIONS && sources.has(source)).length;
}

async function countLayers(
  writer: CatalogWriter,
  layers: readonly ChangedLayer[],
  games: ReadonlySet<number>,
): Promise<number> {
  let count = 0;
  for (const { key } of layers) if (games.has((await writer.findHead(key))?.gameId ?? 0)) count++;
  return count;
}

function tooMuchGone(sources: readonly string[], gone: number, all: number): OperatorError {
  return new OperatorError(
    `This would remove ${gone} of the ${all} games of ${sources.join(', ')}, and nothing was changed: check that the ` +
      'source is whole, or say --allow-shrink if they are really gone',
  );
}

import { OperatorError } from '../../errors.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import type { Layer } from '../../store/catalog-rows.ts';
import { findKind, isImportedByDefault } from '../../vocabulary/kinds.ts';
import { applyCorrections, listDifferent, readCorrections } from '../corrections/corrections.ts';
import type { Affected } from '../match/attach.ts';
import { identifyLayers, identifyWaiting } from '../match/identify.ts';
import { type ChangedLayer, CORRECTIONS, createsGames, type LayerChanges, parseLayer } from './layer-line.ts';
import { LAST_ID_OF_ORIGINAL, listOwnSources, type Mirror, type MirrorLoad } from './mirror.ts';

export interface AssignOptions {
  keepIds: boolean;
  /** The keys that corrections split off before this import. */
  splitsBefore: ReadonlySet<string>;
  /** The number of layers that each source had before, of which it may lose only a few. Undefined: it may lose all. */
  mustKeep?: ReadonlyMap<string, number> | undefined;
  /** What the catalog follows. */
  mirror: Mirror | undefined;
  /** The layers are those of the original. */
  load: MirrorLoad | undefined;
}

/** A source that loses more is probably truncated, or the wrong folder. */
const MAX_SHRINK = 0.05;

/** Finds the game of every new or changed layer, removes vanished layers, and returns the games to rebuild. */
export async function assignLayers(
  writer: CatalogWriter,
  { changed, corrected, vanished }: LayerChanges,
  { keepIds, splitsBefore, mustKeep, mirror, load }: AssignOptions,
): Promise<Affected> {
  const affected: Affected = new Set(load?.gameIds);
  const corrections = await readCorrections(writer, vanished);
  const { splits } = corrections;
  const unsplit = await listUnsplit(writer, changed, splitsBefore.difference(splits));
  const different = await listDifferent(writer, corrections);
  const options = {
    changed: [...changed, ...unsplit],
    vanished,
    splits,
    different,
    keepIds,
    isMirror: mirror !== undefined,
  };
  const changedMarks = await identifyLayers(writer, options, affected);
  await removeVanished(writer, vanished, mustKeep, affected);
  const detached = await detachOrphans(writer, affected);
  const own =
    mirror && load ? await listOwnToMatch(writer, { changed, mirror, isRestart: !load.gameIds }, affected) : [];
  if (own.length > 0) await identifyLayers(writer, { ...options, changed: own, keepIds: false }, affected);
  if (affected.size > 0)
    await identifyWaiting(writer, options, { changedMarks, detached, staying: load && mirror }, affected);
  for (const key of corrected) {
    const gameId = (await writer.findHead(key))?.gameId;
    if (gameId) affected.add(gameId);
  }
  await applyCorrections(writer, corrections, affected);
  return affected;
}

/** The layers of own sources that may belong to a game of the original now. All, if its ids may be those of other games. */
async function listOwnToMatch(
  writer: CatalogWriter,
  { changed, mirror, isRestart }: { changed: readonly ChangedLayer[]; mirror: Mirror; isRestart: boolean },
  affected: Affected,
): Promise<ChangedLayer[]> {
  const sources = await listOwnSources(writer, mirror);
  const found = new Map<string, ChangedLayer>();
  const add = async (key: string) => {
    const layer = found.has(key) ? undefined : await writer.findLayer(key);
    if (layer) found.set(key, { ...parseLayer(layer), source: layer.source });
  };
  for (const { key } of sources.length === 0 ? [] : changed)
    for (const other of await writer.findByMarks((await writer.findMarked(key))?.marks ?? []))
      if (sources.includes(other.source)) await add(other.key);
  for (const source of isRestart ? sources : []) for (const key of await writer.listKeys(source)) await add(key);
  for (const line of isRestart ? found.values() : []) await forgetFollowed(writer, line, affected);
  return [...found.values()];
}

/** Takes a layer out of a game of the original. */
async function forgetFollowed(writer: CatalogWriter, line: ChangedLayer, affected: Affected): Promise<void> {
  const gameId = (await writer.findHead(line.key))?.gameId ?? null;
  if (gameId !== null && gameId <= LAST_ID_OF_ORIGINAL) {
    affected.add(gameId);
    await writer.setGame(line.key, null);
  }
}

/** Layers that corrections no longer split off are matched again. */
async function listUnsplit(
  writer: CatalogWriter,
  changed: readonly ChangedLayer[],
  keys: ReadonlySet<string>,
): Promise<ChangedLayer[]> {
  const known = new Set(changed.map(({ key }) => key));
  const unsplit = [];
  for (const key of keys.difference(known)) {
    const layer = await writer.findLayer(key);
    if (layer) unsplit.push({ ...parseLayer(layer), source: layer.source });
  }
  return unsplit;
}

async function removeVanished(
  writer: CatalogWriter,
  vanished: ReadonlySet<string>,
  mustKeep: AssignOptions['mustKeep'],
  affected: Affected,
): Promise<void> {
  const lost = new Map<string, number>();
  for (const key of vanished) {
    const layer = await writer.findLayer(key);
    await writer.removeLayer(key);
    if (!layer?.gameId) continue;
    affected.add(layer.gameId);
    if (isOptional(layer)) continue;
    const others = await writer.listHeads(layer.gameId);
    const isReplaced = others.some(({ source, key: other }) => source === layer.source && !vanished.has(other));
    if (!isReplaced) lost.set(layer.source, (lost.get(layer.source) ?? 0) + 1);
  }
  for (const [source, count] of lost) {
    const all = mustKeep?.get(source) ?? 0;
    if (mustKeep && source !== CORRECTIONS && count > all * MAX_SHRINK)
      throw new OperatorError(
        `This would remove ${count} of the ${all} games of ${source}; nothing was changed. Check that the ` +
          'source is complete, or pass --allow-shrink to remove them',
      );
  }
}

/** Whether the layer is there because of `--include`: leaving it out again is no sign of a truncated source. */
function isOptional(layer: Layer): boolean {
  if (layer.source === CORRECTIONS) return false;
  return parseLayer(layer).platforms.every(({ attributes = [] }) => !isImportedByDefault(findKind(attributes)));
}

/** Layers that enrich a game without a creating layer wait for another game. */
async function detachOrphans(writer: CatalogWriter, affected: Affected): Promise<Set<string>> {
  const detached = new Set<string>();
  for (const gameId of affected) {
    const layers = await writer.listHeads(gameId);
    if (layers.length === 0 || layers.some(createsGames)) continue;
    for (const { key, source } of layers) {
      if (source === CORRECTIONS) continue;
      await writer.setGame(key, null);
      detached.add(key);
    }
  }
  return detached;
}

import { OperatorError } from '../../errors.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import type { Layer } from '../../store/catalog-rows.ts';
import { findKind, isImportedByDefault } from '../../vocabulary/kinds.ts';
import { applyCorrections, listDifferent, readCorrections } from '../corrections/corrections.ts';
import type { Affected } from '../match/attach.ts';
import { identifyLayers, identifyWaiting } from '../match/identify.ts';
import { type ChangedLayer, CORRECTIONS, createsGames, type LayerChanges, parseLayer } from './layer-line.ts';

export interface AssignOptions {
  keepIds: boolean;
  /** The keys that corrections split off before this import. */
  splitsBefore: ReadonlySet<string>;
  /** The number of layers that each source had before, of which it may lose only a few. Undefined: it may lose all. */
  mustKeep?: ReadonlyMap<string, number> | undefined;
}

/** A source that loses more is probably truncated, or the wrong folder. */
const MAX_SHRINK = 0.05;

/** Finds the game of every new or changed layer, removes vanished layers, and returns the games to rebuild. */
export async function assignLayers(
  writer: CatalogWriter,
  { changed, corrected, vanished }: LayerChanges,
  { keepIds, splitsBefore, mustKeep }: AssignOptions,
): Promise<Affected> {
  const affected: Affected = new Set();
  const corrections = await readCorrections(writer, vanished);
  const { splits } = corrections;
  const unsplit = await listUnsplit(writer, changed, splitsBefore.difference(splits));
  const different = await listDifferent(writer, corrections);
  const options = { changed: [...changed, ...unsplit], vanished, splits, different, keepIds };
  const changedMarks = await identifyLayers(writer, options, affected);
  await removeVanished(writer, vanished, mustKeep, affected);
  const detached = await detachOrphans(writer, affected);
  if (affected.size > 0) await identifyWaiting(writer, options, { changedMarks, detached }, affected);
  for (const key of corrected) {
    const gameId = (await writer.findHead(key))?.gameId;
    if (gameId) affected.add(gameId);
  }
  await applyCorrections(writer, corrections, affected);
  return affected;
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

import { OperatorError } from '../../errors.ts';
import type { CatalogWriter } from '../../store/catalog-store.ts';
import { applyCorrections, readDecisions } from '../corrections/corrections.ts';
import { type Affected, identifyLayers, identifyWaiting } from '../match/identify.ts';
import { CORRECTIONS, isFounding, parseLayer } from './layer-line.ts';
import type { LoadedLayers } from './load-layers.ts';

export interface SettleOptions {
  keepIds: boolean;
  /** What the operator had set apart before. */
  apart: ReadonlySet<string>;
  allowShrink: boolean;
}

/** A list that was cut off, or the wrong folder, looks like a source of which most is gone. */
const MOST_GONE = 0.05;

/** Finds the game of every layer that is new, changed or gone, and tells which games have to be made anew. */
export async function settleLayers(
  writer: CatalogWriter,
  loaded: LoadedLayers,
  { keepIds, apart, allowShrink }: SettleOptions,
): Promise<Affected> {
  const affected: Affected = new Set();
  const decisions = await readDecisions(writer, loaded.vanished);
  const rejoining = await listRejoining(writer, loaded, apart.difference(decisions.apart));
  const changes = { ...loaded, changed: [...loaded.changed, ...rejoining], apart: decisions.apart, keepIds };
  const brought = await identifyLayers(writer, changes, affected);
  await removeVanished(writer, loaded, allowShrink, affected);
  const detached = await detachFromDead(writer, affected);
  if (affected.size > 0) await identifyWaiting(writer, changes, { brought, detached }, affected);
  for (const key of loaded.corrected) {
    const gameId = (await writer.findHead(key))?.gameId;
    if (gameId) affected.add(gameId);
  }
  await applyCorrections(writer, decisions, affected);
  return affected;
}

/** What the operator no longer sets apart may find its game again. */
async function listRejoining(writer: CatalogWriter, { changed }: LoadedLayers, keys: ReadonlySet<string>) {
  const known = new Set(changed.map(({ key }) => key));
  const rejoining = [];
  for (const key of keys.difference(known)) {
    const layer = await writer.findLayer(key);
    if (layer) rejoining.push({ key, source: layer.source, members: parseLayer(layer).members ?? [] });
  }
  return rejoining;
}

async function removeVanished(
  writer: CatalogWriter,
  { vanished, before }: LoadedLayers,
  allowShrink: boolean,
  affected: Affected,
): Promise<void> {
  const gone = new Map<string, number>();
  for (const key of vanished) {
    const layer = await writer.findHead(key);
    await writer.removeLayer(key);
    if (!layer?.gameId) continue;
    affected.add(layer.gameId);
    const others = await writer.listLayers(layer.gameId);
    const isFollowed = others.some(({ source, key: other }) => source === layer.source && !vanished.has(other));
    if (!isFollowed) gone.set(layer.source, (gone.get(layer.source) ?? 0) + 1);
  }
  for (const [source, count] of gone) {
    const all = before.get(source) ?? 0;
    if (!allowShrink && source !== CORRECTIONS && count > all * MOST_GONE) throw tooMuchGone(source, count, all);
  }
}

/** What enriches a game that nobody founds any more waits for another. */
async function detachFromDead(writer: CatalogWriter, affected: Affected): Promise<Set<string>> {
  const detached = new Set<string>();
  for (const gameId of affected) {
    const layers = await writer.listLayers(gameId);
    if (layers.length === 0 || layers.some(isFounding)) continue;
    for (const { key, source } of layers) {
      if (source === CORRECTIONS) continue;
      await writer.setGame(key, null);
      detached.add(key);
    }
  }
  return detached;
}

function tooMuchGone(source: string, gone: number, all: number): OperatorError {
  return new OperatorError(
    `This would remove ${gone} of the ${all} games of ${source}, and nothing was changed: check that the ` +
      'source is whole, or say --allow-shrink if they are really gone',
  );
}

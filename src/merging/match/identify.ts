import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Alias, CatalogWriter, MarkedLayer } from '../../store/catalog-store.ts';
import {
  type ChangedLayer,
  CORRECTIONS,
  isFounding,
  type LayerChanges,
  type LayerLine,
  listKeys,
  parseLayer,
} from '../load/layer-line.ts';
import { findGameOfKey, followAliases, followMatches, listClaims, settleClaims } from './claims.ts';
import { findMatches, type Match } from './find-matches.ts';
import { type MarkFilter, NO_FILTER, openMarkFilter } from './mark-filter.ts';
import { isKeyMark, listMarks } from './marks.ts';

/** Layers between two turns of the event loop, in which Ctrl-C is handled. */
const LAYERS_PER_TURN = 500;
/** For fewer changed layers, querying each is faster than reading all marks of a large catalog. */
const MIN_LAYERS_FOR_FILTER = 500;

/** The games to rebuild. */
export type Affected = Set<number>;

export interface IdentifyOptions extends LayerChanges {
  /** Keys that a correction split off: they match nothing. */
  splits: ReadonlySet<string>;
  /** The bundle is an export whose ids were taken: every layer stays with its game. */
  keepIds: boolean;
}

/** A layer without a decision about its game. */
interface Unplaced extends ChangedLayer {
  /** Its game so far. */
  gameId: number | null;
  /** The game that it has a claim to. */
  own: number | undefined;
}

type MatchedLayer = Unplaced & { line: LayerLine; matches: Match[] };

/**
 * Finds the game of every changed layer: by its claims, else by comparing it with the games in the catalog, most confident
 * matches first. A layer without a match is a new game. Returns the marks of the changed layers.
 */
export async function identifyLayers(
  writer: CatalogWriter,
  options: IdentifyOptions,
  affected: Affected,
): Promise<MarkFilter> {
  const { changed, keepIds, splits, vanished } = options;
  const claims = keepIds ? new Map() : settleClaims(await listClaims(writer, changed));
  const otherMarks = await filterOthers(writer, options);
  const changedMarks = openMarkFilter();
  const matched: MatchedLayer[] = [];
  for (const [i, layer] of changed.entries()) {
    if (i % LAYERS_PER_TURN === 0) await nextTurn();
    const stored = (await writer.findLayer(layer.key)) as MarkedLayer;
    const { gameId, marks } = stored;
    if (gameId) affected.add(gameId);
    const own = keepIds
      ? await findBound(writer, layer.key)
      : await mergeClaimed(writer, claims.get(layer.key) ?? [], affected);
    const unplaced = { ...layer, gameId, own };
    changedMarks.add(marks);
    const hasCandidates = marks.some(isKeyMark) || otherMarks.hasAny(marks);
    const mayMatch = hasCandidates && !keepIds && !splits.has(layer.key);
    const isAlone = mayMatch && (own === undefined || (await isOnlyOf(writer, own, layer.source)));
    // Most layers get no further, so they are not parsed.
    const compared = isAlone && { ...unplaced, line: parseLayer(stored) };
    const matches = compared ? await findMatches(writer, compared, vanished) : [];
    if (compared && matches.length > 0) matched.push({ ...compared, matches });
    else await place(writer, unplaced, own, affected);
  }
  await placeMatched(writer, matched, vanished, affected);
  return changedMarks;
}

/** The marks of other sources and of vanished layers. In a bundle of several sources, these may match each other, too. */
async function filterOthers(writer: CatalogWriter, { changed, sources, vanished }: LayerChanges): Promise<MarkFilter> {
  if (changed.length < MIN_LAYERS_FOR_FILTER) return NO_FILTER;
  const filter = openMarkFilter();
  await writer.visitMarks(sources.size > 1 ? [] : [...sources], filter.add);
  for (const key of vanished) {
    const layer = await writer.findLayer(key);
    if (layer) filter.add(layer.marks);
  }
  return filter;
}

/** Compares waiting layers again if a changed layer shares a mark with them. */
export async function identifyWaiting(
  writer: CatalogWriter,
  { keepIds, splits, vanished }: IdentifyOptions,
  { changedMarks, detached }: { changedMarks: MarkFilter; detached: ReadonlySet<string> },
  affected: Affected,
): Promise<void> {
  if (keepIds) return;
  for (const layer of await writer.listLayers(null)) {
    if (layer.source === CORRECTIONS || isFounding(layer) || splits.has(layer.key)) continue;
    const waiting = { ...layer, line: parseLayer(layer), own: undefined };
    const marks = listMarks(waiting.line);
    const known = await findGameOfKey(writer, layer.key);
    const hasCandidates = marks.some(isKeyMark) || detached.has(layer.key) || changedMarks.hasAny(marks);
    const gameId = known ?? (hasCandidates ? (await findMatches(writer, waiting, vanished))[0]?.gameId : undefined);
    if (gameId !== undefined) await attach(writer, { ...waiting.line, gameId: null }, gameId, affected);
  }
}

/** Most confident matches first. Of two lines of one source that match a game by title only, the first one gets it. */
async function placeMatched(
  writer: CatalogWriter,
  matched: readonly MatchedLayer[],
  vanished: ReadonlySet<string>,
  affected: Affected,
): Promise<void> {
  const confidence = ({ matches }: MatchedLayer) => matches[0]?.confidence ?? 0;
  for (const layer of matched.toSorted((a, b) => confidence(b) - confidence(a) || (a.key < b.key ? -1 : 1))) {
    // Earlier decisions have changed the games.
    const [match] = await findMatches(writer, layer, vanished);
    const ids = [layer.own, match?.gameId].filter((id) => id !== undefined);
    await place(writer, layer, ids.length > 0 ? Math.min(...ids) : undefined, affected);
    if (ids.length > 1) await mergeGames(writer, ids, 'match', affected);
  }
}

async function place(
  writer: CatalogWriter,
  layer: Unplaced,
  gameId: number | undefined,
  affected: Affected,
): Promise<void> {
  if (gameId === undefined && layer.enriches) {
    if (layer.gameId !== null) await writer.setGame(layer.key, null);
    return;
  }
  await attach(writer, layer, gameId ?? (await writer.nextId('game', 0)), affected);
}

/** Moves the layer to the game and binds its keys to the game's id. */
async function attach(
  writer: CatalogWriter,
  layer: Omit<Unplaced, 'source' | 'own'>,
  gameId: number,
  affected: Affected,
): Promise<void> {
  affected.add(gameId);
  await revive(writer, gameId, affected);
  if (layer.gameId !== gameId) await writer.setGame(layer.key, gameId);
  for (const key of listKeys(layer)) {
    const bound = await findBound(writer, key);
    if (bound !== gameId) await writer.bindKey('game', key, gameId, undefined, !layer.enriches);
  }
}

/** Separates a game that was merged by matching again: it gets back the layers whose keys are bound to it. */
async function revive(writer: CatalogWriter, gameId: number, affected: Affected): Promise<void> {
  const alias = await writer.findAlias(gameId);
  if (alias?.cause !== 'match') return;
  const targetId = await followAliases(writer, alias.targetId);
  await writer.removeAlias(gameId);
  affected.add(targetId);
  for (const { key } of await writer.listLayers(targetId))
    if ((await writer.findBinding(key))?.id === gameId) await writer.setGame(key, gameId);
}

async function findBound(writer: CatalogWriter, key: string): Promise<number | undefined> {
  const bound = await writer.findBinding(key);
  return bound && followMatches(writer, bound.id);
}

/** A layer with claims to several games shows that these are one. */
async function mergeClaimed(
  writer: CatalogWriter,
  ids: readonly number[],
  affected: Affected,
): Promise<number | undefined> {
  return ids.length > 1 ? mergeGames(writer, ids, 'match', affected) : ids[0];
}

/** Merges games: the lowest id gets all layers, and the other ids become aliases of it. */
export async function mergeGames(
  writer: CatalogWriter,
  ids: readonly number[],
  cause: Alias['cause'],
  affected: Affected,
): Promise<number> {
  const targetId = Math.min(...ids);
  affected.add(targetId);
  for (const gameId of new Set(ids)) {
    if (gameId === targetId) continue;
    affected.add(gameId);
    for (const { key } of await writer.listLayers(gameId)) await writer.setGame(key, targetId);
    await writer.putAlias({ gameId, targetId, cause });
  }
  return targetId;
}

async function isOnlyOf(writer: CatalogWriter, gameId: number, source: string): Promise<boolean> {
  const layers = await writer.listLayers(gameId);
  return layers.every((layer) => layer.source === source || layer.source === CORRECTIONS);
}

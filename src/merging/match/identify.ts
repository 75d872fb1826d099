import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogWriter, MarkedLayer } from '../../store/catalog-store.ts';
import type { LayerChanges } from '../load/layer-changes.ts';
import { CORRECTIONS, type LayerLine, parseLayer } from '../load/layer-line.ts';
import { findGameOfKey, followAliases, followMatches, listClaims, settleClaims } from './claims.ts';
import { findMatches, type Match } from './find-matches.ts';
import { type MarkFilter, NO_FILTER, openMarkFilter } from './mark-filter.ts';
import { listMarks } from './marks.ts';

/** So many layers are looked at without a turn of the event loop, in which Ctrl-C is heard. */
const LAYERS_IN_A_TURN = 500;
/** Fewer are compared one by one sooner than all marks of a large catalog are looked at. */
const FEW = 500;

/** Which games have to be made anew. */
export type Affected = Set<number>;

interface Undecided {
  key: string;
  source: string;
  /** The game that it has been with. */
  gameId: number | null;
  line: LayerLine;
  /** The game that it has a claim to. */
  own: number | undefined;
  matches: Match[];
}

/**
 * Finds the game of every changed layer. A game's id hangs on the keys of its layers and their members; a layer whose
 * keys nobody knows is compared with what is there, the surest first; what is like nothing is a new game.
 */
export async function identifyLayers(
  writer: CatalogWriter,
  changes: LayerChanges,
  affected: Affected,
): Promise<MarkFilter> {
  const claims = changes.keepIds ? new Map() : settleClaims(await listClaims(writer, changes.changed));
  const there = await filterOthers(writer, changes);
  const brought = openMarkFilter();
  const undecided: Undecided[] = [];
  for (const [i, { key }] of changes.changed.entries()) {
    if (i % LAYERS_IN_A_TURN === 0) await nextTurn();
    const layer = (await writer.findLayer(key)) as MarkedLayer;
    if (layer.gameId) affected.add(layer.gameId);
    const own = changes.keepIds ? await findBound(writer, key) : await settle(writer, claims.get(key) ?? [], affected);
    const about = { key, source: layer.source, gameId: layer.gameId, line: parseLayer(layer), own };
    brought.add(layer.marks);
    const isPromising = about.line.ids?.key !== undefined || there.hasAny(layer.marks);
    const mayMatch = isPromising && !changes.keepIds && !changes.apart.has(key);
    const isAlone = mayMatch && (own === undefined || (await isOnlyOf(writer, own, about.source)));
    const matches = isAlone ? await findMatches(writer, about, changes) : [];
    if (matches.length === 0) await decide(writer, about, own, affected);
    else undecided.push({ ...about, matches });
  }
  await decideMatches(writer, undecided, changes, affected);
  return brought;
}

/** The marks of other sources, and of layers that are about to go; the sources of one bundle may know the same games, too. */
async function filterOthers(writer: CatalogWriter, { changed, sources, vanished }: LayerChanges): Promise<MarkFilter> {
  if (changed.length < FEW) return NO_FILTER;
  const filter = openMarkFilter();
  await writer.visitMarks(sources.size > 1 ? [] : [...sources], filter.add);
  for (const key of vanished) {
    const layer = await writer.findLayer(key);
    if (layer) filter.add(layer.marks);
  }
  return filter;
}

/** Layers that wait for a game are tried again when something comes that may be it. */
export async function identifyWaiting(
  writer: CatalogWriter,
  changes: LayerChanges,
  { brought, detached }: { brought: MarkFilter; detached: ReadonlySet<string> },
  affected: Affected,
): Promise<void> {
  if (changes.keepIds) return;
  for (const layer of await writer.listLayers(null)) {
    const line = parseLayer(layer);
    if (!line.enriches || changes.apart.has(layer.key)) continue;
    const about = { key: layer.key, source: layer.source, gameId: null, line, own: undefined };
    const known = await findGameOfKey(writer, layer.key);
    const isPromising = line.ids?.key !== undefined || detached.has(layer.key) || brought.hasAny(listMarks(line));
    const gameId = known ?? (isPromising ? (await findMatches(writer, about, changes))[0]?.gameId : undefined);
    if (gameId !== undefined) await attach(writer, about, gameId, affected);
  }
}

/** The surest first; what is only alike in name gives way where a line of the same source has come before it. */
async function decideMatches(
  writer: CatalogWriter,
  undecided: readonly Undecided[],
  changes: LayerChanges,
  affected: Affected,
): Promise<void> {
  const sureness = ({ matches }: Undecided) => matches[0]?.sureness ?? 0;
  const inOrder = undecided.toSorted((a, b) => sureness(b) - sureness(a) || (a.key < b.key ? -1 : 1));
  for (const about of inOrder) {
    // The games have changed by what was decided before.
    const [match] = await findMatches(writer, about, changes);
    await decide(writer, about, match ? mergeOrTake(about.own, match.gameId) : about.own, affected);
    if (match && about.own !== undefined) await mergeGames(writer, [about.own, match.gameId], 'match', affected);
  }
}

function mergeOrTake(own: number | undefined, matched: number): number {
  return own === undefined ? matched : Math.min(own, matched);
}

type About = Pick<Undecided, 'key' | 'gameId' | 'line'>;

async function decide(
  writer: CatalogWriter,
  about: About,
  gameId: number | undefined,
  affected: Affected,
): Promise<void> {
  if (gameId === undefined && about.line.enriches) {
    if (about.gameId !== null) await writer.setGame(about.key, null);
    return;
  }
  await attach(writer, about, gameId ?? (await writer.nextId('game', 0)), affected);
}

/** From now on the game hangs on these keys as well. */
async function attach(writer: CatalogWriter, about: About, gameId: number, affected: Affected): Promise<void> {
  const { key, line } = about;
  affected.add(gameId);
  await revive(writer, gameId, affected);
  if (about.gameId !== gameId) await writer.setGame(key, gameId);
  for (const one of new Set([key, ...(line.members ?? [])])) {
    const bound = await writer.findBinding(one);
    if (!bound || (await followMatches(writer, bound.id)) !== gameId)
      await writer.bindKey('game', one, gameId, undefined, !line.enriches);
  }
}

/** A game that was merged and has come apart again answers for itself, with all layers that are its own. */
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

/** Of several ids that belong to one layer the lowest stays; the others lead to it. */
async function settle(writer: CatalogWriter, ids: readonly number[], affected: Affected): Promise<number | undefined> {
  if (ids.length <= 1) return ids[0];
  return mergeGames(writer, ids, 'match', affected);
}

/** Makes several games one: the lowest id survives with all layers, the others lead to it. */
export async function mergeGames(
  writer: CatalogWriter,
  ids: readonly number[],
  cause: 'match' | 'correction',
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

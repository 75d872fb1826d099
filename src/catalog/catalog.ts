import type { CatalogStore, RecordVersion, StoredSource } from '../store/catalog-store.ts';
import type { RandomListStore } from '../store/random-lists.ts';
import type { GameRecord } from './model/record.ts';
import { ByteCache } from './render/byte-cache.ts';
import { renderGame } from './render/card.ts';
import { type RenderOptions, renderBrief } from './render/render.ts';
import { writeBriefs, writeIds } from './render/write-briefs.ts';
import { countUpTo, orderOf, placeOf, sortMatches } from './search/orders.ts';
import { drawGames, type GameFilter, matchGames, type SortedGamePage, type SortedPage } from './search/query.ts';
import type { RankedMatches } from './search/rank-matches.ts';
import type { OrderName } from './snapshot/prepared-orders.ts';
import { textBytes } from './snapshot/shared-arrays.ts';
import { findPosition, type Snapshot } from './snapshot/snapshot.ts';

export const FORMATS = ['id', 'brief', 'normal'] as const;
export type Format = (typeof FORMATS)[number];

/** The catalog of a serving thread: the newest snapshot, the store behind it, and caches. */
export interface Catalog {
  store: Pick<
    CatalogStore,
    'readCards' | 'readRecords' | 'readProvenance' | 'listSources' | 'hasRevision' | 'findDumps' | 'readLayers'
  >;
  /** Stores the random list of a time slot, so that all nodes and threads return the same one. */
  randomLists: RandomListStore;
  options: RenderOptions;
  /** Replaced when the revision grows. A request uses one snapshot throughout. */
  snapshot: Snapshot;
  fragmentCache: ByteCache<Fragment>;
  /** Ids of games that were requested once and not cached, each at the place that its last bits say. A later one replaces it. */
  requestedOnce: Uint32Array;
  matchCache: ByteCache<Uint32Array>;
  searchCache: ByteCache<RankedMatches & { byteLength: number }>;
  /** The sources of the last snapshot that needed them, and their rendered lists by provenance, which many games share. */
  sources: { revision: number; byKey: Promise<Map<string, StoredSource>>; lists: Map<string, string> } | undefined;
  /** The random list of the current time slot, once requested. */
  random: { slot: number; gameIds: number[] } | undefined;
}

interface Fragment {
  revision: number;
  bytes: Buffer;
  byteLength: number;
}

/** A power of two: about as many games as the cache holds by default, so that a second crawl does not evict everything. */
const MAX_REQUESTED_ONCE = 2 ** 14;
const NO_GAME = 0;
const RANDOM_LIST_SIZE = 100;
const RANDOM_SLOT_MS = 5 * 60 * 1000;
/** The share of the cache for match lists, and for searches. Rendered games get the rest: they are more expensive to create. */
const MATCHES_SHARE = 1 / 16;

export function openCatalog(
  store: Catalog['store'],
  randomLists: RandomListStore,
  snapshot: Snapshot,
  options: RenderOptions,
  cacheBytes: number,
): Catalog {
  return {
    store,
    randomLists,
    options,
    snapshot,
    fragmentCache: new ByteCache(cacheBytes * (1 - 2 * MATCHES_SHARE)),
    requestedOnce: new Uint32Array(MAX_REQUESTED_ONCE),
    matchCache: new ByteCache(cacheBytes * MATCHES_SHARE),
    searchCache: new ByteCache(cacheBytes * MATCHES_SHARE),
    sources: undefined,
    random: undefined,
  };
}

/** One page of the games that match the filter. The matches are cached for the next page, under the name of the filter. */
export function listGames(
  catalog: Catalog,
  snapshot: Snapshot,
  filter: GameFilter,
  page: SortedPage & { sort: OrderName },
  name = JSON.stringify(filter),
): SortedGamePage {
  return cutPage(snapshot, listMatches(catalog, snapshot, filter, page.sort, name), page);
}

/** A page of games in an order other than `best`. */
export function cutPage(
  snapshot: Snapshot,
  sorted: Uint32Array,
  { sort, after, offset, limit }: SortedPage & { sort: OrderName },
): SortedGamePage {
  const passed = after ? countUpTo(snapshot, sorted, sort, after) : 0;
  const start = passed + offset;
  const positions = sorted.subarray(start, start + limit);
  const placeAt = (index: number) => placeOf(snapshot, positions[index] as number, sort);
  return { total: sorted.length, passed, positions, placeAt };
}

/** The matching games in an order, computed once per revision. */
function listMatches(
  catalog: Catalog,
  snapshot: Snapshot,
  filter: GameFilter,
  sort: OrderName,
  name: string,
): Uint32Array {
  const key = `${snapshot.revision} ${sort} ${name}`;
  const cached = catalog.matchCache.get(key);
  if (cached) return cached;
  const matches = matchGames(snapshot, filter);
  if (!matches) return orderOf(snapshot, sort);
  // A list of the snapshot itself needs no copy.
  if (sort === 'id' && matches.buffer instanceof SharedArrayBuffer) return matches;
  const sorted = sortMatches(snapshot, matches, sort);
  catalog.matchCache.set(key, sorted);
  return sorted;
}

export interface RandomList {
  gameIds: number[];
  slot: number;
  /** Time until the next list. */
  secondsLeft: number;
}

/** The current random list, which changes every five minutes. */
export async function readRandomList(catalog: Catalog, now: number): Promise<RandomList> {
  const slot = Math.floor(now / RANDOM_SLOT_MS);
  if (catalog.random?.slot !== slot) {
    const gameIds = drawGames(catalog.snapshot, slot, RANDOM_LIST_SIZE);
    // Never pin an empty list: the first import would not show until the next slot.
    if (gameIds.length === 0) return { gameIds, slot, secondsLeft: 0 };
    catalog.random = { slot, gameIds: await catalog.randomLists.findOrAdd(slot, gameIds) };
  }
  return { ...catalog.random, secondsLeft: Math.ceil(((slot + 1) * RANDOM_SLOT_MS - now) / 1000) };
}

/** The games at these positions as JSON, in the same order. */
export async function renderGames(
  catalog: Catalog,
  snapshot: Snapshot,
  positions: ArrayLike<number>,
  format: Format,
): Promise<(Buffer | string)[]> {
  const list = Array.from(positions);
  if (format === 'id') return list.map((position) => String(snapshot.ids[position]));
  if (format === 'brief') return list.map((position) => renderBriefAt(catalog, snapshot, position));
  const games = list.map((position) => cachedGame(catalog, nameAt(snapshot, position)));
  const missing = list.filter((_, i) => games[i] === undefined);
  const rendered = missing.length === 0 ? [] : await renderMissing(catalog, snapshot, missing);
  let next = 0;
  return games.map((game) => game ?? (rendered[next++] as string));
}

/** The games at these positions in a short format, with commas between them. */
export function renderShortList(
  { options }: Catalog,
  { ids, titles }: Snapshot,
  positions: ArrayLike<number>,
  format: 'id' | 'brief',
): Buffer {
  return format === 'brief' ? writeBriefs({ ids, titles, positions }, options) : writeIds({ ids, positions });
}

/** The record of a game at the revision of the snapshot. */
export async function findRecord(
  catalog: Catalog,
  snapshot: Snapshot,
  gameId: number,
): Promise<GameRecord | undefined> {
  const position = findPosition(snapshot, gameId);
  if (position === undefined) return undefined;
  const [text] = await readRecords(catalog, snapshot, [position]);
  return JSON.parse(text as string) as GameRecord;
}

/** The records of the games at these positions, as JSON. */
export async function readRecords(
  catalog: { store: Pick<CatalogStore, 'readRecords'> },
  snapshot: Snapshot,
  positions: readonly number[],
): Promise<string[]> {
  const versions = positions.map((position) => nameAt(snapshot, position));
  const texts = await catalog.store.readRecords(versions);
  const missing = versions.find((_, i) => texts[i] === undefined);
  if (missing) throw new Error(`the store has no record of game ${missing.gameId} at revision ${missing.revision}`);
  return texts as string[];
}

/** Names the record of a game. */
export function nameAt(snapshot: Snapshot, position: number): RecordVersion {
  return { gameId: snapshot.ids[position] as number, revision: snapshot.revisions[position] as number };
}

function renderBriefAt(catalog: Catalog, snapshot: Snapshot, position: number): string {
  const title = textBytes(snapshot.titles, position).toString();
  return renderBrief(snapshot.ids[position] as number, title, catalog.options);
}

function cachedGame(catalog: Catalog, name: RecordVersion): Buffer | undefined {
  const fragment = catalog.fragmentCache.get(name.gameId);
  return fragment?.revision === name.revision ? fragment.bytes : undefined;
}

async function renderMissing(catalog: Catalog, snapshot: Snapshot, positions: readonly number[]): Promise<string[]> {
  const names = positions.map((position) => nameAt(snapshot, position));
  const cards = await catalog.store.readCards(names);
  return names.map((name, i) => {
    const card = cards[i];
    if (card === undefined)
      throw new Error(`the store has no card of game ${name.gameId} at revision ${name.revision}`);
    const game = renderGame(card, catalog.options);
    if (isRepeatedRequest(catalog, name.gameId)) cacheGame(catalog, name, game);
    return game;
  });
}

/** A game is cached on its second request, so that a crawler does not evict everything. */
function isRepeatedRequest({ requestedOnce }: Catalog, gameId: number): boolean {
  const place = gameId % MAX_REQUESTED_ONCE;
  const isRepeated = requestedOnce[place] === gameId;
  requestedOnce[place] = isRepeated ? NO_GAME : gameId;
  return isRepeated;
}

/** Allocates outside Node's buffer pool: a pooled slice would keep its neighbours in memory. */
function cacheGame(catalog: Catalog, { gameId, revision }: RecordVersion, game: string): void {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(game));
  bytes.write(game);
  catalog.fragmentCache.set(gameId, { revision, bytes, byteLength: bytes.length });
}

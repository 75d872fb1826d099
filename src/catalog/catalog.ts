import type { RecordVersion } from '../store/catalog-rows.ts';
import type { CatalogReads } from '../store/catalog-store.ts';
import { keepRandomList, type StatusStore } from '../store/status.ts';
import type { GameRecord } from './model/record.ts';
import { ByteCache } from './render/byte-cache.ts';
import { renderGame } from './render/card.ts';
import type { RenderOptions } from './render/render.ts';
import { writeBriefs, writeIds } from './render/write-briefs.ts';
import { cutPage, inOrder, type SortedGamePage, type SortedPage, sortMatches } from './search/orders.ts';
import { drawGames, type GameFilter, matchGames } from './search/query.ts';
import { keepMatches, rankedSearch } from './search/ranked-search.ts';
import { findPosition, type Snapshot } from './snapshot/snapshot.ts';
import type { OrderName } from './snapshot/sorted-orders.ts';

export const FORMATS = ['id', 'brief', 'normal'] as const;
export type Format = (typeof FORMATS)[number];

/** The catalog of a serving thread: the newest snapshot, the store behind it, and caches. */
export interface Catalog {
  store: CatalogReads;
  /** Has the random list, so that all nodes and threads return the same one. */
  status: StatusStore;
  options: RenderOptions;
  /** Replaced when the revision grows. A request uses one snapshot throughout. */
  snapshot: Snapshot;
  /** Responses of the API, bodies of pages, and lists of games. Cleared with each new snapshot. */
  cache: ByteCache;
  /** The random list of the current time slot, once requested. */
  random: { slot: number; gameIds: readonly number[] } | undefined;
}

const RANDOM_LIST_SIZE = 100;
const RANDOM_SLOT_MS = 5 * 60 * 1000;

/** What games are rendered from. */
export type GameSource = Pick<Catalog, 'store' | 'options'>;
export type GameVersions = Record<'ids' | 'revisions', ArrayLike<number>>;

export function openCatalog(
  store: Catalog['store'],
  status: StatusStore,
  snapshot: Snapshot,
  options: RenderOptions,
  cacheBytes: number,
): Catalog {
  return {
    store,
    status,
    options,
    snapshot,
    cache: new ByteCache(cacheBytes),
    random: undefined,
  };
}

/** Serves another snapshot. What was made from the last one is of no more use. */
export function replaceSnapshot(catalog: Catalog, snapshot: Snapshot): void {
  catalog.cache.clear();
  catalog.snapshot = snapshot;
}

/** What the cache has of a snapshot. A request that began with an older snapshot finds nothing. */
export function findCached<V extends { byteLength: number }>(
  { cache, snapshot: current }: Catalog,
  snapshot: Snapshot,
  name: string,
): V | undefined {
  return snapshot === current ? (cache.get(name) as V | undefined) : undefined;
}

/** Keeps a value that is made for the second time, unless it comes too late: from an older snapshot. */
export function offerToCache(
  { cache, snapshot: current }: Catalog,
  snapshot: Snapshot,
  name: string,
  value: { byteLength: number },
): void {
  if (snapshot === current) cache.offer(name, value);
}

/** The value of this name from the cache, which is made first if there is none. */
export function fromCache<V extends { byteLength: number }>(
  catalog: Catalog,
  snapshot: Snapshot,
  name: string,
  make: () => V,
): V {
  const known = findCached<V>(catalog, snapshot, name);
  if (known) return known;
  const value = make();
  if (snapshot === catalog.snapshot) catalog.cache.set(name, value);
  return value;
}

/** One page of the games that match the filter. The matches are cached for the next page, under the name of the filter. */
export function listGames(
  catalog: Catalog,
  snapshot: Snapshot,
  filter: GameFilter,
  page: SortedPage & { sort: OrderName },
  name = JSON.stringify(filter),
): SortedGamePage {
  const { sort } = page;
  const sorted = fromCache(catalog, snapshot, `games ${sort} ${name}`, () => {
    const matches = matchGames(snapshot, filter);
    return matches ? sortMatches(snapshot, matches, sort, filter.platform) : snapshot.orders[sort];
  });
  return cutPage(snapshot, inOrder(snapshot, sorted, sort, filter.platform), page);
}

/** One page of the games that a search text finds and the filter allows. The key of a place in the order of relevance is its points. */
export function searchGames(
  catalog: Catalog,
  snapshot: Snapshot,
  text: string,
  filter: GameFilter,
  { sort, ...page }: SortedPage,
): SortedGamePage {
  const find = () => keepMatches(snapshot, rankedSearch(snapshot, text), matchGames(snapshot, filter));
  const name = `search ${sort} ${JSON.stringify([text, filter])}`;
  if (sort === 'best') {
    const { positions, points } = fromCache(catalog, snapshot, name, () => {
      const found = find();
      return { ...found, byteLength: found.positions.byteLength + found.points.byteLength };
    });
    return cutPage(snapshot, { positions, keyAt: (index) => points[index] as number, isDescending: true }, page);
  }
  const sorted = fromCache(catalog, snapshot, name, () =>
    sortMatches(snapshot, find().positions.toSorted(), sort, filter.platform),
  );
  return cutPage(snapshot, inOrder(snapshot, sorted, sort, filter.platform), page);
}

export interface RandomList {
  gameIds: readonly number[];
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
    catalog.random = { slot, gameIds: await keepRandomList(catalog.status, slot, gameIds) };
  }
  return { ...catalog.random, secondsLeft: Math.ceil(((slot + 1) * RANDOM_SLOT_MS - now) / 1000) };
}

/** The games at these positions in the `normal` format, in the same order. */
export async function renderGames(
  catalog: GameSource,
  snapshot: GameVersions,
  positions: ArrayLike<number>,
): Promise<string[]> {
  const names = Array.from(positions, (position) => nameAt(snapshot, position));
  const cards = await catalog.store.readCards(names);
  return names.map(({ gameId, revision }, i) => {
    const card = cards[i];
    if (card === undefined) throw new Error(`the store has no card of game ${gameId} at revision ${revision}`);
    return renderGame(card, catalog.options);
  });
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
  { store }: GameSource,
  snapshot: GameVersions,
  positions: readonly number[],
): Promise<string[]> {
  const versions = positions.map((position) => nameAt(snapshot, position));
  const texts = await store.readRecords(versions);
  const missing = versions.find((_, i) => texts[i] === undefined);
  if (missing) throw new Error(`the store has no record of game ${missing.gameId} at revision ${missing.revision}`);
  return texts as string[];
}

/** Names the record of a game. */
export function nameAt(snapshot: GameVersions, position: number): RecordVersion {
  return { gameId: snapshot.ids[position] as number, revision: snapshot.revisions[position] as number };
}

import type { CatalogStore, RecordName } from '../store/catalog-store.ts';
import type { RandomListStore } from '../store/store.ts';
import type { GameRecord } from './model/record.ts';
import { ByteCache } from './render/byte-cache.ts';
import { type RenderOptions, renderBrief, renderGame } from './render/render.ts';
import { drawGames, type Found, type GameFilter, matchGames, type Page, pageOf } from './search/query.ts';
import { textBytes } from './snapshot/shared-arrays.ts';
import { findPosition, type Snapshot } from './snapshot/snapshot.ts';

export const FORMATS = ['id', 'brief', 'normal'] as const;
export type Format = (typeof FORMATS)[number];

/** The catalog as a serving thread holds it: the newest snapshot, the store behind it, and what was rendered. */
export interface Catalog {
  store: Pick<CatalogStore, 'readCards' | 'findRecord'>;
  /** Where the random list of a slot is pinned, so that all nodes and threads show the same one. */
  randomLists: RandomListStore;
  options: RenderOptions;
  /** Replaced as a whole when the revision grows. A request keeps the one that it began with. */
  snapshot: Snapshot;
  fragments: ByteCache<Fragment>;
  /** Games that were asked for and not kept. */
  askedOnce: Set<number>;
  matches: ByteCache<Uint32Array>;
  /** The random list of the present slot, once it has been asked for. */
  random: { slot: number; gameIds: number[] } | undefined;
}

interface Fragment {
  revision: number;
  bytes: Buffer;
  byteLength: number;
}

/** A few megabytes of ids at most. */
const MOST_ASKED_ONCE = 100_000;
const RANDOM_LIST_SIZE = 100;
const RANDOM_SLOT_MS = 5 * 60 * 1000;
/** How the budget is shared out: rendered games are worth more than lists of matches, which are quick to make again. */
const MATCHES_SHARE = 1 / 8;

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
    fragments: new ByteCache(cacheBytes * (1 - MATCHES_SHARE)),
    askedOnce: new Set(),
    matches: new ByteCache(cacheBytes * MATCHES_SHARE),
    random: undefined,
  };
}

/** One page of the games that pass the filter. The matches are kept, so that the next page costs nothing. */
export function listGames(catalog: Catalog, snapshot: Snapshot, filter: GameFilter, page: Page): Found {
  const lists = filter.platform.length + filter.genre.length + filter.group.length;
  if (filter.title === '' && lists <= 1) return pageOf(snapshot, matchGames(snapshot, filter), page);
  const key = `${snapshot.revision} ${JSON.stringify(filter)}`;
  const known = catalog.matches.get(key);
  // A copy of its own: a match may be a view into a larger array, which would stay in memory with it.
  const matches = known ?? matchGames(snapshot, filter)?.slice();
  if (!known && matches) catalog.matches.set(key, matches);
  return pageOf(snapshot, matches, page);
}

export interface RandomList {
  gameIds: number[];
  slot: number;
  /** How long the list still stands. */
  secondsLeft: number;
}

/** The random list of this moment: the same for everybody until its slot of five minutes is over. */
export async function readRandomList(catalog: Catalog, now: number): Promise<RandomList> {
  const slot = Math.floor(now / RANDOM_SLOT_MS);
  if (catalog.random?.slot !== slot) {
    const drawn = drawGames(catalog.snapshot, slot, RANDOM_LIST_SIZE);
    // An empty catalog has nothing to pin: the first import of the slot brings the list.
    if (drawn.length === 0) return { gameIds: [], slot, secondsLeft: 0 };
    catalog.random = { slot, gameIds: await catalog.randomLists.pin(slot, drawn) };
  }
  return { ...catalog.random, secondsLeft: Math.ceil(((slot + 1) * RANDOM_SLOT_MS - now) / 1000) };
}

/** The games at these positions as JSON texts, in that order. */
export async function renderGames(
  catalog: Catalog,
  snapshot: Snapshot,
  positions: ArrayLike<number>,
  format: Format,
): Promise<(Buffer | string)[]> {
  const list = Array.from(positions);
  if (format === 'id') return list.map((position) => String(snapshot.ids[position]));
  if (format === 'brief') return list.map((position) => briefAt(catalog, snapshot, position));
  const games = list.map((position) => cachedGame(catalog, nameAt(snapshot, position)));
  const missing = list.filter((_, i) => games[i] === undefined);
  const rendered = missing.length === 0 ? [] : await renderMissing(catalog, snapshot, missing);
  let next = 0;
  return games.map((game) => game ?? (rendered[next++] as string));
}

/** The whole record of a game, as it was at this snapshot. */
export async function findRecord(
  catalog: Catalog,
  snapshot: Snapshot,
  gameId: number,
): Promise<GameRecord | undefined> {
  const position = findPosition(snapshot, gameId);
  if (position === undefined) return undefined;
  const text = await catalog.store.findRecord(nameAt(snapshot, position));
  if (text === undefined) throw new Error(`the record of game ${gameId} is gone`);
  return JSON.parse(text) as GameRecord;
}

function nameAt(snapshot: Snapshot, position: number): RecordName {
  return { gameId: snapshot.ids[position] as number, revision: snapshot.revisions[position] as number };
}

function briefAt(catalog: Catalog, snapshot: Snapshot, position: number): string {
  const title = textBytes(snapshot.titles, position).toString();
  return renderBrief(snapshot.ids[position] as number, title, catalog.options);
}

function cachedGame(catalog: Catalog, name: RecordName): Buffer | undefined {
  const fragment = catalog.fragments.get(name.gameId);
  return fragment?.revision === name.revision ? fragment.bytes : undefined;
}

async function renderMissing(catalog: Catalog, snapshot: Snapshot, positions: readonly number[]): Promise<string[]> {
  const names = positions.map((position) => nameAt(snapshot, position));
  const cards = await catalog.store.readCards(names);
  return names.map((name, i) => {
    const card = cards[i];
    if (card === undefined) throw new Error(`the card of game ${name.gameId} at revision ${name.revision} is gone`);
    const game = renderGame(card, catalog.options);
    if (isAskedAgain(catalog, name.gameId)) keep(catalog, name, game);
    return game;
  });
}

/** A game is worth keeping once it is asked for a second time: who walks through all of them empties no cache. */
function isAskedAgain({ askedOnce }: Catalog, gameId: number): boolean {
  if (askedOnce.delete(gameId)) return true;
  if (askedOnce.size >= MOST_ASKED_ONCE) askedOnce.clear();
  askedOnce.add(gameId);
  return false;
}

/** In memory of its own: a slice of Node's pool would keep its neighbours in memory with it. */
function keep(catalog: Catalog, { gameId, revision }: RecordName, game: string): void {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(game));
  bytes.write(game);
  catalog.fragments.set(gameId, { revision, bytes, byteLength: bytes.length });
}

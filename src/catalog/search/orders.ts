import { hashTerm, TERMS } from '../../store/game-filters.ts';
import { compareCodePoints } from '../model/order.ts';
import { perSnapshot, perSnapshotKey } from '../snapshot/per-snapshot.ts';
import { textAt } from '../snapshot/shared-arrays.ts';
import { type Facet, positionsOf, releaseDates, type Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex, listBits, markAll, newBits, setBits } from '../snapshot/sorted-lists.ts';
import { type OrderName, sortByKeys } from '../snapshot/sorted-orders.ts';

/** The place of each position in an order. */
const ranksIn = perSnapshotKey((snapshot: Snapshot, name: OrderName) => {
  const order = snapshot.orders[name];
  const ranks = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) ranks[order[at] as number] = at;
  return ranks;
});

/**
 * The matches, which ascend, in an order. With platforms, those by release and by notability are by that on these. Places are
 * sorted by a bitmap, which is faster than comparing them.
 */
export function sortMatches(
  snapshot: Snapshot,
  matches: Uint32Array,
  name: OrderName,
  platforms: readonly number[] = [],
): Uint32Array {
  const keys = platforms.length > 0 ? keysOn(snapshot, name, platforms) : undefined;
  if (keys) return sortByKeys(matches, keys, name.startsWith('-') ? -1 : 1);
  // A copy, because a view would keep the larger array in memory.
  if (name === 'id') return matches.slice();
  const order = snapshot.orders[name];
  const ranks = ranksIn(snapshot, name);
  const places = newBits(order.length);
  setBits(
    places,
    matches.map((position) => ranks[position] as number),
  );
  return listBits(places, matches.length).map((at) => order[at] as number);
}

/** A place in an order that stays when games are added, changed or removed: after this key and id. Null: an unknown key. */
export interface Place {
  key: string | number | null;
  gameId: number;
}

export interface Page {
  offset: number;
  limit: number;
}

/** A page of a list in an order. The offset counts from the place `after`. */
export interface SortedPage extends Page {
  /** `best` only in a search. */
  sort: OrderName | 'best';
  after?: Place | undefined;
}

export interface GamePage {
  /** The number of games on all pages. */
  total: number;
  positions: Uint32Array;
}

export interface SortedGamePage extends GamePage {
  /** The number of games before the place `after`. */
  passed: number;
  /** The place of one of the positions, by its index. */
  placeAt: (index: number) => Place;
}

/** Games in an order, with the key of each by its index. */
interface SortedGames {
  positions: Uint32Array;
  keyAt(index: number): Place['key'];
  isDescending: boolean;
}

export function inOrder(
  snapshot: Snapshot,
  positions: Uint32Array,
  name: OrderName,
  platforms: readonly number[],
): SortedGames {
  const keyOf = openKeys(snapshot, name, platforms);
  const keyAt = (index: number) => keyOf(positions[index] as number);
  return { positions, keyAt, isDescending: name.startsWith('-') };
}

export function cutPage(
  { ids }: Snapshot,
  { positions, keyAt, isDescending }: SortedGames,
  { after, offset, limit }: Omit<SortedPage, 'sort'>,
): SortedGamePage {
  const idAt = (index: number) => ids[positions[index] as number] as number;
  const isAfter = (place: Place, index: number) =>
    (compareKeys(keyAt(index), place.key, isDescending) || idAt(index) - place.gameId) > 0;
  const passed = after ? firstIndex(0, positions.length, (index) => isAfter(after, index)) : 0;
  const start = passed + offset;
  return {
    total: positions.length,
    passed,
    positions: positions.subarray(start, start + limit),
    placeAt: (index) => ({ key: keyAt(start + index), gameId: idAt(start + index) }),
  };
}

function compareKeys(a: Place['key'], b: Place['key'], isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = typeof a === 'string' ? compareCodePoints(a, String(b)) : a - Number(b);
  return isDescending ? -order : order;
}

/** The key of each position, as a client's cursor stores it. */
function openKeys(
  snapshot: Snapshot,
  name: OrderName,
  platforms: readonly number[],
): (position: number) => Place['key'] {
  const { ids, titleIndex, modifiedAt } = snapshot;
  switch (name.replace('-', '')) {
    case 'id':
      return (position) => ids[position] as number;
    case 'title':
      return (position) => textAt(titleIndex.titles, position);
    case 'modified':
      return (position) => modifiedAt[position] as number;
    default: {
      let keys: ReturnType<typeof keysOn>;
      return (position) => {
        keys ??= keysOn(snapshot, name, platforms);
        return keys?.[position] || null;
      };
    }
  }
}

/** The keys of the orders that depend on platforms; 0: unknown. */
function keysOn(
  snapshot: Snapshot,
  name: OrderName,
  platforms: readonly number[],
): Uint16Array | Uint32Array | undefined {
  if (name.endsWith('release')) return releaseDates(snapshot, platforms);
  if (!name.endsWith('notability')) return undefined;
  return platforms.length === 0 ? snapshot.notability : notabilityOn(snapshot, platforms);
}

/** What a game loses with each doubling of its platforms, and if it came out earlier on another platform. */
const LOSS = { doubling: 60, port: 150 };
const MAX_LOSS = 1000;

/**
 * How well games are known on these platforms: those that came out there first better than ports, and those of a few platforms
 * better than those that are everywhere.
 */
function notabilityOn({ filters, notability, platform, ids }: Snapshot, platforms: readonly number[]): Uint16Array {
  const originals = platforms.map((id) => positionsOf(filters.terms, hashTerm(TERMS.original(id))));
  const isOriginal = markAll(originals, ids.length);
  const numbers = platformNumbers(platform);
  const points = new Uint16Array(ids.length);
  for (const id of platforms)
    for (const position of positionsOf(platform, id)) {
      const spread = LOSS.doubling * Math.log2(Math.max(1, numbers[position] as number));
      const loss = Math.round(spread) + (isOriginal[position] === 1 ? 0 : LOSS.port);
      points[position] = 1 + MAX_LOSS + (notability[position] as number) - Math.min(MAX_LOSS, loss);
    }
  return points;
}

/** The number of platforms of each game. */
const platformNumbers = perSnapshot(({ positions }: Facet) => {
  const numbers = new Uint16Array(positions.reduce((most, position) => Math.max(most, position), 0) + 1);
  for (const position of positions) numbers[position] = (numbers[position] as number) + 1;
  return numbers;
});

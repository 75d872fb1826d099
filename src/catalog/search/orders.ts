import { compareCodePoints } from '../model/order.ts';
import { perSnapshotKey } from '../snapshot/per-snapshot.ts';
import { textAt } from '../snapshot/shared-arrays.ts';
import { releaseDates, type Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex, listBits, newBits, setBits } from '../snapshot/sorted-lists.ts';
import { type OrderName, sortByKeys } from '../snapshot/sorted-orders.ts';

/** The place of each position in an order. */
const ranksIn = perSnapshotKey((snapshot: Snapshot, name: OrderName) => {
  const order = snapshot.orders[name];
  const ranks = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) ranks[order[at] as number] = at;
  return ranks;
});

/**
 * The matches, which ascend, in an order; that by release with platforms by the release on these. Their places are sorted by a
 * bitmap, which is faster than comparing them.
 */
export function sortMatches(
  snapshot: Snapshot,
  matches: Uint32Array,
  name: OrderName,
  platforms: readonly number[] = [],
): Uint32Array {
  if (platforms.length > 0 && (name === 'release' || name === '-release'))
    return sortByKeys(matches, releaseDates(snapshot, platforms), name === 'release' ? 1 : -1);
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
  const { ids, titleIndex, modifiedAt, notability } = snapshot;
  switch (name.replace('-', '')) {
    case 'id':
      return (position) => ids[position] as number;
    case 'title':
      return (position) => textAt(titleIndex.titles, position);
    case 'modified':
      return (position) => modifiedAt[position] as number;
    case 'notability':
      return (position) => notability[position] || null;
    default: {
      const dates = releaseDates(snapshot, platforms);
      return (position) => dates[position] || null;
    }
  }
}

import { getOrInsert } from '../../get-or-insert.ts';
import { compareCodePoints } from '../model/order.ts';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import { textBytes } from '../snapshot/shared-arrays.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex } from '../snapshot/sorted-lists.ts';
import type { OrderName } from '../snapshot/sorted-orders.ts';

/** The place of each position in the orders that needed it. */
const ranksOf = perSnapshot((_snapshot: Snapshot) => new Map<OrderName, Uint32Array>());

function ranksIn(snapshot: Snapshot, name: OrderName): Uint32Array {
  return getOrInsert(ranksOf(snapshot), name, () => {
    const order = snapshot.orders[name];
    const ranks = new Uint32Array(order.length);
    for (let at = 0; at < order.length; at++) ranks[order[at] as number] = at;
    return ranks;
  });
}

/** From this share of all games on, a pass over the whole order is faster than sorting the matches. */
const SCAN_SHARE = 1 / 16;

/** The matches, which ascend, in an order. */
export function sortMatches(snapshot: Snapshot, matches: Uint32Array, name: OrderName): Uint32Array {
  // A copy, because a view would keep the larger array in memory.
  if (name === 'id') return matches.slice();
  const order = snapshot.orders[name];
  if (matches.length < order.length * SCAN_SHARE) {
    const rank = ranksIn(snapshot, name);
    const ranks = matches.map((position) => rank[position] as number).sort();
    return ranks.map((at) => order[at] as number);
  }
  const isMatch = new Uint8Array(order.length);
  for (let i = 0; i < matches.length; i++) isMatch[matches[i] as number] = 1;
  const sorted = new Uint32Array(matches.length);
  // A loop, because `filter` takes ten times as long.
  for (let i = 0, count = 0; i < order.length; i++) {
    const position = order[i] as number;
    if (isMatch[position] === 1) sorted[count++] = position;
  }
  return sorted;
}

/** A place in an order that stays when games are added, changed or removed: after this key and id. Null: an unknown key. */
export interface Place {
  key: string | number | null;
  gameId: number;
}

export function placeOf(snapshot: Snapshot, position: number, name: OrderName): Place {
  return { key: keyAt(snapshot, position, name), gameId: snapshot.ids[position] as number };
}

/** How many games of a list in this order come before or at the place. */
export function countUpTo(snapshot: Snapshot, list: Uint32Array, name: OrderName, place: Place): number {
  const isAfter = (position: number) => {
    const { key, gameId } = placeOf(snapshot, position, name);
    return (compareKeys(key, place.key, name.startsWith('-')) || gameId - place.gameId) > 0;
  };
  return firstIndex(0, list.length, (at) => isAfter(list[at] as number));
}

function compareKeys(a: Place['key'], b: Place['key'], isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = typeof a === 'string' ? compareCodePoints(a, String(b)) : a - Number(b);
  return isDescending ? -order : order;
}

/** The key as a client's cursor stores it. The API has none for the orders by year. */
function keyAt({ ids, titleIndex, modifiedAt, notability, filters }: Snapshot, position: number, name: OrderName) {
  switch (name.replace('-', '')) {
    case 'id':
      return ids[position] as number;
    case 'title':
      return textBytes(titleIndex.titles, position).toString();
    case 'modified':
      return modifiedAt[position] as number;
    case 'notability':
      return notability[position] || null;
    default:
      return filters.release[position] || null;
  }
}

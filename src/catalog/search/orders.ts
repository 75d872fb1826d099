import { compareCodePoints } from '../model/order.ts';
import { perSnapshotKey } from '../snapshot/per-snapshot.ts';
import { textBytes } from '../snapshot/shared-arrays.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex, listBits, newBits, setBits } from '../snapshot/sorted-lists.ts';
import type { OrderName } from '../snapshot/sorted-orders.ts';

/** The place of each position in an order. */
const ranksIn = perSnapshotKey((snapshot: Snapshot, name: OrderName) => {
  const order = snapshot.orders[name];
  const ranks = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) ranks[order[at] as number] = at;
  return ranks;
});

/** The matches, which ascend, in an order. Their places are sorted by a bitmap, which is faster than comparing them. */
export function sortMatches(snapshot: Snapshot, matches: Uint32Array, name: OrderName): Uint32Array {
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

import { getOrInsert } from '../../get-or-insert.ts';
import { compareCodePoints } from '../model/order.ts';
import { keysOf, ORDERS, type OrderName, type SortKey, sortAll } from '../snapshot/prepared-orders.ts';
import { textBytes } from '../snapshot/shared-arrays.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex } from '../snapshot/sorted-lists.ts';

interface CachedOrder {
  order: Uint32Array;
  /** The rank of each position, if it was needed. */
  rank?: Uint32Array;
}

const cache = new WeakMap<Snapshot, Map<OrderName, CachedOrder>>();

/** All positions in an order. */
export function orderOf(snapshot: Snapshot, name: OrderName): Uint32Array {
  return cachedOrder(snapshot, name).order;
}

function cachedOrder(snapshot: Snapshot, name: OrderName): CachedOrder {
  const cached = getOrInsert(cache, snapshot, () => new Map<OrderName, CachedOrder>());
  const prepared: Partial<Record<OrderName, Uint32Array>> = snapshot.orders;
  return getOrInsert(cached, name, () => ({ order: prepared[name] ?? sortAll(snapshot, name) }));
}

function ranksIn(snapshot: Snapshot, name: OrderName): Uint32Array {
  const cached = cachedOrder(snapshot, name);
  if (!cached.rank) {
    cached.rank = new Uint32Array(cached.order.length);
    for (let at = 0; at < cached.order.length; at++) cached.rank[cached.order[at] as number] = at;
  }
  return cached.rank;
}

/** From this share of all games on, a pass over the whole order is faster than sorting the matches. */
const SCAN_SHARE = 1 / 16;

/** The matches, which ascend, in an order. */
export function sortMatches(snapshot: Snapshot, matches: Uint32Array, name: OrderName): Uint32Array {
  // A copy, because a view would keep the larger array in memory.
  if (name === 'id') return matches.slice();
  const order = orderOf(snapshot, name);
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
  /** In a search by relevance: the last game whose spelling was compared. */
  lastCompared?: { key: number; gameId: number };
}

export function placeOf(snapshot: Snapshot, position: number, name: OrderName): Place {
  return { key: keyAt(snapshot, position, ORDERS[name].key), gameId: snapshot.ids[position] as number };
}

/** How many games of a list in this order come before or at the place. */
export function countUpTo(snapshot: Snapshot, list: Uint32Array, name: OrderName, place: Place): number {
  const isAfter = (position: number) => {
    const { key, gameId } = placeOf(snapshot, position, name);
    return (compareKeys(key, place.key, 'isDescending' in ORDERS[name]) || gameId - place.gameId) > 0;
  };
  return firstIndex(0, list.length, (at) => isAfter(list[at] as number));
}

function compareKeys(a: Place['key'], b: Place['key'], isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = typeof a === 'string' ? compareCodePoints(a, String(b)) : a - Number(b);
  return isDescending ? -order : order;
}

/** The key as a client's cursor stores it. */
function keyAt(snapshot: Snapshot, position: number, key: SortKey): Place['key'] {
  switch (key) {
    case 'id':
      return snapshot.ids[position] as number;
    case 'title':
      return textBytes(snapshot.titleIndex.titles, position).toString();
    case 'modified':
      return snapshot.recent.modifiedAt[ranksIn(snapshot, '-modified')[position] as number] as number;
    default:
      return keysOf(snapshot, key)[position] || null;
  }
}

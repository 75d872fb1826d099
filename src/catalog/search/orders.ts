import { compareCodePoints } from '../model/order.ts';
import { sharedUint32, textBytes } from '../snapshot/shared-arrays.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex, sortByRanks } from '../snapshot/sorted-lists.ts';

/** What games are sorted by. `year` is the year of the first release. */
type SortKey = 'id' | 'title' | 'release' | 'modified' | 'notability' | 'year';

/** A sorted list of all games. Games with equal keys are in the order `ties`. */
interface OrderRule {
  key: SortKey;
  isDescending?: true;
  ties?: 'title';
}

/** Orders of the API and of the website. Unknown keys come last in both directions. */
const ORDERS = {
  id: { key: 'id' },
  '-id': { key: 'id', isDescending: true },
  title: { key: 'title' },
  '-title': { key: 'title', isDescending: true },
  release: { key: 'release' },
  '-release': { key: 'release', isDescending: true },
  modified: { key: 'modified' },
  '-modified': { key: 'modified', isDescending: true },
  notability: { key: 'notability' },
  '-notability': { key: 'notability', isDescending: true },
  notable: { key: 'notability', isDescending: true, ties: 'title' },
  oldest: { key: 'year', ties: 'title' },
  newest: { key: 'year', isDescending: true, ties: 'title' },
} as const satisfies Record<string, OrderRule>;
export type OrderName = keyof typeof ORDERS;

/** Orders that are computed when a snapshot is built: each takes longer than a request may. */
const PREPARED = ['-title', 'release', '-release', 'modified', 'notability', '-notability'] as const;
export type PreparedOrders = Record<(typeof PREPARED)[number], Uint32Array>;

/** The parts of a snapshot that orders are computed from. */
type OrderSource = Pick<Snapshot, 'ids' | 'byTitle' | 'titleIndex' | 'recent' | 'notability' | 'year' | 'filters'>;

export function prepareOrders(source: OrderSource): PreparedOrders {
  const orders = PREPARED.map((name) => [name, sharedUint32(sortAll(source, name))]);
  return Object.fromEntries(orders) as PreparedOrders;
}

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
  const cached = cache.getOrInsertComputed(snapshot, () => new Map<OrderName, CachedOrder>());
  const prepared: Partial<Record<OrderName, Uint32Array>> = snapshot.orders;
  return cached.getOrInsertComputed(name, () => ({ order: prepared[name] ?? sortAll(snapshot, name) }));
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

function sortAll(snapshot: OrderSource, name: OrderName): Uint32Array {
  if (name === 'id') return snapshot.ids.map((_, position) => position);
  if (name === '-id') return snapshot.ids.map((_, position) => snapshot.ids.length - 1 - position);
  if (name === 'title') return snapshot.byTitle;
  if (name === '-modified') return snapshot.recent.positions;
  const rule: OrderRule = ORDERS[name];
  const order = sortAll(snapshot, rule.ties ?? 'id');
  return sortByKeys(order, keysOf(snapshot, rule.key), rule.isDescending ?? false);
}

/** A stable sort by the key of each position. */
function sortByKeys(positions: Uint32Array, keys: ArrayLike<number>, isDescending: boolean): Uint32Array {
  let [lowest, highest] = [Infinity, 0];
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as number;
    if (key !== 0 && key < lowest) lowest = key;
    if (key > highest) highest = key;
  }
  const last = Math.max(0, highest - lowest + 1);
  const ranks = positions.map((position) => {
    const key = keys[position] as number;
    if (key === 0) return last;
    return isDescending ? highest - key : key - lowest;
  });
  return sortByRanks(positions, ranks, last + 1);
}

/** For each position a number that grows with the key; 0: unknown. */
function keysOf(snapshot: OrderSource, key: SortKey): ArrayLike<number> {
  if (key === 'notability') return snapshot.notability;
  if (key === 'release') return snapshot.filters.release;
  if (key === 'year') return yearsOf(snapshot);
  if (key === 'modified') return modifiedKeys(snapshot);
  return titleKeys(snapshot);
}

function yearsOf({ year, ids }: OrderSource): Uint32Array {
  const years = new Uint32Array(ids.length);
  for (let i = 0; i < year.ids.length; i++) {
    const own = year.positions.subarray(year.offsets[i], year.offsets[i + 1]);
    for (const position of own) years[position] = year.ids[i] as number;
  }
  return years;
}

function modifiedKeys({ recent: { positions, modifiedAt } }: OrderSource): Uint32Array {
  const newest = positions.length;
  return numberRuns(positions, (at) => modifiedAt[at] === modifiedAt[at - 1]).map((run) => newest + 1 - run);
}

function titleKeys({ byTitle, titleIndex: { titles } }: OrderSource): Uint32Array {
  const { bytes, offsets } = titles;
  const isSame = (a: number, b: number) => {
    const from = offsets[a] as number;
    const other = offsets[b] as number;
    const length = (offsets[a + 1] as number) - from;
    if (length !== (offsets[b + 1] as number) - other) return false;
    let i = length - 1;
    while (i >= 0 && bytes[from + i] === bytes[other + i]) i--;
    return i < 0;
  };
  return numberRuns(byTitle, (at) => isSame(byTitle[at] as number, byTitle[at - 1] as number));
}

/** For each position the number of its run in the order, from 1. A run has equal keys. */
function numberRuns(order: Uint32Array, isSameAsBefore: (at: number) => boolean): Uint32Array {
  const numbers = new Uint32Array(order.length);
  let run = 0;
  for (let at = 0; at < order.length; at++) {
    if (at === 0 || !isSameAsBefore(at)) run++;
    numbers[order[at] as number] = run;
  }
  return numbers;
}

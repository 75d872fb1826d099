import type { Postings } from './merge-snapshots.ts';
import { sharedUint32, type Texts } from './shared-arrays.ts';
import { sortByRanks } from './sorted-lists.ts';

/** What games are sorted by. `year` is the year of the first release. */
export type SortKey = 'id' | 'title' | 'release' | 'modified' | 'notability' | 'year';

/** A sorted list of all games. Games with equal keys are in the order `ties`. */
interface OrderRule {
  key: SortKey;
  isDescending?: true;
  ties?: 'title';
}

/** Orders of the API and of the website. Unknown keys come last in both directions. */
export const ORDERS = {
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
  oldest: { key: 'year', ties: 'title' },
  newest: { key: 'year', isDescending: true, ties: 'title' },
} as const satisfies Record<string, OrderRule>;
export type OrderName = keyof typeof ORDERS;

/** Orders that are computed when a snapshot is built: each takes longer than a request may. */
const PREPARED = ['-title', 'release', '-release', 'modified', 'notability', '-notability'] as const;
export type PreparedOrders = Record<(typeof PREPARED)[number], Uint32Array>;

/** The parts of a snapshot that orders are computed from. */
interface OrderSource {
  ids: Uint32Array;
  byTitle: Uint32Array;
  titleIndex: { titles: Texts };
  recent: { positions: Uint32Array; modifiedAt: Float64Array };
  notability: Uint16Array;
  year: Postings;
  filters: { release: Uint32Array };
}

export function prepareOrders(source: OrderSource): PreparedOrders {
  const orders = PREPARED.map((name) => [name, sharedUint32(sortAll(source, name))]);
  return Object.fromEntries(orders) as PreparedOrders;
}

/** All positions in an order. */
export function sortAll(snapshot: OrderSource, name: OrderName): Uint32Array {
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
export function keysOf(snapshot: OrderSource, key: SortKey): ArrayLike<number> {
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

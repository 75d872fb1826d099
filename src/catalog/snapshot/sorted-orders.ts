import { countTexts, shared, type Texts } from './shared-arrays.ts';
import { sortByRanks } from './sorted-lists.ts';

interface OrderSource {
  ids: Uint32Array;
  titleIndex: { titles: Texts };
  notability: Uint16Array;
  filters: { release: Uint32Array };
}

/** All positions in the orders of the API and of the website. A request has no time to sort them. */
export type Orders = ReturnType<typeof sortOrders>;
export type OrderName = keyof Orders;

/** `-` sorts in descending order. Unknown keys come last in both directions. Games with equal keys are in the order of ids. */
export function sortOrders(
  { ids, titleIndex, notability, filters }: OrderSource,
  byTitle: Uint32Array,
  modifiedAt: Float64Array,
) {
  const byId = ids.map((_, position) => position);
  const newestFirst = byId.toSorted((a, b) => (modifiedAt[b] as number) - (modifiedAt[a] as number) || a - b);
  const compareTitles = compareTexts(titleIndex.titles);
  const orders = {
    id: byId,
    '-id': byId.toReversed(),
    title: byTitle,
    '-title': reverse(byTitle, (a, b) => compareTitles(a, b) === 0),
    release: sortByKeys(byId, filters.release, 1),
    '-release': sortByKeys(byId, filters.release, -1),
    modified: reverse(newestFirst, (a, b) => modifiedAt[a] === modifiedAt[b]),
    '-modified': newestFirst,
    notability: sortByKeys(byId, notability, 1),
    '-notability': sortByKeys(byId, notability, -1),
  };
  const inShared = Object.entries(orders).map(([name, order]) => [name, shared(Uint32Array, order)]);
  return Object.fromEntries(inShared) as Record<keyof typeof orders, Uint32Array>;
}

/** The order backwards, but games with equal keys as before. */
function reverse(order: Uint32Array, isEqual: (a: number, b: number) => boolean): Uint32Array {
  const reversed = new Uint32Array(order.length);
  let at = 0;
  for (let end = order.length, from = end; end > 0; end = from) {
    do from--;
    while (from > 0 && isEqual(order[from - 1] as number, order[from] as number));
    for (let i = from; i < end; i++) reversed[at++] = order[i] as number;
  }
  return reversed;
}

/** A stable sort by the key of each position; 0: unknown. */
export function sortByKeys(positions: Uint32Array, keys: Uint16Array | Uint32Array, direction: 1 | -1): Uint32Array {
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
    return direction === 1 ? key - lowest : highest - key;
  });
  return sortByRanks(positions, ranks, last + 1);
}

/** Sorts texts by their bytes: the same everywhere, without the rules of any language. */
export function sortTexts(texts: Texts): Uint32Array {
  const order = shared(Uint32Array, countTexts(texts));
  for (let i = 0; i < order.length; i++) order[i] = i;
  const compare = compareTexts(texts);
  return order.sort((a, b) => compare(a, b) || a - b);
}

function compareTexts({ bytes, offsets }: Texts): (a: number, b: number) => number {
  return (a, b) => {
    const [from, other] = [offsets[a] as number, offsets[b] as number];
    const [length, otherLength] = [(offsets[a + 1] as number) - from, (offsets[b + 1] as number) - other];
    const least = Math.min(length, otherLength);
    let i = 0;
    while (i < least && bytes[from + i] === bytes[other + i]) i++;
    return i < least ? (bytes[from + i] as number) - (bytes[other + i] as number) : length - otherLength;
  };
}

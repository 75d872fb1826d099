import { sharedUint32, type Texts } from './shared-arrays.ts';

/** Where the games of an older index, and those of one of what has changed since, stand in the index of all. */
export interface Places {
  size: number;
  /** Of each position in the older one; GONE: removed since, or changed. */
  kept: Uint32Array;
  /** Of each position in the newer one. */
  added: Uint32Array;
}

/** For each of some numbers, ascending, the sorted positions of its games: those of number i are from offsets[i] to offsets[i + 1]. */
export interface Postings {
  ids: Uint32Array;
  offsets: Uint32Array;
  positions: Uint32Array;
}

interface Known {
  ids: ArrayLike<number>;
  revisions: ArrayLike<number>;
}

const GONE = 0xffff_ffff;

/** Undefined: some of the games that are present are in neither. */
export function findPlaces(older: Known, newer: Pick<Known, 'ids'>, present: Known): Places | undefined {
  const kept = new Uint32Array(older.ids.length).fill(GONE);
  const added = new Uint32Array(newer.ids.length);
  let [o, n] = [0, 0];
  for (let position = 0; position < present.ids.length; position++) {
    const id = present.ids[position] as number;
    while ((older.ids[o] as number) < id) o++;
    if (newer.ids[n] === id) added[n++] = position;
    else if (older.ids[o] === id && older.revisions[o] === present.revisions[position]) kept[o] = position;
    else return undefined;
  }
  return n === added.length ? { size: present.ids.length, kept, added } : undefined;
}

/** Fills `numbers`, which has a place for each game. */
export function mergeNumbers<T extends Uint32Array | Float64Array>(
  older: T,
  newer: T,
  { kept, added }: Places,
  numbers: T,
): T {
  for (let i = 0; i < kept.length; i++) if (kept[i] !== GONE) numbers[kept[i] as number] = older[i] as number;
  for (let i = 0; i < added.length; i++) numbers[added[i] as number] = newer[i] as number;
  return numbers;
}

export function mergeTexts(older: Texts, newer: Texts, { size, kept, added }: Places): Texts {
  const offsets = sharedUint32(size + 1);
  const measure = ({ offsets: own }: Texts, places: Uint32Array) => {
    for (let i = 0; i < places.length; i++) {
      const place = places[i] as number;
      if (place !== GONE) offsets[place + 1] = (own[i + 1] as number) - (own[i] as number);
    }
  };
  measure(older, kept);
  measure(newer, added);
  for (let i = 0; i < size; i++) offsets[i + 1] = (offsets[i + 1] as number) + (offsets[i] as number);
  const bytes = new Uint8Array(new SharedArrayBuffer(offsets[size] as number));
  copyTexts(older, kept, bytes, offsets);
  copyTexts(newer, added, bytes, offsets);
  return { bytes, offsets };
}

/** Texts that stay together are copied together. */
function copyTexts(texts: Texts, places: Uint32Array, bytes: Uint8Array, offsets: Uint32Array): void {
  for (let from = 0; from < places.length; ) {
    let to = from + 1;
    const place = places[from] as number;
    if (place !== GONE) {
      while (to < places.length && places[to] === place + to - from) to++;
      bytes.set(texts.bytes.subarray(texts.offsets[from], texts.offsets[to]), offsets[place]);
    }
    from = to;
  }
}

/** A number whose games are all gone goes with them. */
export function mergePostings(older: Postings, newer: Postings, { kept, added }: Places): Postings {
  const ids = new Uint32Array(older.ids.length + newer.ids.length);
  const offsets = new Uint32Array(ids.length + 1);
  const positions = new Uint32Array(older.positions.length + newer.positions.length);
  let [o, n, count, length] = [0, 0, 0, 0];
  while (o < older.ids.length || n < newer.ids.length) {
    const [a, b] = [older.ids[o] ?? GONE, newer.ids[n] ?? GONE];
    const start = length;
    let [i, end] = a <= b ? [older.offsets[o] as number, older.offsets[o + 1] as number] : [0, 0];
    let [j, last] = b <= a ? [newer.offsets[n] as number, newer.offsets[n + 1] as number] : [0, 0];
    for (; i < end; i++) {
      const place = kept[older.positions[i] as number] as number;
      if (place === GONE) continue;
      while (j < last && (added[newer.positions[j] as number] as number) < place)
        positions[length++] = added[newer.positions[j++] as number] as number;
      positions[length++] = place;
    }
    for (; j < last; j++) positions[length++] = added[newer.positions[j] as number] as number;
    if (length > start) {
      ids[count++] = Math.min(a, b);
      offsets[count] = length;
    }
    if (a <= b) o++;
    if (b <= a) n++;
  }
  return { ids: share(ids, count), offsets: share(offsets, count + 1), positions: share(positions, length) };
}

/** Positions in an order: both lists have it already, and `compare` tells it of positions in the index of all. */
export function mergeOrders(
  older: Uint32Array,
  newer: Uint32Array,
  { size, kept, added }: Places,
  compare: (a: number, b: number) => number,
): Uint32Array {
  const rest = older.map((position) => kept[position] as number).filter((place) => place !== GONE);
  const order = sharedUint32(size);
  let from = 0;
  let at = 0;
  for (const position of newer) {
    const place = added[position] as number;
    const to = firstAfter(rest, place, from, compare);
    order.set(rest.subarray(from, to), at);
    at += to - from;
    order[at++] = place;
    from = to;
  }
  order.set(rest.subarray(from), at);
  return order;
}

function firstAfter(list: Uint32Array, value: number, from: number, compare: (a: number, b: number) => number): number {
  let [low, high] = [from, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(list[middle] as number, value) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function share(array: Uint32Array, length: number): Uint32Array {
  const shared = sharedUint32(length);
  shared.set(array.subarray(0, length));
  return shared;
}

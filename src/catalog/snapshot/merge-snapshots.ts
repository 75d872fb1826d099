import { type NumberArray, shared, sharedLike, type Texts } from './shared-arrays.ts';
import { lowerBound } from './sorted-lists.ts';

/** Maps positions in an older index, and in an index of the games changed since, to positions in the merged index. */
export interface MergedPositions {
  size: number;
  /** The new position for each position in the older index, or REMOVED if the game was removed or changed. */
  kept: Uint32Array;
  /** The new position for each position in the newer index. */
  added: Uint32Array;
}

/** Posting lists for ascending ids: the sorted game positions of ids[i] are at offsets[i] to offsets[i + 1]. */
export interface Postings<Ids extends Uint32Array | Float64Array = Uint32Array> {
  ids: Ids;
  offsets: Uint32Array;
  positions: Uint32Array;
}

interface Known {
  ids: ArrayLike<number>;
  revisions: ArrayLike<number>;
}

export const REMOVED = 0xffff_ffff;

/** Undefined if a present game is in neither index. */
export function findMergedPositions(
  older: Known,
  newer: Pick<Known, 'ids'>,
  present: Known,
): MergedPositions | undefined {
  const kept = new Uint32Array(older.ids.length).fill(REMOVED);
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

/** What an index has for each game: a number, a text, or the lists of ids that it is in. */
type Column = NumberArray | Texts | Postings | Postings<Float64Array>;

/** The columns of both indexes, merged. */
export function mergeColumns<C extends { [name in keyof C]: Column }>(
  older: NoInfer<C>,
  newer: C,
  merged: MergedPositions,
): C {
  const merge = (a: Column, b: Column) => {
    if (ArrayBuffer.isView(a)) return mergeNumbers(a, b as typeof a, merged);
    return 'bytes' in a ? mergeTexts(a, b as Texts, merged) : mergePostings(a as Postings, b as Postings, merged);
  };
  const names = Object.keys(newer) as (keyof C)[];
  return Object.fromEntries(names.map((name) => [name, merge(older[name], newer[name])])) as unknown as C;
}

export function mergeNumbers<T extends NumberArray>(older: T, newer: T, { size, kept, added }: MergedPositions): T {
  const numbers = sharedLike(older, size);
  for (let i = 0; i < kept.length; i++) if (kept[i] !== REMOVED) numbers[kept[i] as number] = older[i] as number;
  for (let i = 0; i < added.length; i++) numbers[added[i] as number] = newer[i] as number;
  return numbers;
}

export function mergeTexts(older: Texts, newer: Texts, { size, kept, added }: MergedPositions): Texts {
  const offsets = shared(Uint32Array, size + 1);
  const measure = ({ offsets: own }: Texts, newPositions: Uint32Array) => {
    for (let i = 0; i < newPositions.length; i++) {
      const position = newPositions[i] as number;
      if (position !== REMOVED) offsets[position + 1] = (own[i + 1] as number) - (own[i] as number);
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

/** Copies adjacent texts together. */
function copyTexts(texts: Texts, newPositions: Uint32Array, bytes: Uint8Array, offsets: Uint32Array): void {
  for (let from = 0; from < newPositions.length; ) {
    let to = from + 1;
    const position = newPositions[from] as number;
    if (position !== REMOVED) {
      while (to < newPositions.length && newPositions[to] === position + to - from) to++;
      bytes.set(texts.bytes.subarray(texts.offsets[from], texts.offsets[to]), offsets[position]);
    }
    from = to;
  }
}

/** Ids without games are dropped. The lowest `ownBits` bits of each posting are not part of the position, and stay. */
export function mergePostings<Ids extends Uint32Array | Float64Array>(
  older: Postings<Ids>,
  newer: Postings<Ids>,
  { kept, added }: MergedPositions,
  ownBits = 0,
): Postings<Ids> {
  const ids = new Float64Array(older.ids.length + newer.ids.length);
  const offsets = new Uint32Array(ids.length + 1);
  const positions = new Uint32Array(older.positions.length + newer.positions.length);
  const unit = 2 ** ownBits;
  let [o, n, count, length] = [0, 0, 0, 0];
  const add = (from: Postings<Ids>, index: number, targets: Uint32Array) => {
    const end = from.offsets[index + 1] as number;
    for (let i = from.offsets[index] as number; i < end; i++) {
      const posting = from.positions[i] as number;
      const position = targets[posting >>> ownBits] as number;
      if (position !== REMOVED) positions[length++] = position * unit + (posting % unit);
    }
  };
  while (o < older.ids.length || n < newer.ids.length) {
    const id = Math.min(older.ids[o] ?? Infinity, newer.ids[n] ?? Infinity);
    const start = length;
    if (older.ids[o] === id) add(older, o++, kept);
    const middle = length;
    if (newer.ids[n] === id) add(newer, n++, added);
    if (start < middle && middle < length) positions.subarray(start, length).sort();
    if (start === length) continue;
    ids[count++] = id;
    offsets[count] = length;
  }
  return {
    ids: sharedLike(older.ids, ids.subarray(0, count)),
    offsets: shared(Uint32Array, offsets.subarray(0, count + 1)),
    positions: shared(Uint32Array, positions.subarray(0, length)),
  };
}

/** Builds posting lists from ids and their games. The positions must ascend. */
export function buildPostings<Ids extends Uint32Array | Float64Array>(entries: {
  ids: Ids;
  positions: Uint32Array;
}): Postings<Ids> {
  const ids = distinct(entries.ids);
  const places = Uint32Array.from(entries.ids, (id) => lowerBound(ids, id));
  const offsets = shared(Uint32Array, ids.length + 1);
  for (const place of places) offsets[place + 1] = (offsets[place + 1] as number) + 1;
  for (let i = 0; i < ids.length; i++) offsets[i + 1] = (offsets[i + 1] as number) + (offsets[i] as number);
  const next = Uint32Array.from(offsets);
  const positions = shared(Uint32Array, places.length);
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    positions[next[place] as number] = entries.positions[i] as number;
    next[place] = (next[place] as number) + 1;
  }
  return { ids, offsets, positions };
}

/** The different ids, ascending. */
function distinct<Ids extends Uint32Array | Float64Array>(all: Ids): Ids {
  const sorted = all.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i] as number;
  }
  return sharedLike(all, sorted.subarray(0, count));
}

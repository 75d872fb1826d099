import { sharedLike, sharedUint32, type Texts } from './shared-arrays.ts';
import { firstIndex } from './sorted-lists.ts';

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

/** Fills `numbers`, which has an element for each game. */
export function mergeNumbers<T extends Uint16Array | Uint32Array | Float64Array>(
  older: T,
  newer: T,
  { kept, added }: MergedPositions,
  numbers: T,
): T {
  for (let i = 0; i < kept.length; i++) if (kept[i] !== REMOVED) numbers[kept[i] as number] = older[i] as number;
  for (let i = 0; i < added.length; i++) numbers[added[i] as number] = newer[i] as number;
  return numbers;
}

export function mergeTexts(older: Texts, newer: Texts, { size, kept, added }: MergedPositions): Texts {
  const offsets = sharedUint32(size + 1);
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
  const targetOf = (targets: Uint32Array, posting: number) => targets[posting >>> ownBits] as number;
  let [o, n, count, length] = [0, 0, 0, 0];
  while (o < older.ids.length || n < newer.ids.length) {
    const [a, b] = [older.ids[o] ?? Infinity, newer.ids[n] ?? Infinity];
    const start = length;
    let [i, end] = a <= b ? [older.offsets[o] as number, older.offsets[o + 1] as number] : [0, 0];
    let [j, last] = b <= a ? [newer.offsets[n] as number, newer.offsets[n + 1] as number] : [0, 0];
    const addNewer = (limit: number) => {
      for (; j < last; j++) {
        const posting = newer.positions[j] as number;
        const position = targetOf(added, posting);
        if (position >= limit) return;
        positions[length++] = position * unit + (posting % unit);
      }
    };
    for (; i < end; i++) {
      const posting = older.positions[i] as number;
      const position = targetOf(kept, posting);
      if (position === REMOVED) continue;
      if (j < last) addNewer(position);
      positions[length++] = position * unit + (posting % unit);
    }
    addNewer(Infinity);
    if (length > start) {
      ids[count++] = Math.min(a, b);
      offsets[count] = length;
    }
    if (a <= b) o++;
    if (b <= a) n++;
  }
  return {
    ids: sharedLike(older.ids, ids.subarray(0, count)),
    offsets: sharedUint32(offsets.subarray(0, count + 1)),
    positions: sharedUint32(positions.subarray(0, length)),
  };
}

/** Merges two sorted lists of positions. `compare` compares positions in the merged index. */
export function mergeOrders(
  older: Uint32Array,
  newer: Uint32Array,
  { size, kept, added }: MergedPositions,
  compare: (a: number, b: number) => number,
): Uint32Array {
  const rest = older.map((position) => kept[position] as number).filter((target) => target !== REMOVED);
  const order = sharedUint32(size);
  let from = 0;
  let at = 0;
  for (const position of newer) {
    const target = added[position] as number;
    const to = firstIndex(from, rest.length, (i) => compare(rest[i] as number, target) >= 0);
    order.set(rest.subarray(from, to), at);
    at += to - from;
    order[at++] = target;
    from = to;
  }
  order.set(rest.subarray(from), at);
  return order;
}

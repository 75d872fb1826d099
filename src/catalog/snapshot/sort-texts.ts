import { countTexts, sharedUint32, type Texts } from './shared-arrays.ts';

/** So many bytes of a text stand beside its position in one number of 64 bits. */
const PREFIX = 5;
const POSITION_BITS = 24;
const MOST = 2 ** POSITION_BITS;

/**
 * The positions of texts in the order of their bytes: no order of any language, but quick, and the same everywhere. Beginnings
 * are sorted as numbers, without a call for each comparison; only texts that begin alike are then compared as a whole.
 */
export function sortTexts(texts: Texts): Uint32Array {
  const size = countTexts(texts);
  if (size > MOST) throw new Error(`more than ${MOST} games cannot be sorted`);
  const numbers = new BigUint64Array(size);
  const words = new Uint32Array(numbers.buffer);
  for (let i = 0; i < size; i++) {
    const [low, high] = wordsOf(texts, i);
    words[2 * i + LOW] = low;
    words[2 * i + HIGH] = high;
  }
  numbers.sort();
  const order = sharedUint32(size);
  for (let at = 0; at < size; at++) order[at] = (words[2 * at + LOW] as number) % MOST;
  sortAlike(texts, order, words);
  return order;
}

/** By their bytes, and those that are the same by their position. */
export function orderOf({ bytes, offsets }: Texts): (a: number, b: number) => number {
  return (a, b) => {
    const [from, other] = [offsets[a] as number, offsets[b] as number];
    const [length, otherLength] = [(offsets[a + 1] as number) - from, (offsets[b + 1] as number) - other];
    const shared = Math.min(length, otherLength);
    let i = 0;
    while (i < shared && bytes[from + i] === bytes[other + i]) i++;
    if (i < shared) return (bytes[from + i] as number) - (bytes[other + i] as number);
    return length - otherLength || a - b;
  };
}

/** Which half of a number comes first in memory. */
const LOW = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

function wordsOf({ bytes, offsets }: Texts, i: number): [low: number, high: number] {
  const start = offsets[i] as number;
  const end = offsets[i + 1] as number;
  const byteAt = (n: number) => (start + n < end ? (bytes[start + n] as number) : 0);
  const high = byteAt(0) * 2 ** 24 + byteAt(1) * 2 ** 16 + byteAt(2) * 2 ** 8 + byteAt(3);
  return [byteAt(PREFIX - 1) * MOST + i, high];
}

function sortAlike(texts: Texts, order: Uint32Array, words: Uint32Array): void {
  const beginsAlike = (a: number, b: number) =>
    words[2 * a + HIGH] === words[2 * b + HIGH] &&
    (words[2 * a + LOW] as number) >>> POSITION_BITS === (words[2 * b + LOW] as number) >>> POSITION_BITS;
  const compare = orderOf(texts);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && beginsAlike(from, to)) to++;
    if (to - from > 1) {
      const run = Array.from(order.subarray(from, to)).sort(compare);
      order.set(run, from);
    }
    from = to;
  }
}

import { countTexts, sharedUint32, type Texts } from './shared-arrays.ts';

/** A 64-bit key has this many bytes of a text, then its position. */
const PREFIX_BYTES = 5;
const POSITION_BITS = 24;
const MAX_TEXTS = 2 ** POSITION_BITS;

/**
 * Sorts texts by their bytes: fast and the same everywhere, without the rules of any language. Prefixes are sorted as
 * numbers, without a function call per comparison. Only texts with the same prefix are then compared in full.
 */
export function sortTexts(texts: Texts): Uint32Array {
  const size = countTexts(texts);
  if (size > MAX_TEXTS) throw new Error(`cannot sort more than ${MAX_TEXTS} games`);
  const numbers = new BigUint64Array(size);
  const halves = new Uint32Array(numbers.buffer);
  for (let i = 0; i < size; i++) {
    const [low, high] = sortKey(texts, i);
    halves[2 * i + LOW] = low;
    halves[2 * i + HIGH] = high;
  }
  numbers.sort();
  const order = sharedUint32(size);
  for (let at = 0; at < size; at++) order[at] = (halves[2 * at + LOW] as number) % MAX_TEXTS;
  sortEqualPrefixes(texts, order, halves);
  return order;
}

/** Compares texts by their bytes, then by position. */
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

/** The byte order of this machine. */
const LOW = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

function sortKey({ bytes, offsets }: Texts, i: number): [low: number, high: number] {
  const start = offsets[i] as number;
  const end = offsets[i + 1] as number;
  const byteAt = (n: number) => (start + n < end ? (bytes[start + n] as number) : 0);
  const high = byteAt(0) * 2 ** 24 + byteAt(1) * 2 ** 16 + byteAt(2) * 2 ** 8 + byteAt(3);
  return [byteAt(PREFIX_BYTES - 1) * MAX_TEXTS + i, high];
}

function sortEqualPrefixes(texts: Texts, order: Uint32Array, halves: Uint32Array): void {
  const samePrefix = (a: number, b: number) =>
    halves[2 * a + HIGH] === halves[2 * b + HIGH] &&
    (halves[2 * a + LOW] as number) >>> POSITION_BITS === (halves[2 * b + LOW] as number) >>> POSITION_BITS;
  const compare = orderOf(texts);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && samePrefix(from, to)) to++;
    if (to - from > 1) {
      const run = Array.from(order.subarray(from, to)).sort(compare);
      order.set(run, from);
    }
    from = to;
  }
}

import { countBits, newBits, setBits } from '../snapshot/bit-sets.ts';
import type { Postings } from '../snapshot/merge-snapshots.ts';
import { sharedUint32 } from '../snapshot/shared-arrays.ts';
import { lowerBound } from '../snapshot/sorted-lists.ts';
import { OFFSET_BITS } from './trigrams.ts';

/** The titles that contain the most common texts of one or two bytes, as bitmaps: to unite their trigrams takes longer. */
export interface CommonTexts {
  /** Codes of texts, ascending. */
  ids: Uint32Array;
  /** The number of titles of each. */
  counts: Uint32Array;
  /** The bitmaps of all texts, in the same order. */
  bits: Int32Array;
}

/** Of all titles. Fewer are found nearly as fast without a bitmap. */
const MIN_SHARE = 1 / 8;

export function buildCommonTexts(trigrams: Postings, base: number, size: number): CommonTexts {
  const found: { id: number; count: number; bits: Int32Array }[] = [];
  const { ids, offsets, positions } = trigrams;
  const add = (id: number, first: number, width: number) => {
    const [from, to] = [lowerBound(ids, first), lowerBound(ids, first + width)];
    const places = positions.subarray(offsets[from], offsets[to]);
    if (places.length <= size * MIN_SHARE) return;
    const bits = newBits(size);
    setBits(bits, places, OFFSET_BITS);
    const count = countBits(bits);
    if (count > size * MIN_SHARE) found.push({ id, count, bits });
  };
  for (let a = 0; a < base; a++) add(codeOf([a], base), a * base * base, base * base);
  for (let a = 0; a < base; a++) for (let b = 0; b < base; b++) add(codeOf([a, b], base), (a * base + b) * base, base);
  const bits = new Int32Array(new SharedArrayBuffer(found.length * newBits(size).byteLength));
  found.forEach((one, i) => void bits.set(one.bits, i * one.bits.length));
  const column = (name: 'id' | 'count') => sharedUint32(found.map((one) => one[name]));
  return { ids: column('id'), counts: column('count'), bits };
}

/** The titles that contain a text of these digits, if it is common. */
export function findCommon({ ids, counts, bits }: CommonTexts, digits: readonly number[], base: number) {
  const id = codeOf(digits, base);
  const at = lowerBound(ids, id);
  if (ids[at] !== id) return undefined;
  const length = bits.length / ids.length;
  return { bits: bits.subarray(at * length, (at + 1) * length), count: counts[at] as number };
}

/** Longer texts have higher codes. */
function codeOf(digits: readonly number[], base: number): number {
  return digits.reduce((code, digit) => code * base + digit + 1, 0);
}

/** Sets of game positions as bitmaps. */

const WORD_BITS = 32;

/** A set of values below `size`. Signed words, because numbers above 2 ** 31 are slower. */
export function newBits(size: number): Int32Array {
  return new Int32Array(Math.ceil(size / WORD_BITS));
}

/** Adds values without their lowest `ownBits` bits. */
export function setBits(bits: Int32Array, values: Uint32Array, ownBits = 0): void {
  for (let i = 0; i < values.length; i++) {
    const value = (values[i] as number) >>> ownBits;
    bits[value >>> 5] = (bits[value >>> 5] as number) | (1 << (value & 31));
  }
}

export function hasBit(bits: Int32Array, value: number): boolean {
  return ((bits[value >>> 5] as number) & (1 << (value & 31))) !== 0;
}

/** The values that are not in a set. A loop, because `filter` takes ten times as long. */
export function withoutBits(values: Uint32Array, bits: Int32Array): Uint32Array {
  const rest = new Uint32Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!hasBit(bits, value)) rest[count++] = value;
  }
  return rest.subarray(0, count);
}

/** The values of a set with at most `limit` of them, ascending. */
export function listBits(bits: Int32Array, limit: number): Uint32Array {
  const list = new Uint32Array(limit);
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i] as number; word !== 0; word &= word - 1) {
      list[count++] = (i << 5) | (31 - Math.clz32(word & -word));
    }
  }
  return list.subarray(0, count);
}

export function countBits(bits: Int32Array): number {
  let total = 0;
  for (let i = 0; i < bits.length; i++) total += countOnes(bits[i] as number);
  return total;
}

export function countOnes(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

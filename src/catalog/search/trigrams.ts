import type { Postings } from '../snapshot/merge-snapshots.ts';
import { sharedUint32, type Texts } from '../snapshot/shared-arrays.ts';

/**
 * A trigram is encoded as one number with its bytes as digits. Only bytes that occur have a digit, so that a table of all
 * possible trigrams stays small.
 */
export interface Digits {
  /** The number of distinct bytes. */
  base: number;
  /** The digit of each byte, or NO_DIGIT. */
  ofByte: Uint32Array;
}

export const TRIGRAM_BYTES = 3;
/** Behind each title. */
export const END = '\0\0';
export const NO_DIGIT = 256;

/** A place has the position of a title above the offset in it. */
export const OFFSET_BITS = 8;
/** In a longer title: it has each trigram once, without its offset. */
export const NO_OFFSET = 2 ** OFFSET_BITS - 1;
const MAX_TITLES = 2 ** (32 - OFFSET_BITS);

/** The places of each trigram, in the order of titles. */
export function buildTrigrams(titles: Texts, digits: Digits): Postings {
  checkSize(titles);
  const { starts, ends, places } = collectPlaces(titles, digits);
  return compact(starts, ends, places);
}

export function checkSize({ offsets }: Texts): void {
  if (offsets.length - 1 > MAX_TITLES) throw new Error(`the index of titles has room for ${MAX_TITLES} games`);
}

export function recode(trigram: number, base: number, digits: Uint32Array, newBase: number): number {
  const digit = (place: number) => digits[Math.floor(trigram / base ** place) % base] as number;
  return (digit(2) * newBase + digit(1)) * newBase + digit(0);
}

export function findDigits(bytes: Uint8Array): Digits {
  const occurs = new Uint8Array(256);
  for (let i = 0; i < bytes.length; i++) occurs[bytes[i] as number] = 1;
  const ofByte = sharedUint32(256);
  let base = 0;
  for (let byte = 0; byte < 256; byte++) ofByte[byte] = occurs[byte] === 1 ? base++ : NO_DIGIT;
  return { base, ofByte };
}

/** A counting sort of all trigrams; starts and ends have a slot for each possible trigram. */
function collectPlaces(titles: Texts, digits: Digits) {
  const codes = encodeTrigrams(titles, digits);
  const starts = new Uint32Array(digits.base ** TRIGRAM_BYTES + 1);
  for (let i = 0; i < codes.length; i++)
    starts[(codes[i] as number) + 1] = (starts[(codes[i] as number) + 1] as number) + 1;
  for (let trigram = 1; trigram < starts.length; trigram++) {
    starts[trigram] = (starts[trigram] as number) + (starts[trigram - 1] as number);
  }
  const ends = starts.slice();
  const places = new Uint32Array(codes.length);
  let at = 0;
  for (let position = 0; position + 1 < titles.offsets.length; position++) {
    const length = lengthOf(titles, position);
    const hasOffsets = length <= NO_OFFSET;
    for (let offset = 0; offset < length; offset++) {
      const trigram = codes[at++] as number;
      const place = position * 2 ** OFFSET_BITS + (hasOffsets ? offset : NO_OFFSET);
      const next = ends[trigram] as number;
      const isRepeated = next > (starts[trigram] as number) && places[next - 1] === place;
      if (isRepeated) continue;
      places[next] = place;
      ends[trigram] = next + 1;
    }
  }
  return { starts, ends, places };
}

/** The trigram that begins at each byte, title after title. */
function encodeTrigrams(titles: Texts, { base, ofByte }: Digits): Uint32Array {
  const { bytes, offsets } = titles;
  const codes = new Uint32Array(bytes.length - (offsets.length - 1) * END.length);
  let at = 0;
  for (let position = 0; position + 1 < offsets.length; position++) {
    const start = offsets[position] as number;
    const end = start + lengthOf(titles, position);
    let first = ofByte[bytes[start] as number] as number;
    let second = ofByte[bytes[start + 1] as number] as number;
    for (let i = start; i < end; i++) {
      const third = ofByte[bytes[i + 2] as number] as number;
      codes[at++] = (first * base + second) * base + third;
      first = second;
      second = third;
    }
  }
  return codes;
}

/** In bytes, without the terminator. */
function lengthOf({ offsets }: Texts, position: number): number {
  return (offsets[position + 1] as number) - (offsets[position] as number) - END.length;
}

/** Removes trigrams without titles and the slots of repeated ones. */
function compact(starts: Uint32Array, ends: Uint32Array, places: Uint32Array): Postings {
  let trigramCount = 0;
  let length = 0;
  for (let trigram = 0; trigram + 1 < starts.length; trigram++) {
    const size = (ends[trigram] as number) - (starts[trigram] as number);
    if (size > 0) trigramCount++;
    length += size;
  }
  const index = {
    ids: sharedUint32(trigramCount),
    offsets: sharedUint32(trigramCount + 1),
    positions: sharedUint32(length),
  };
  let at = 0;
  let offset = 0;
  for (let trigram = 0; trigram + 1 < starts.length; trigram++) {
    const start = starts[trigram] as number;
    const end = ends[trigram] as number;
    if (start === end) continue;
    index.positions.set(places.subarray(start, end), offset);
    offset += end - start;
    index.ids[at++] = trigram;
    index.offsets[at] = offset;
  }
  return index;
}

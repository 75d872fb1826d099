import { type MergedPositions, mergePostings, mergeTexts, type Postings } from '../snapshot/merge-snapshots.ts';
import { packTexts, sharedUint32, type Texts } from '../snapshot/shared-arrays.ts';
import { intersectAll, lowerBound, union } from '../snapshot/sorted-lists.ts';

/**
 * A trigram index for substring search in folded titles: every three bytes (UTF-8) map to the sorted positions of the
 * titles that contain them. Each title ends in two NULs, so that its last bytes start a trigram, too: a needle of one or
 * two bytes is the union of the trigrams that start with it, and no search needs a linear scan.
 *
 * A trigram is encoded as one number with its bytes as digits. Only bytes that occur have a digit, so that a table of all
 * possible trigrams stays small.
 */
export interface TitleIndex {
  titles: Texts;
  digits: Digits;
  trigrams: Postings;
}

interface Digits {
  /** The number of distinct bytes. */
  base: number;
  /** The digit of each byte, or NO_DIGIT. */
  ofByte: Uint32Array;
}

const TRIGRAM_BYTES = 3;
const END = '\0\0';
const NO_DIGIT = 256;
/** Intersecting more lists costs more than the checks it saves. */
const MAX_LISTS = 3;

/** The titles must be folded. */
export function buildTitleIndex(titles: readonly string[]): TitleIndex {
  const folded = packTexts(titles, END);
  const digits = findDigits(folded.bytes);
  const { starts, ends, positions } = collectPositions(folded, digits);
  return { titles: folded, digits, trigrams: compact(starts, ends, positions) };
}

export function mergeTitleIndexes(older: TitleIndex, newer: TitleIndex, merged: MergedPositions): TitleIndex {
  const titles = mergeTexts(older.titles, newer.titles, merged);
  const digits = findDigits(titles.bytes);
  const trigrams = mergePostings(withByteCodes(older), withByteCodes(newer), merged);
  for (let i = 0; i < trigrams.ids.length; i++)
    trigrams.ids[i] = recode(trigrams.ids[i] as number, 256, digits.ofByte, digits.base);
  return { titles, digits, trigrams };
}

/** Recodes trigrams with the bytes themselves as digits, which are the same in every index. */
function withByteCodes({ digits: { base, ofByte }, trigrams }: TitleIndex): Postings {
  const bytes = new Uint32Array(base);
  for (let byte = 0; byte < ofByte.length; byte++) if (ofByte[byte] !== NO_DIGIT) bytes[ofByte[byte] as number] = byte;
  return { ...trigrams, ids: trigrams.ids.map((trigram) => recode(trigram, base, bytes, 256)) };
}

function recode(trigram: number, base: number, digits: Uint32Array, newBase: number): number {
  const digit = (place: number) => digits[Math.floor(trigram / base ** place) % base] as number;
  return (digit(2) * newBase + digit(1)) * newBase + digit(0);
}

/** Positions of the titles that contain the needle, which must be folded and not empty. */
export function searchTitles(index: TitleIndex, needle: string): Uint32Array {
  const bytes = Buffer.from(needle);
  const digits = Array.from(bytes, (byte) => index.digits.ofByte[byte] as number);
  if (digits.includes(NO_DIGIT)) return new Uint32Array(0);
  if (bytes.length < TRIGRAM_BYTES) return searchShort(index, digits);
  const lists = listTrigrams(digits, index.digits.base).map((trigram) => positionsOfTrigram(index, trigram));
  const rarest = lists.toSorted((a, b) => a.length - b.length).slice(0, MAX_LISTS);
  const candidates = intersectAll(rarest);
  return bytes.length === TRIGRAM_BYTES ? candidates : filterContaining(index.titles, candidates, bytes);
}

/** All trigrams that start with these digits are adjacent. */
function searchShort(index: TitleIndex, digits: readonly number[]): Uint32Array {
  const { base } = index.digits;
  const width = base ** (TRIGRAM_BYTES - digits.length);
  const first = digits.reduce((number, digit) => number * base + digit, 0) * width;
  const from = lowerBound(index.trigrams.ids, first);
  const to = lowerBound(index.trigrams.ids, first + width);
  const lists = Array.from({ length: to - from }, (_, i) => listAt(index, from + i));
  return union(lists, index.titles.offsets.length - 1);
}

function listTrigrams(digits: readonly number[], base: number): number[] {
  const trigrams = new Set<number>();
  for (let i = 0; i + TRIGRAM_BYTES <= digits.length; i++) {
    const [a, b, c] = digits.slice(i, i + TRIGRAM_BYTES) as [number, number, number];
    trigrams.add((a * base + b) * base + c);
  }
  return [...trigrams];
}

function positionsOfTrigram(index: TitleIndex, trigram: number): Uint32Array {
  const at = lowerBound(index.trigrams.ids, trigram);
  return index.trigrams.ids[at] === trigram ? listAt(index, at) : new Uint32Array(0);
}

function listAt({ trigrams: { positions, offsets } }: TitleIndex, at: number): Uint32Array {
  return positions.subarray(offsets[at], offsets[at + 1]);
}

function filterContaining({ bytes, offsets }: Texts, candidates: Uint32Array, needle: Buffer): Uint32Array {
  const kept = new Uint32Array(candidates.length);
  const first = needle[0] as number;
  let count = 0;
  for (let c = 0; c < candidates.length; c++) {
    const position = candidates[c] as number;
    const last = (offsets[position + 1] as number) - END.length - needle.length;
    for (let start = offsets[position] as number; start <= last; start++) {
      if (bytes[start] !== first) continue;
      let i = 1;
      while (i < needle.length && bytes[start + i] === needle[i]) i++;
      if (i < needle.length) continue;
      kept[count++] = position;
      break;
    }
  }
  return kept.subarray(0, count);
}

function findDigits(bytes: Uint8Array): Digits {
  const occurs = new Uint8Array(256);
  for (let i = 0; i < bytes.length; i++) occurs[bytes[i] as number] = 1;
  const ofByte = sharedUint32(256);
  let base = 0;
  for (let byte = 0; byte < 256; byte++) ofByte[byte] = occurs[byte] === 1 ? base++ : NO_DIGIT;
  return { base, ofByte };
}

/** A counting sort of all trigrams; starts and ends have a slot for each possible trigram. */
function collectPositions(titles: Texts, digits: Digits) {
  const codes = encodeTrigrams(titles, digits);
  const starts = new Uint32Array(digits.base ** TRIGRAM_BYTES + 1);
  for (let i = 0; i < codes.length; i++)
    starts[(codes[i] as number) + 1] = (starts[(codes[i] as number) + 1] as number) + 1;
  for (let trigram = 1; trigram < starts.length; trigram++) {
    starts[trigram] = (starts[trigram] as number) + (starts[trigram - 1] as number);
  }
  const ends = starts.slice();
  const positions = new Uint32Array(codes.length);
  let at = 0;
  for (let position = 0; position + 1 < titles.offsets.length; position++) {
    for (const end = at + lengthOf(titles, position); at < end; at++) {
      const trigram = codes[at] as number;
      const next = ends[trigram] as number;
      const repeated = next > (starts[trigram] as number) && positions[next - 1] === position;
      if (repeated) continue;
      positions[next] = position;
      ends[trigram] = next + 1;
    }
  }
  return { starts, ends, positions };
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

/** Removes trigrams without titles and the slots of duplicates. */
function compact(starts: Uint32Array, ends: Uint32Array, positions: Uint32Array): Postings {
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
    index.positions.set(positions.subarray(start, end), offset);
    offset += end - start;
    index.ids[at++] = trigram;
    index.offsets[at] = offset;
  }
  return index;
}

import { listBits, newBits, setBits } from '../snapshot/bit-sets.ts';
import { type MergedPositions, mergePostings, mergeTexts, type Postings } from '../snapshot/merge-snapshots.ts';
import { packTexts, type Texts, textBytes } from '../snapshot/shared-arrays.ts';
import { LOOKUP_RATIO, lowerBound, nextIndex, union } from '../snapshot/sorted-lists.ts';
import { buildCommonTexts, type CommonTexts, findCommon } from './common-texts.ts';
import {
  buildTrigrams,
  checkSize,
  type Digits,
  END,
  findDigits,
  NO_DIGIT,
  NO_OFFSET,
  OFFSET_BITS,
  recode,
  TRIGRAM_BYTES,
} from './trigrams.ts';

/**
 * A trigram index for substring search in folded titles: every three bytes (UTF-8) map to the places where they begin, in
 * the order of titles. A longer needle is found where its trigrams follow each other. Each title ends in two NULs, so that
 * its last bytes start a trigram, too: a needle of one or two bytes is the union of the trigrams that start with it, and no
 * search needs a linear scan.
 */
export interface TitleIndex {
  titles: Texts;
  digits: Digits;
  /** Places: the position of a title, and in the lowest bits the offset in it. */
  trigrams: Postings;
  /** The titles of the most common needles of one or two bytes. */
  common: CommonTexts;
}

/** The titles must be folded. */
export function buildTitleIndex(titles: readonly string[]): TitleIndex {
  const folded = packTexts(titles, END);
  const digits = findDigits(folded.bytes);
  return complete({ titles: folded, digits, trigrams: buildTrigrams(folded, digits) });
}

export function mergeTitleIndexes(older: TitleIndex, newer: TitleIndex, merged: MergedPositions): TitleIndex {
  const titles = mergeTexts(older.titles, newer.titles, merged);
  const digits = findDigits(titles.bytes);
  checkSize(titles);
  const trigrams = mergePostings(withByteCodes(older), withByteCodes(newer), merged, OFFSET_BITS);
  for (let i = 0; i < trigrams.ids.length; i++)
    trigrams.ids[i] = recode(trigrams.ids[i] as number, 256, digits.ofByte, digits.base);
  return complete({ titles, digits, trigrams });
}

function complete(index: Omit<TitleIndex, 'common'>): TitleIndex {
  return { ...index, common: buildCommonTexts(index.trigrams, index.digits.base, index.titles.offsets.length - 1) };
}

/** Recodes trigrams with the bytes themselves as digits, which are the same in every index. */
function withByteCodes({ digits: { base, ofByte }, trigrams }: TitleIndex): Postings {
  const bytes = new Uint32Array(base);
  for (let byte = 0; byte < ofByte.length; byte++) if (ofByte[byte] !== NO_DIGIT) bytes[ofByte[byte] as number] = byte;
  return { ...trigrams, ids: trigrams.ids.map((trigram) => recode(trigram, base, bytes, 256)) };
}

/** Positions of the titles that contain the needle, which must be folded and not empty. */
export function searchTitles(index: TitleIndex, needle: string): Uint32Array {
  // Titles have no NUL, but end with two.
  if (needle.includes('\0')) return new Uint32Array(0);
  const bytes = Buffer.from(needle);
  const digits = Array.from(bytes, (byte) => index.digits.ofByte[byte] as number);
  if (digits.includes(NO_DIGIT)) return new Uint32Array(0);
  if (bytes.length < TRIGRAM_BYTES) return searchShort(index, digits);
  const [rarest, ...others] = coveringTrigrams(index, digits) as [TrigramOfNeedle];
  if (bytes.length === TRIGRAM_BYTES) return titlesOf(rarest.places);
  const starts = others.reduce(keepStarts, findStarts(rarest, bytes.length));
  const found = titlesOf(starts);
  const long = findInLongTitles(index.titles, rarest.places, bytes);
  return long.length === 0 ? found : union([found, long], index.titles.offsets.length - 1);
}

/** All trigrams that start with these digits are adjacent. */
function searchShort(
  { trigrams, common, digits: { base }, titles }: TitleIndex,
  digits: readonly number[],
): Uint32Array {
  const known = findCommon(common, digits, base);
  if (known) return listBits(known.bits, known.count);
  const width = base ** (TRIGRAM_BYTES - digits.length);
  const first = digits.reduce((number, digit) => number * base + digit, 0) * width;
  const from = lowerBound(trigrams.ids, first);
  const to = lowerBound(trigrams.ids, first + width);
  const places = trigrams.positions.subarray(trigrams.offsets[from], trigrams.offsets[to]);
  const bits = newBits(titles.offsets.length - 1);
  setBits(bits, places, OFFSET_BITS);
  return listBits(bits, places.length);
}

/** A trigram of a needle: where it begins in the needle, and in titles. */
interface TrigramOfNeedle {
  at: number;
  places: Uint32Array;
}

/** The rarest trigram, then the fewest others that have all other bytes of the needle, rare ones first. */
function coveringTrigrams({ digits: { base }, trigrams }: TitleIndex, digits: readonly number[]): TrigramOfNeedle[] {
  const last = digits.length - TRIGRAM_BYTES;
  const all = Array.from({ length: last + 1 }, (_, at): TrigramOfNeedle => {
    const [a, b, c] = digits.slice(at, at + TRIGRAM_BYTES) as [number, number, number];
    return { at, places: placesOf(trigrams, (a * base + b) * base + c) };
  });
  const rarest = all.reduce((least, one) => (one.places.length < least.places.length ? one : least));
  const isNeeded = ({ at }: TrigramOfNeedle) =>
    at !== rarest.at && ((at - rarest.at) % TRIGRAM_BYTES === 0 || at === 0 || at === last);
  return [rarest, ...all.filter(isNeeded).toSorted((a, b) => a.places.length - b.places.length)];
}

function placesOf({ ids, offsets, positions }: Postings, trigram: number): Uint32Array {
  const at = lowerBound(ids, trigram);
  return ids[at] === trigram ? positions.subarray(offsets[at], offsets[at + 1]) : positions.subarray(0, 0);
}

/** Where a needle of this length begins if it has this trigram, without places in long titles. */
function findStarts({ at, places }: TrigramOfNeedle, length: number): Uint32Array {
  const starts = new Uint32Array(places.length);
  const last = NO_OFFSET - length + at;
  let count = 0;
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    const offset = place & NO_OFFSET;
    if (offset >= at && offset <= last) starts[count++] = place - at;
  }
  return starts.subarray(0, count);
}

/** The starts that this trigram follows. A merge without branches, which no processor predicts. */
function keepStarts(starts: Uint32Array, { at, places }: TrigramOfNeedle): Uint32Array {
  if (places.length > starts.length * LOOKUP_RATIO) return lookUpStarts(starts, at, places);
  let [kept, i, j] = [0, 0, 0];
  while (i < starts.length && j < places.length) {
    const start = starts[i] as number;
    const wanted = (start + at) >>> 0;
    const place = places[j] as number;
    starts[kept] = start;
    kept += +(place === wanted);
    i += +(wanted <= place);
    j += +(place <= wanted);
  }
  return starts.subarray(0, kept);
}

function lookUpStarts(starts: Uint32Array, at: number, places: Uint32Array): Uint32Array {
  let [kept, next] = [0, 0];
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i] as number;
    next = nextIndex(places, start + at, next);
    if (next === places.length) break;
    if (places[next] === start + at) starts[kept++] = start;
  }
  return starts.subarray(0, kept);
}

/** Places in long titles have no offset. */
function findInLongTitles(titles: Texts, places: Uint32Array, needle: Buffer): Uint32Array {
  const found: number[] = [];
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    if ((place & NO_OFFSET) !== NO_OFFSET) continue;
    const position = place >>> OFFSET_BITS;
    if (textBytes(titles, position).includes(needle)) found.push(position);
  }
  return Uint32Array.from(found);
}

/** The distinct titles of places. */
function titlesOf(places: Uint32Array): Uint32Array {
  const titles = new Uint32Array(places.length);
  let count = 0;
  for (let i = 0, last = -1; i < places.length; i++) {
    const title = (places[i] as number) >>> OFFSET_BITS;
    titles[count] = title;
    count += +(title !== last);
    last = title;
  }
  return titles.subarray(0, count);
}

import { getOrInsert } from '../../get-or-insert.ts';
import {
  buildPostings,
  type MergedPositions,
  mergePostings,
  mergeTexts,
  type Postings,
} from '../snapshot/merge-snapshots.ts';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import { countTexts, packTexts, type Texts, textBytes } from '../snapshot/shared-arrays.ts';
import { countBits, intersect, listBits, lowerBound, newBits, setBits, union } from '../snapshot/sorted-lists.ts';

/**
 * A trigram index for substring search in folded titles: every three bytes (UTF-8) map to the places where they begin, in
 * the order of titles. A longer needle is found where its trigrams follow each other. Each title ends in two NULs, so that
 * its last bytes start a trigram, too: a needle of one or two bytes is the union of the trigrams that start with it, and no
 * search needs a linear scan.
 */
export interface TitleIndex {
  titles: Texts;
  /** By the three bytes as a number. Places: the position of a title, and in the lowest bits the offset in it. */
  trigrams: Postings;
}

const TRIGRAM_BYTES = 3;
const BYTES = 256;
/** Behind each title. */
const END = '\0\0';
/** A place has the position of a title above the offset in it. */
const OFFSET_BITS = 8;
/** The offset of every trigram of a longer title. */
const NO_OFFSET = 2 ** OFFSET_BITS - 1;
/** Of all titles. Bitmaps of texts that more places have are kept: to make one takes longer than the rest of the search. */
const COMMON_SHARE = 1 / 8;
const MAX_TITLES = 2 ** (32 - OFFSET_BITS);

/** The titles must be folded. */
export function buildTitleIndex(titles: readonly string[]): TitleIndex {
  const folded = packTexts(titles, END);
  checkSize(folded);
  return { titles: folded, trigrams: buildPostings(listTrigrams(folded)) };
}

export function mergeTitleIndexes(older: TitleIndex, newer: TitleIndex, merged: MergedPositions): TitleIndex {
  const titles = mergeTexts(older.titles, newer.titles, merged);
  checkSize(titles);
  return { titles, trigrams: mergePostings(older.trigrams, newer.trigrams, merged, OFFSET_BITS) };
}

/** The places of adjacent trigrams. */
function placesIn({ ids, offsets, positions }: Postings, first: number, width: number): Uint32Array {
  return positions.subarray(offsets[lowerBound(ids, first)], offsets[lowerBound(ids, first + width)]);
}

function checkSize(titles: Texts): void {
  if (countTexts(titles) > MAX_TITLES) throw new Error(`the index of titles has room for ${MAX_TITLES} games`);
}

/** The trigram that begins at each byte, title after title, and its place. */
function listTrigrams(titles: Texts): { ids: Uint32Array; positions: Uint32Array } {
  const { bytes, offsets } = titles;
  const count = countTexts(titles);
  const ids = new Uint32Array(bytes.length - count * END.length);
  const positions = new Uint32Array(ids.length);
  let next = 0;
  for (let title = 0; title < count; title++) {
    const start = offsets[title] as number;
    const length = (offsets[title + 1] as number) - start - END.length;
    for (let offset = 0; offset < length; offset++) {
      const at = start + offset;
      ids[next] = trigramOf(bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number);
      positions[next++] = title * 2 ** OFFSET_BITS + (length <= NO_OFFSET ? offset : NO_OFFSET);
    }
  }
  return { ids, positions };
}

function trigramOf(a: number, b: number, c: number): number {
  return (a * BYTES + b) * BYTES + c;
}

/** Positions of the titles that contain the needle, which must be folded and not empty. */
export function searchTitles(index: TitleIndex, needle: string): Uint32Array {
  const { titles, trigrams } = index;
  // Titles have no NUL, but end with two.
  if (needle.includes('\0')) return new Uint32Array(0);
  const bytes = Buffer.from(needle);
  if (bytes.length < TRIGRAM_BYTES) return searchShort(index, bytes);
  const [rarest, ...others] = coveringTrigrams(trigrams, bytes) as [TrigramOfNeedle];
  if (bytes.length === TRIGRAM_BYTES) return titlesOf(rarest.places);
  const starts = others.reduce(
    (found, { at, places }) => intersect(found, places, at),
    findStarts(rarest, bytes.length),
  );
  const found = titlesOf(starts);
  const long = findInLongTitles(titles, rarest.places, bytes);
  return long.length === 0 ? found : union([found, long], countTexts(titles));
}

/** Bitmaps of the texts of one or two bytes that most titles have, by their first trigram. */
const commonBits = perSnapshot((_index: TitleIndex) => new Map<number, Int32Array>());

/** All trigrams that start with these bytes are adjacent. */
function searchShort(index: TitleIndex, bytes: Buffer): Uint32Array {
  const width = BYTES ** (TRIGRAM_BYTES - bytes.length);
  const first = bytes.readUIntBE(0, bytes.length) * width;
  const places = placesIn(index.trigrams, first, width);
  const size = countTexts(index.titles);
  const build = () => {
    const bits = newBits(size);
    setBits(bits, places, OFFSET_BITS);
    return bits;
  };
  if (places.length <= size * COMMON_SHARE) return listBits(build(), places.length);
  const bits = getOrInsert(commonBits(index), first, build);
  return listBits(bits, countBits(bits));
}

/** A trigram of a needle: where it begins in the needle, and in titles. */
interface TrigramOfNeedle {
  at: number;
  places: Uint32Array;
}

/** The rarest trigram, then the fewest others that have all other bytes of the needle, rare ones first. */
function coveringTrigrams(trigrams: Postings, bytes: Buffer): TrigramOfNeedle[] {
  const last = bytes.length - TRIGRAM_BYTES;
  const all = Array.from({ length: last + 1 }, (_, at): TrigramOfNeedle => {
    return { at, places: placesIn(trigrams, bytes.readUIntBE(at, TRIGRAM_BYTES), 1) };
  });
  const rarest = all.reduce((least, one) => (one.places.length < least.places.length ? one : least));
  const isNeeded = ({ at }: TrigramOfNeedle) =>
    at !== rarest.at && ((at - rarest.at) % TRIGRAM_BYTES === 0 || at === 0 || at === last);
  return [rarest, ...all.filter(isNeeded).toSorted((a, b) => a.places.length - b.places.length)];
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

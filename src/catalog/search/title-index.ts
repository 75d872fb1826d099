import { mergePostings, mergeTexts, type Places, type Postings } from '../snapshot/merge-snapshots.ts';
import { packTexts, sharedUint32, type Texts } from '../snapshot/shared-arrays.ts';
import { intersectAll, lowerBound, unite } from '../snapshot/sorted-lists.ts';

/**
 * Substring search over folded titles: every run of three bytes (UTF-8) leads to the sorted positions of the titles
 * that hold it. Each title ends in two NULs, so that its last one and two bytes begin a run as well: a needle of one or
 * two bytes is then the union of the runs that begin with it, and no needle of any script needs a linear scan.
 *
 * A run is one number: its three bytes as digits. The digits are only the bytes that occur, in their order, so that a
 * table of all possible runs stays small.
 */
export interface TitleIndex {
  titles: Texts;
  digits: Digits;
  runs: Postings;
}

interface Digits {
  /** How many different bytes occur. */
  base: number;
  /** The digit of each byte, or NO_DIGIT. */
  ofByte: Uint32Array;
}

const RUN = 3;
const END = '\0\0';
const NO_DIGIT = 256;
/** Enough lists to leave few candidates; each further one costs more than the checks it saves. */
const LISTS = 3;

/** The titles are to be folded already. */
export function buildTitleIndex(titles: readonly string[]): TitleIndex {
  const folded = packTexts(titles, END);
  const digits = findDigits(folded.bytes);
  const { starts, ends, positions } = collectPositions(folded, digits);
  return { titles: folded, digits, runs: compact(starts, ends, positions) };
}

export function mergeTitleIndexes(older: TitleIndex, newer: TitleIndex, places: Places): TitleIndex {
  const titles = mergeTexts(older.titles, newer.titles, places);
  const digits = findDigits(titles.bytes);
  const runs = mergePostings(inBytes(older), inBytes(newer), places);
  for (let i = 0; i < runs.ids.length; i++)
    runs.ids[i] = recode(runs.ids[i] as number, 256, digits.ofByte, digits.base);
  return { titles, digits, runs };
}

/** With the bytes themselves as digits, which mean the same in every index. */
function inBytes({ digits: { base, ofByte }, runs }: TitleIndex): Postings {
  const bytes = new Uint32Array(base);
  for (let byte = 0; byte < ofByte.length; byte++) if (ofByte[byte] !== NO_DIGIT) bytes[ofByte[byte] as number] = byte;
  return { ...runs, ids: runs.ids.map((run) => recode(run, base, bytes, 256)) };
}

function recode(run: number, base: number, digits: Uint32Array, newBase: number): number {
  const digit = (place: number) => digits[Math.floor(run / base ** place) % base] as number;
  return (digit(2) * newBase + digit(1)) * newBase + digit(0);
}

/** Positions of the titles that contain the needle, which is to be folded as they are and must not be empty. */
export function searchTitles(index: TitleIndex, needle: string): Uint32Array {
  const bytes = Buffer.from(needle);
  const digits = Array.from(bytes, (byte) => index.digits.ofByte[byte] as number);
  if (digits.includes(NO_DIGIT)) return new Uint32Array(0);
  if (bytes.length < RUN) return findShort(index, digits);
  const lists = listRuns(digits, index.digits.base).map((run) => positionsOfRun(index, run));
  const rarest = lists.toSorted((a, b) => a.length - b.length).slice(0, LISTS);
  const candidates = intersectAll(rarest);
  return bytes.length === RUN ? candidates : holding(index.titles, candidates, bytes);
}

/** All runs that begin with these digits stand next to each other. */
function findShort(index: TitleIndex, digits: readonly number[]): Uint32Array {
  const { base } = index.digits;
  const width = base ** (RUN - digits.length);
  const first = digits.reduce((number, digit) => number * base + digit, 0) * width;
  const from = lowerBound(index.runs.ids, first);
  const to = lowerBound(index.runs.ids, first + width);
  const lists = Array.from({ length: to - from }, (_, i) => listAt(index, from + i));
  return unite(lists, index.titles.offsets.length - 1);
}

function listRuns(digits: readonly number[], base: number): number[] {
  const runs = new Set<number>();
  for (let i = 0; i + RUN <= digits.length; i++) {
    const [a, b, c] = digits.slice(i, i + RUN) as [number, number, number];
    runs.add((a * base + b) * base + c);
  }
  return [...runs];
}

function positionsOfRun(index: TitleIndex, run: number): Uint32Array {
  const at = lowerBound(index.runs.ids, run);
  return index.runs.ids[at] === run ? listAt(index, at) : new Uint32Array(0);
}

function listAt({ runs: { positions, offsets } }: TitleIndex, at: number): Uint32Array {
  return positions.subarray(offsets[at], offsets[at + 1]);
}

/** Keeps the candidates whose title holds the needle. */
function holding({ bytes, offsets }: Texts, candidates: Uint32Array, needle: Buffer): Uint32Array {
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

/** A counting sort of all runs; starts and ends have a slot for each possible run. */
function collectPositions(titles: Texts, digits: Digits) {
  const codes = codeRuns(titles, digits);
  const starts = new Uint32Array(digits.base ** RUN + 1);
  for (let i = 0; i < codes.length; i++)
    starts[(codes[i] as number) + 1] = (starts[(codes[i] as number) + 1] as number) + 1;
  for (let run = 1; run < starts.length; run++) {
    starts[run] = (starts[run] as number) + (starts[run - 1] as number);
  }
  const ends = starts.slice();
  const positions = new Uint32Array(codes.length);
  let at = 0;
  for (let position = 0; position + 1 < titles.offsets.length; position++) {
    for (const end = at + lengthOf(titles, position); at < end; at++) {
      const run = codes[at] as number;
      const next = ends[run] as number;
      const repeated = next > (starts[run] as number) && positions[next - 1] === position;
      if (repeated) continue;
      positions[next] = position;
      ends[run] = next + 1;
    }
  }
  return { starts, ends, positions };
}

/** The run that begins at each byte, title after title. */
function codeRuns(titles: Texts, { base, ofByte }: Digits): Uint32Array {
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

/** In bytes, without the end. */
function lengthOf({ offsets }: Texts, position: number): number {
  return (offsets[position + 1] as number) - (offsets[position] as number) - END.length;
}

/** Drops the runs that do not occur and the room left by repeats. */
function compact(starts: Uint32Array, ends: Uint32Array, positions: Uint32Array): Postings {
  let runCount = 0;
  let length = 0;
  for (let run = 0; run + 1 < starts.length; run++) {
    const size = (ends[run] as number) - (starts[run] as number);
    if (size > 0) runCount++;
    length += size;
  }
  const index = { ids: sharedUint32(runCount), offsets: sharedUint32(runCount + 1), positions: sharedUint32(length) };
  let at = 0;
  let offset = 0;
  for (let run = 0; run + 1 < starts.length; run++) {
    const start = starts[run] as number;
    const end = ends[run] as number;
    if (start === end) continue;
    index.positions.set(positions.subarray(start, end), offset);
    offset += end - start;
    index.ids[at++] = run;
    index.offsets[at] = offset;
  }
  return index;
}

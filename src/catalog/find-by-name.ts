import { fold } from './fold.ts';
import { lowerBound } from './lists.ts';
import { plainWords } from './plain-words.ts';
import { searchTitles } from './search.ts';
import type { Snapshot } from './snapshot.ts';

/** What people find when they type part of a name. The API's own filter (`query.ts`) is another thing. */
export interface NamesFound {
  /** The best first. */
  positions: Uint32Array;
  /** Whether these have all that was typed; else they only come near. */
  complete: boolean;
}

const NEWLINE = 10;
const SPACE = 32;
/** A beginning of fewer bytes is in too many names to say anything. */
const SHORTEST = 3;
const MOST_NEAR = 100;

/** How well a name has what was typed, the best first. */
const TITLE = 0;
const OTHER_TITLE = 1;
const WHOLE_WORDS = 2;
const BEGINNING_OF_WORDS = 3;
const SCATTERED = 4;
const INSIDE = 5;

/**
 * Who types another title in full means that game, unless a far better known one has the words: many small games carry
 * the name of a great one among their other titles.
 */
const OTHER_TITLE_WEIGHT = 4;

/** One page asks for the same several times: for the list and for each kind of choice. */
const latest = new WeakMap<Snapshot, { typed: string; found: NamesFound }>();

export function findByName(snapshot: Snapshot, typed: string): NamesFound {
  const known = latest.get(snapshot);
  if (known?.typed === typed) return known.found;
  const found = find(snapshot, typed);
  latest.set(snapshot, { typed, found });
  return found;
}

function find(snapshot: Snapshot, typed: string): NamesFound {
  const phrase = plainWords(typed);
  // Signs alone: they stand in no name, but in titles they may.
  if (phrase === '') return { positions: searchTitles(snapshot.search, fold(typed)), complete: true };
  const words = phrase.split(' ');
  const all = rank(snapshot, findAll(snapshot, phrase, words));
  if (all.length > 0) return { positions: all, complete: true };
  const closed = rank(snapshot, findClosedUp(snapshot, words.join('')));
  if (closed.length > 0) return { positions: closed, complete: true };
  return { positions: rank(snapshot, findNear(snapshot, words)).subarray(0, MOST_NEAR), complete: false };
}

interface Match {
  position: number;
  quality: number;
}

/** Games whose names have every word. There is no index: a catalog of 250,000 games has some ten megabytes of names. */
function findAll(snapshot: Snapshot, phrase: string, words: readonly string[]): Match[] {
  const { bytes, offsets } = snapshot.names;
  const needles = words.map((word) => Buffer.from(word));
  const whole = Buffer.from(phrase);
  const longest = needles.reduce((a, b) => (b.length > a.length ? b : a));
  // A letter or two are in most names: they count where a name begins.
  const scanned = longest.length < SHORTEST ? Buffer.from(`\n${words[0]}`) : longest;
  return scan(snapshot, scanned).flatMap((position) => {
    const [start, end] = [offsets[position] as number, offsets[position + 1] as number];
    const together = qualityOf(bytes, start, end, whole);
    if (together !== undefined && together < INSIDE) return [{ position, quality: together }];
    const apart = needles.map((needle) => qualityOf(bytes, start, end, needle));
    if (apart.includes(undefined)) return [];
    const isInside = apart.some((quality) => quality === INSIDE);
    return [{ position, quality: isInside ? INSIDE : SCATTERED }];
  });
}

/** `megaman` for `Mega Man`: names that have it once their spaces are gone. */
function findClosedUp({ names: { bytes: shared, offsets } }: Snapshot, typed: string): Match[] {
  const needle = Buffer.from(typed);
  const beginning = needle.subarray(0, SHORTEST);
  if (beginning.length < SHORTEST) return [];
  const bytes = asBuffer(shared);
  const matches: Match[] = [];
  for (let at = bytes.indexOf(beginning); at !== -1; ) {
    let next = at + 1;
    if (goesOn(bytes, at + SHORTEST, needle.subarray(SHORTEST))) {
      const position = lowerBound(offsets, next) - 1;
      matches.push({ position, quality: INSIDE });
      next = offsets[position + 1] as number;
    }
    at = bytes.indexOf(beginning, next);
  }
  return matches;
}

/** Whether the needle stands there, with any spaces in between. */
function goesOn(bytes: Buffer, start: number, needle: Buffer): boolean {
  let at = start;
  for (let i = 0; i < needle.length; i++, at++) {
    while (bytes[at] === SPACE) at++;
    if (bytes[at] !== needle[i]) return false;
  }
  return true;
}

/** Games that have most of the words; of a word that nothing has, its beginning. */
function findNear(snapshot: Snapshot, words: readonly string[]): Match[] {
  const counts = new Uint8Array(snapshot.ids.length);
  let most = 0;
  for (const word of new Set(words)) {
    for (const position of findBeginning(snapshot, word)) {
      counts[position] = (counts[position] as number) + 1;
      most = Math.max(most, counts[position] as number);
    }
  }
  const matches: Match[] = [];
  for (let position = 0; most > 0 && position < counts.length; position++) {
    if (counts[position] === most) matches.push({ position, quality: SCATTERED });
  }
  return matches;
}

/** By the longest beginning that any name holds: one that none holds is in no longer one either. */
function findBeginning(snapshot: Snapshot, word: string): number[] {
  const letters = Array.from(word);
  const bytes = asBuffer(snapshot.names.bytes);
  const beginning = (length: number) => Buffer.from(letters.slice(0, length).join(''));
  let [held, tooLong] = [0, letters.length + 1];
  while (tooLong - held > 1) {
    const middle = (held + tooLong) >>> 1;
    if (bytes.includes(beginning(middle))) held = middle;
    else tooLong = middle;
  }
  const longest = beginning(held);
  return longest.length < SHORTEST ? [] : scan(snapshot, longest);
}

/** The games whose names hold these bytes, in order of id. */
function scan({ names }: Snapshot, needle: Buffer): number[] {
  const { offsets } = names;
  const bytes = asBuffer(names.bytes);
  const positions: number[] = [];
  for (let at = bytes.indexOf(needle); at !== -1; ) {
    const position = lowerBound(offsets, at + 1) - 1;
    positions.push(position);
    at = bytes.indexOf(needle, offsets[position + 1]);
  }
  return positions;
}

/** The best place that the needle has between start and end; undefined: it has none. */
function qualityOf(bytes: Uint8Array, start: number, end: number, needle: Buffer): number | undefined {
  let best: number | undefined;
  for (let at = indexWithin(bytes, start, end, needle); at !== -1; at = indexWithin(bytes, at + 1, end, needle)) {
    const quality = qualityAt(bytes, start, at, at + needle.length);
    if (best === undefined || quality < best) best = quality;
  }
  return best;
}

/** Names are short, and there are many: by hand this takes a fraction of the time of a view and a call for each. */
function indexWithin(bytes: Uint8Array, start: number, end: number, needle: Buffer): number {
  const first = needle[0];
  for (let at = start; at <= end - needle.length; at++) {
    if (bytes[at] !== first) continue;
    let i = 1;
    while (i < needle.length && bytes[at + i] === needle[i]) i++;
    if (i === needle.length) return at;
  }
  return -1;
}

function qualityAt(bytes: Uint8Array, names: number, start: number, end: number): number {
  const [before, after] = [bytes[start - 1], bytes[end]];
  // The title comes first, behind the line end that all names begin with.
  if (before === NEWLINE && after === NEWLINE) return start === names + 1 ? TITLE : OTHER_TITLE;
  if (before !== NEWLINE && before !== SPACE) return INSIDE;
  return after === NEWLINE || after === SPACE ? WHOLE_WORDS : BEGINNING_OF_WORDS;
}

const POSITIONS = 2 ** 32;
const WEIGHTS = 2 ** 8;

/** By how well they match; among equals those that more is known of come first, for these are what most people mean. */
function rank({ weights }: Snapshot, matches: readonly Match[]): Uint32Array {
  const keys = Float64Array.from(matches, ({ position, quality }) => {
    const isOther = quality === OTHER_TITLE;
    const weight = Math.min(WEIGHTS - 1, (weights[position] as number) + (isOther ? OTHER_TITLE_WEIGHT : 0));
    return ((isOther ? WHOLE_WORDS : quality) * WEIGHTS + (WEIGHTS - 1 - weight)) * POSITIONS + position;
  });
  return Uint32Array.from(keys.sort(), (key) => key % POSITIONS);
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

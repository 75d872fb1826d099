import { fold, plainWords } from '../../folding.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import {
  goesOn,
  INSIDE,
  lengthAt,
  NONE,
  nameAt,
  OTHER_TITLE,
  qualityOf,
  SCATTERED,
  SHORTEST,
  search,
  WHOLE_WORDS,
  wordQuality,
} from './name-bytes.ts';
import { searchTitles } from './title-index.ts';

/** What people find when they type part of a name. The API's own filter takes a title by the letter and is another thing. */
export interface NamesFound {
  /** The best first. */
  positions: Uint32Array;
  /** The same in order of id. */
  ascending: Uint32Array;
  /** Whether these have all that was typed; else they only come near. */
  complete: boolean;
  /** Whether there are more, which were not looked at. */
  cut: boolean;
}

const MOST_NEAR = 100;
/**
 * Anybody may search, and there is no index: over 250,000 games a pass over the names takes 2 to 5 ms, a thousand places in them that
 * are looked at half a millisecond, and a thousand words looked for in one name a tenth. These keep any search below some 20 ms.
 */
const MOST_PLACES = 20_000;
const MOST_CHECKS = 60_000;
/** More are a title with its spaces. */
const MOST_CLOSED_WORDS = 4;
const MOST_NEAR_WORDS = 3;
const MOST_NEAR_PLACES = 10_000;
const MOST_SAMPLED_WORDS = 6;
/** So many bytes of names tell how frequent a word is. */
const SAMPLE_BYTES = 64 * 1024;

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
  if (phrase === '') {
    const positions = searchTitles(snapshot.search, fold(typed));
    return { positions, ascending: positions, complete: true, cut: false };
  }
  const words = listWords(phrase);
  const all = findAll(snapshot, phrase, words);
  if (all.positions.length > 0) return ranked(snapshot, all);
  const closed = findClosedUp(snapshot, words.length > MOST_CLOSED_WORDS ? '' : phrase.replaceAll(' ', ''));
  if (closed.positions.length > 0) return ranked(snapshot, closed);
  const near = rank(snapshot, findNear(snapshot, words)).subarray(0, MOST_NEAR);
  return { positions: near, ascending: near.toSorted(), complete: false, cut: false };
}

/** Each word once, the longest first: they say most. */
function listWords(phrase: string): Buffer[] {
  const words = [...new Set(phrase.split(' '))].map((word) => Buffer.from(word));
  return words.toSorted((a, b) => b.length - a.length);
}

/** Games in order of id, and how well each matches. */
interface Matches {
  positions: number[];
  qualities: number[];
  cut: boolean;
}

/** Games whose names have every word. */
function findAll({ names: { bytes, offsets } }: Snapshot, phrase: string, words: readonly Buffer[]): Matches {
  const found: Matches = { positions: [], qualities: [], cut: false };
  const whole = Buffer.from(phrase);
  let position = 0;
  let checks = 0;
  const wasWhole = search(bytes, chooseScanned(bytes, phrase, words), MOST_PLACES, (at) => {
    position = nameAt(offsets, at, position);
    const [start, end] = [offsets[position] as number, offsets[position + 1] as number];
    let quality = qualityOf(bytes, start, end, whole);
    // Not as it was typed: then each word by itself.
    if (quality >= INSIDE) {
      quality = SCATTERED;
      for (let i = 0; i < words.length && quality !== NONE; i++, checks++) {
        quality = Math.max(quality, wordQuality(bytes, start, end, words[i] as Buffer));
      }
    }
    if (quality !== NONE) addMatch(found, position, quality);
    return checks < MOST_CHECKS ? end : bytes.length;
  });
  found.cut = !wasWhole || checks >= MOST_CHECKS;
  return found;
}

/** The rarest word, by a sample. A letter or two are in most names: they count where a name begins. */
function chooseScanned(bytes: Uint8Array, phrase: string, words: readonly Buffer[]): Buffer {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let rarest: Buffer = Buffer.from(`\n${phrase.split(' ', 1)[0]}`);
  let fewest = Number.POSITIVE_INFINITY;
  for (const word of words.slice(0, MOST_SAMPLED_WORDS).filter(({ length }) => length >= SHORTEST)) {
    let count = 0;
    search(sample, word, fewest, (at) => {
      count++;
      return at + 1;
    });
    if (count < fewest) [rarest, fewest] = [word, count];
  }
  return rarest;
}

/** `megaman` for `Mega Man`: names that have it once their spaces are gone. */
function findClosedUp({ names: { bytes, offsets } }: Snapshot, typed: string): Matches {
  const found: Matches = { positions: [], qualities: [], cut: false };
  const needle = Buffer.from(typed);
  if (needle.length < SHORTEST) return found;
  let position = 0;
  search(bytes, needle.subarray(0, SHORTEST), MOST_PLACES, (at) => {
    if (!goesOn(bytes, at + SHORTEST, needle.subarray(SHORTEST))) return at + 1;
    position = nameAt(offsets, at, position);
    addMatch(found, position, INSIDE);
    return offsets[position + 1] as number;
  });
  return found;
}

/** Games that have most of the longest words, or of a word that nothing has its beginning; of these, those with most of the others. */
function findNear(snapshot: Snapshot, words: readonly Buffer[]): Matches {
  const counts = new Uint8Array(snapshot.ids.length);
  let most = 1;
  for (const word of words.slice(0, MOST_NEAR_WORDS)) {
    for (const position of findBeginning(snapshot, word)) {
      counts[position] = (counts[position] as number) + 1;
      most = Math.max(most, counts[position] as number);
    }
  }
  const others = words.slice(MOST_NEAR_WORDS);
  let checks = 0;
  let best = 0;
  let nearest: number[] = [];
  for (let position = 0; position < counts.length && checks < MOST_CHECKS; position++) {
    if (counts[position] !== most) continue;
    const has = countWords(snapshot, position, others);
    checks += others.length + 1;
    if (has > best) nearest = [];
    best = Math.max(best, has);
    if (has === best) nearest.push(position);
  }
  return { positions: nearest, qualities: nearest.map(() => SCATTERED), cut: false };
}

function countWords({ names: { bytes, offsets } }: Snapshot, position: number, words: readonly Buffer[]): number {
  const [start, end] = [offsets[position] as number, offsets[position + 1] as number];
  return words.filter((word) => wordQuality(bytes, start, end, word) !== NONE).length;
}

/** The games whose names hold the longest beginning of the word that any name holds. */
function findBeginning({ names: { bytes, offsets } }: Snapshot, word: Buffer): number[] {
  let found: number[] = [];
  if (word.length < SHORTEST) return found;
  let longest = SHORTEST;
  let position = 0;
  search(bytes, word.subarray(0, SHORTEST), MOST_NEAR_PLACES, (at) => {
    const length = lengthAt(bytes, at, word);
    if (length < longest) return at + 1;
    if (length > longest) found = [];
    longest = length;
    position = nameAt(offsets, at, position);
    if (found.at(-1) !== position) found.push(position);
    return at + 1;
  });
  return found;
}

function addMatch({ positions, qualities }: Matches, position: number, quality: number): void {
  positions.push(position);
  qualities.push(quality);
}

function ranked(snapshot: Snapshot, matches: Matches): NamesFound {
  const ascending = Uint32Array.from(matches.positions);
  return { positions: rank(snapshot, matches), ascending, complete: true, cut: matches.cut };
}

const WEIGHTS = 2 ** 8;

/**
 * By how well they match; among equals those that more is known of come first, for these are what most people mean. Counted into
 * place: sorting a hundred thousand takes ten times as long.
 */
function rank({ weights }: Snapshot, { positions, qualities }: Matches): Uint32Array {
  const places = new Uint32Array(NONE * WEIGHTS + 1);
  const keys = positions.map((position, i) => rankOf(qualities[i] as number, weights[position] as number));
  for (const key of keys) places[key + 1] = (places[key + 1] as number) + 1;
  for (let key = 1; key < places.length; key++) places[key] = (places[key] as number) + (places[key - 1] as number);
  const best = new Uint32Array(positions.length);
  keys.forEach((key, i) => {
    best[places[key] as number] = positions[i] as number;
    places[key] = (places[key] as number) + 1;
  });
  return best;
}

/** The lower, the better. */
function rankOf(quality: number, known: number): number {
  const isOther = quality === OTHER_TITLE;
  const weight = Math.min(WEIGHTS - 1, known + (isOther ? OTHER_TITLE_WEIGHT : 0));
  return (isOther ? WHOLE_WORDS : quality) * WEIGHTS + (WEIGHTS - 1 - weight);
}

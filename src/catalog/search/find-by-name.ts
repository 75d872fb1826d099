import { fold, plainWords } from '../../folding.ts';
import { MAX_NOTABILITY } from '../model/notability.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { sortByRanks } from '../snapshot/sorted-lists.ts';
import {
  ALTERNATE_TITLE,
  continuesWith,
  INSIDE_WORD,
  lengthAt,
  MIN_PREFIX_BYTES,
  NO_MATCH,
  nameAt,
  qualityOf,
  SEPARATE_WORDS,
  search,
  WHOLE_WORDS,
  wordQuality,
} from './name-bytes.ts';
import { searchTitles } from './title-index.ts';

/** The result of a search on the website. The API's `title` filter is separate: it matches substrings of the main title. */
export interface NameMatches {
  /** Best matches first. */
  positions: Uint32Array;
  /** The same in order of id. */
  ascending: Uint32Array;
  /** Whether these have all words. Otherwise they are only similar. */
  complete: boolean;
  /** Whether the search stopped early, so that matches are missing. */
  cut: boolean;
}

const MAX_SIMILAR = 100;
/**
 * These limits keep any search below about 20 ms. With 250,000 games, a scan of all names takes 2 to 5 ms, checking 1,000
 * occurrences 0.5 ms, and checking 1,000 words in names 0.1 ms.
 */
const MAX_OCCURRENCES = 20_000;
const MAX_CHECKS = 60_000;
/** Longer texts are titles typed with their spaces. */
const MAX_JOINED_WORDS = 4;
const MAX_SIMILAR_WORDS = 3;
const MAX_PREFIX_OCCURRENCES = 10_000;
const MAX_SAMPLED_WORDS = 6;
/** The size of the sample that estimates how frequent a word is. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * A complete alternate title ranks like whole words with this bonus, so that a much better known game with the same words
 * still ranks first: many small games have the name of a famous one among their alternate titles.
 */
const ALTERNATE_TITLE_BONUS = 200;

/** One page runs the same search several times: for the list and for each facet. */
const latest = new WeakMap<Snapshot, { searchText: string; found: NameMatches }>();

export function findByName(snapshot: Snapshot, searchText: string): NameMatches {
  const known = latest.get(snapshot);
  if (known?.searchText === searchText) return known.found;
  const found = find(snapshot, searchText);
  latest.set(snapshot, { searchText, found });
  return found;
}

function find(snapshot: Snapshot, searchText: string): NameMatches {
  const phrase = plainWords(searchText);
  // Only symbols: names have none, but titles may.
  if (phrase === '') {
    const positions = searchTitles(snapshot.titleIndex, fold(searchText));
    return { positions, ascending: positions, complete: true, cut: false };
  }
  const words = listWords(phrase);
  const all = findAll(snapshot, phrase, words);
  if (all.positions.length > 0) return ranked(snapshot, all);
  const joined = findWithoutSpaces(snapshot, words.length > MAX_JOINED_WORDS ? '' : phrase.replaceAll(' ', ''));
  if (joined.positions.length > 0) return ranked(snapshot, joined);
  const similar = rank(snapshot, findSimilar(snapshot, words)).subarray(0, MAX_SIMILAR);
  return { positions: similar, ascending: similar.toSorted(), complete: false, cut: false };
}

/** Distinct words, longest first: they are the most selective. */
function listWords(phrase: string): Buffer[] {
  const words = [...new Set(phrase.split(' '))].map((word) => Buffer.from(word));
  return words.toSorted((a, b) => b.length - a.length);
}

/** Games in order of id with their match quality. */
interface Matches {
  positions: number[];
  qualities: number[];
  cut: boolean;
}

/** Games whose names have every word. */
function findAll({ names: { bytes, offsets } }: Snapshot, phrase: string, words: readonly Buffer[]): Matches {
  const found: Matches = { positions: [], qualities: [], cut: false };
  const phraseBytes = Buffer.from(phrase);
  let position = 0;
  let checks = 0;
  const isExhaustive = search(bytes, chooseRarest(bytes, phrase, words), MAX_OCCURRENCES, (at) => {
    position = nameAt(offsets, at, position);
    const [start, end] = [offsets[position] as number, offsets[position + 1] as number];
    let quality = qualityOf(bytes, start, end, phraseBytes);
    // The phrase does not occur: check each word separately.
    if (quality >= INSIDE_WORD) {
      quality = SEPARATE_WORDS;
      for (let i = 0; i < words.length && quality !== NO_MATCH; i++, checks++) {
        quality = Math.max(quality, wordQuality(bytes, start, end, words[i] as Buffer));
      }
    }
    if (quality !== NO_MATCH) addMatch(found, position, quality);
    return checks < MAX_CHECKS ? end : bytes.length;
  });
  found.cut = !isExhaustive || checks >= MAX_CHECKS;
  return found;
}

/** The rarest word of a sample. One or two letters are in most names, so they only match the start of a name. */
function chooseRarest(bytes: Uint8Array, phrase: string, words: readonly Buffer[]): Buffer {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let rarest: Buffer = Buffer.from(`\n${phrase.split(' ', 1)[0]}`);
  let fewest = Number.POSITIVE_INFINITY;
  for (const word of words.slice(0, MAX_SAMPLED_WORDS).filter(({ length }) => length >= MIN_PREFIX_BYTES)) {
    let count = 0;
    search(sample, word, fewest, (at) => {
      count++;
      return at + 1;
    });
    if (count < fewest) [rarest, fewest] = [word, count];
  }
  return rarest;
}

/** Finds `Mega Man` by `megaman`. */
function findWithoutSpaces({ names: { bytes, offsets } }: Snapshot, text: string): Matches {
  const found: Matches = { positions: [], qualities: [], cut: false };
  const needle = Buffer.from(text);
  if (needle.length < MIN_PREFIX_BYTES) return found;
  let position = 0;
  search(bytes, needle.subarray(0, MIN_PREFIX_BYTES), MAX_OCCURRENCES, (at) => {
    if (!continuesWith(bytes, at + MIN_PREFIX_BYTES, needle.subarray(MIN_PREFIX_BYTES))) return at + 1;
    position = nameAt(offsets, at, position);
    addMatch(found, position, INSIDE_WORD);
    return offsets[position + 1] as number;
  });
  return found;
}

/** Games with most of the longest words, or of their longest known prefixes. Among these, those with most of the other words. */
function findSimilar(snapshot: Snapshot, words: readonly Buffer[]): Matches {
  const counts = new Uint8Array(snapshot.ids.length);
  let most = 1;
  for (const word of words.slice(0, MAX_SIMILAR_WORDS)) {
    for (const position of findLongestPrefix(snapshot, word)) {
      counts[position] = (counts[position] as number) + 1;
      most = Math.max(most, counts[position] as number);
    }
  }
  const others = words.slice(MAX_SIMILAR_WORDS);
  let checks = 0;
  let best = 0;
  let nearest: number[] = [];
  for (let position = 0; position < counts.length && checks < MAX_CHECKS; position++) {
    if (counts[position] !== most) continue;
    const count = countWords(snapshot, position, others);
    checks += others.length + 1;
    if (count > best) nearest = [];
    best = Math.max(best, count);
    if (count === best) nearest.push(position);
  }
  return { positions: nearest, qualities: nearest.map(() => SEPARATE_WORDS), cut: false };
}

function countWords({ names: { bytes, offsets } }: Snapshot, position: number, words: readonly Buffer[]): number {
  const [start, end] = [offsets[position] as number, offsets[position + 1] as number];
  return words.filter((word) => wordQuality(bytes, start, end, word) !== NO_MATCH).length;
}

/** The games whose names contain the longest prefix of the word that occurs in any name. */
function findLongestPrefix({ names: { bytes, offsets } }: Snapshot, word: Buffer): number[] {
  let found: number[] = [];
  if (word.length < MIN_PREFIX_BYTES) return found;
  let longest = MIN_PREFIX_BYTES;
  let position = 0;
  search(bytes, word.subarray(0, MIN_PREFIX_BYTES), MAX_PREFIX_OCCURRENCES, (at) => {
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

function ranked(snapshot: Snapshot, matches: Matches): NameMatches {
  const ascending = Uint32Array.from(matches.positions);
  return { positions: rank(snapshot, matches), ascending, complete: true, cut: matches.cut };
}

const STEPS = MAX_NOTABILITY + 1;

/** Sorts by match quality, then by notability. */
function rank({ notability }: Snapshot, { positions, qualities }: Matches): Uint32Array {
  const ranks = positions.map((position, i) => rankOf(qualities[i] as number, notability[position] as number));
  return sortByRanks(positions, ranks, NO_MATCH * STEPS);
}

/** Lower is better. */
function rankOf(quality: number, notability: number): number {
  const isAlternate = quality === ALTERNATE_TITLE;
  const score = Math.min(MAX_NOTABILITY, notability + (isAlternate ? ALTERNATE_TITLE_BONUS : 0));
  return (isAlternate ? WHOLE_WORDS : quality) * STEPS + (MAX_NOTABILITY - score);
}

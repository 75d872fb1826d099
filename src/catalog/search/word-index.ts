import { plainWords } from '../../folding.ts';
import { type MergedPositions, mergePostings, REMOVED } from '../snapshot/merge-snapshots.ts';
import { countTexts, packTexts, sharedUint8, sharedUint32, type Texts, textBytes } from '../snapshot/shared-arrays.ts';
import { firstIndex } from '../snapshot/sorted-lists.ts';
import {
  findParts,
  isNumberAt,
  type VisitWord,
  visitAbbreviations,
  visitPairsAcrossSpaces,
  visitWords,
} from './title-words.ts';
import { collectWords, type Dictionary, type WordCollector } from './word-collector.ts';

/**
 * An inverted index of the words of all titles, in flat arrays: a sorted dictionary, and for each word the titles that have
 * it. Titles are numbered in the order of their games, the main title of a game first.
 */
export interface WordIndex extends Dictionary {
  /** The position of the game of each title. */
  games: Uint32Array;
  /** The number of words of each title, with the flags below. */
  traits: Uint8Array;
}

export const MAX_WORDS = 63;
/** A main title, in any spelling. */
export const IS_MAIN = 64;
export const HAS_NUMBER = 128;

const NEWLINE = 10;
const SPACE = 32;

/** `written` has the main titles, `names` all titles of each game in plain words, one per line, the main title first. */
export function buildWordIndex(written: readonly string[], names: readonly string[]): WordIndex {
  const words = collectWords();
  const games: number[] = [];
  const traits: number[] = [];
  const { bytes, offsets } = packTexts(names.map((lines, i) => completeNames(lines, written[i] as string)));
  for (let position = 0; position < written.length; position++) {
    const [start, end] = [offsets[position] as number, offsets[position + 1] as number];
    let mainEnd = start;
    for (let from = start; from < end; ) {
      let to = from;
      while (to < end && bytes[to] !== NEWLINE) to++;
      if (from === start) mainEnd = to;
      const parts = from === start ? findParts(written[position] as string) : [0];
      const isMain = from === start || isSameTitle(bytes, start, mainEnd, from, to);
      if (to > from) {
        traits.push(addName(words, games.length, bytes.subarray(from, to), parts) | (isMain ? IS_MAIN : 0));
        games.push(position);
      }
      from = to + 1;
    }
  }
  return { ...words.pack(), games: sharedUint32(games), traits: sharedUint8(traits) };
}

/** Older versions stored no names. The first name is empty if the main title consists of symbols. */
function completeNames(names: string, written: string): string {
  if (names === '') return plainWords(written);
  return /[\p{Letter}\p{Number}]/u.test(written) ? names : `\n${names}`;
}

/** Whether a name is the main title without some spaces: `pacman` for `pac man`. */
function isSameTitle(bytes: Uint8Array, main: number, mainEnd: number, from: number, to: number): boolean {
  let at = main;
  for (let i = from; i < to; i++) {
    while (bytes[at] === SPACE && bytes[i] !== SPACE && at < mainEnd) at++;
    if (at === mainEnd || bytes[at++] !== bytes[i]) return false;
  }
  return at === mainEnd;
}

/** Returns the number of distinct words and whether one is a number. */
function addName(words: WordCollector, title: number, name: Uint8Array, parts: readonly number[]): number {
  let count = 0;
  let hasNumber = false;
  const add: VisitWord = (bytes, from, to) => void words.add(bytes, from, to, title);
  visitWords(name, 0, name.length, (bytes, from, to) => {
    if (words.add(bytes, from, to, title)) count++;
    hasNumber ||= isNumberAt(bytes, from, to);
  });
  visitPairsAcrossSpaces(name, 0, name.length, add);
  visitAbbreviations(name, 0, name.length, parts, add);
  return Math.min(count, MAX_WORDS) | (hasNumber ? HAS_NUMBER : 0);
}

export function mergeWordIndexes(older: WordIndex, newer: WordIndex, positions: MergedPositions): WordIndex {
  const titles = findMergedTitles(older, newer, positions);
  const [olderIds, newerIds] = mergeDictionaries(older.words, newer.words);
  const merged = mergePostings(
    { ids: olderIds, offsets: older.offsets, positions: older.titles },
    { ids: newerIds, offsets: newer.offsets, positions: newer.titles },
    titles,
  );
  const index = { games: sharedUint32(titles.size), traits: sharedUint8(titles.size) };
  fillTitles(older, titles.kept, positions.kept, index);
  fillTitles(newer, titles.added, positions.added, index);
  return {
    words: pickWords(merged.ids, [older.words, olderIds], [newer.words, newerIds]),
    offsets: merged.offsets,
    titles: merged.positions,
    ...index,
  };
}

/** The number of each title in the merged index. The titles of a game stay together. */
function findMergedTitles(older: WordIndex, newer: WordIndex, { kept, added, size }: MergedPositions): MergedPositions {
  const starts = new Uint32Array(size + 1);
  const count = ({ games }: WordIndex, positions: Uint32Array) => {
    for (let title = 0; title < games.length; title++) {
      const position = positions[games[title] as number] as number;
      if (position !== REMOVED) starts[position + 1] = (starts[position + 1] as number) + 1;
    }
  };
  count(older, kept);
  count(newer, added);
  for (let i = 0; i < size; i++) starts[i + 1] = (starts[i + 1] as number) + (starts[i] as number);
  const number = ({ games }: WordIndex, positions: Uint32Array) =>
    games.map((game) => {
      const position = positions[game] as number;
      if (position === REMOVED) return REMOVED;
      const title = starts[position] as number;
      starts[position] = title + 1;
      return title;
    });
  const total = starts[size] as number;
  return { size: total, kept: number(older, kept), added: number(newer, added) };
}

function fillTitles(
  { games, traits }: WordIndex,
  titles: Uint32Array,
  positions: Uint32Array,
  merged: Pick<WordIndex, 'games' | 'traits'>,
): void {
  for (let i = 0; i < titles.length; i++) {
    const title = titles[i] as number;
    if (title === REMOVED) continue;
    merged.games[title] = positions[games[i] as number] as number;
    merged.traits[title] = traits[i] as number;
  }
}

/** The number of each word in the union of both dictionaries. */
function mergeDictionaries(older: Texts, newer: Texts): [older: Uint32Array, newer: Uint32Array] {
  const ids: [Uint32Array, Uint32Array] = [new Uint32Array(countTexts(older)), new Uint32Array(countTexts(newer))];
  let [o, n] = [0, 0];
  for (let id = 0; o < ids[0].length || n < ids[1].length; id++) {
    const order = compareWords(older, o, newer, n);
    if (order <= 0) ids[0][o++] = id;
    if (order >= 0) ids[1][n++] = id;
  }
  return ids;
}

/** The end of a dictionary sorts after every word. */
function compareWords(a: Texts, i: number, b: Texts, j: number): number {
  if (i === countTexts(a)) return 1;
  if (j === countTexts(b)) return -1;
  return Buffer.compare(textBytes(a, i), textBytes(b, j));
}

function pickWords(ids: Uint32Array, ...dictionaries: [words: Texts, ids: Uint32Array][]): Texts {
  const offsets = sharedUint32(ids.length + 1);
  const places = dictionaries.map(() => 0);
  const sources: Buffer[] = [];
  for (let i = 0; i < ids.length; i++) {
    dictionaries.forEach(([words, own], d) => {
      while ((own[places[d] as number] as number) < (ids[i] as number)) places[d] = (places[d] as number) + 1;
      if (own[places[d] as number] === ids[i]) sources[i] = textBytes(words, places[d] as number);
    });
    offsets[i + 1] = (offsets[i] as number) + (sources[i] as Buffer).length;
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(offsets[ids.length] as number));
  sources.forEach((source, i) => void bytes.set(source, offsets[i]));
  return { bytes, offsets };
}

/** The first word of the dictionary that is not below this one. */
function firstWord(words: Texts, word: Uint8Array): number {
  let [low, high] = [0, countTexts(words)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareToWord(words, middle, word) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareToWord({ bytes, offsets }: Texts, i: number, word: Uint8Array): number {
  const from = offsets[i] as number;
  const length = (offsets[i + 1] as number) - from;
  const shared = Math.min(length, word.length);
  for (let at = 0; at < shared; at++) {
    const difference = (bytes[from + at] as number) - (word[at] as number);
    if (difference !== 0) return difference;
  }
  return length - word.length;
}

/** The titles that have this word. */
export function titlesOfWord(index: WordIndex, word: string): Uint32Array {
  const bytes = Buffer.from(word);
  const at = firstWord(index.words, bytes);
  return at < countTexts(index.words) && compareToWord(index.words, at, bytes) === 0
    ? titlesAt(index, at, at + 1)
    : index.titles.subarray(0, 0);
}

/** The titles of adjacent words of the dictionary. Those of several words repeat. */
export function titlesAt({ titles, offsets }: WordIndex, from: number, to: number): Uint32Array {
  return titles.subarray(offsets[from], offsets[to]);
}

/** The range of words that begin with this prefix. */
export function findPrefix(words: Texts, prefix: string): [from: number, to: number] {
  const bytes = Buffer.from(prefix);
  // No byte of UTF-8 is 0xff.
  return [firstWord(words, bytes), firstWord(words, Buffer.concat([bytes, Buffer.of(0xff)]))];
}

/** The words of the dictionary that a text begins with: their lengths and their numbers. */
export function findWordsAtStart(words: Texts, text: Uint8Array): [length: number, word: number][] {
  const found: [number, number][] = [];
  let [low, high] = [0, countTexts(words)];
  for (let depth = 0; depth < text.length && low < high; depth++) {
    [low, high] = narrow(words, low, high, depth, text[depth] as number);
    if (low < high && lengthAt(words, low) === depth + 1) found.push([depth + 1, low]);
  }
  return found;
}

/** The words of a range with this byte at this depth. Those of the range are equal up to there. */
function narrow({ bytes, offsets }: Texts, low: number, high: number, depth: number, byte: number): [number, number] {
  const byteAt = (i: number) =>
    (offsets[i] as number) + depth < (offsets[i + 1] as number)
      ? (bytes[(offsets[i] as number) + depth] as number)
      : -1;
  const from = firstIndex(low, high, (i) => byteAt(i) >= byte);
  return [from, firstIndex(from, high, (i) => byteAt(i) > byte)];
}

function lengthAt({ offsets }: Texts, i: number): number {
  return (offsets[i + 1] as number) - (offsets[i] as number);
}

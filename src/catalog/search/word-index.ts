import { getOrInsert } from '../../get-or-insert.ts';
import { type MergedPositions, mergeNumbers, mergePostings, mergeTexts, REMOVED } from '../snapshot/merge-snapshots.ts';
import { countTexts, packTexts, shared, type Texts, textBytes } from '../snapshot/shared-arrays.ts';
import { firstIndex } from '../snapshot/sorted-lists.ts';
import { findParts, isNumber, listAbbreviations, pairsAcrossSpaces, splitWords } from './title-words.ts';

/**
 * An inverted index of the words of all titles, in flat arrays: a sorted dictionary, and for each word the titles that have
 * it. Titles are numbered in the order of their games, the main title of a game first.
 */
export interface WordIndex {
  words: Texts;
  /** The titles of word i are at offsets[i] to offsets[i + 1], ascending. */
  offsets: Uint32Array;
  titles: Uint32Array;
  /** The position of the game of each title. */
  games: Uint32Array;
  /** The number of words of each title, with the flags below. */
  traits: Uint8Array;
}

export const MAX_WORDS = 63;
/** A main title, in any spelling. */
export const IS_MAIN = 64;
export const HAS_NUMBER = 128;

/** `written` has the main titles, `names` all titles of each game in plain words, one per line, the main title first. */
export function buildWordIndex(written: readonly string[], names: readonly string[]): WordIndex {
  const words: TitlesByWord = new Map();
  const games: number[] = [];
  const traits: number[] = [];
  written.forEach((title, position) => {
    const [main = '', ...others] = completeNames(names[position] as string, title).split('\n');
    const add = (name: string, parts: readonly number[], isMain: boolean) => {
      if (name === '') return;
      traits.push(addName(words, games.length, name, parts) | (isMain ? IS_MAIN : 0));
      games.push(position);
    };
    add(main, findParts(title), true);
    for (const name of others) add(name, [0], isWithoutSpaces(name, main));
  });
  return { ...sortWords(words), games: shared(Uint32Array, games), traits: shared(Uint8Array, traits) };
}

/** The first name is empty if the main title consists of symbols. */
function completeNames(names: string, written: string): string {
  return /[\p{Letter}\p{Number}]/u.test(written) ? names : `\n${names}`;
}

/** Whether a name is the main title without some spaces: `pacman` for `pac man`. */
function isWithoutSpaces(name: string, main: string): boolean {
  let at = 0;
  for (let i = 0; i < name.length; i++) {
    while (main[at] === ' ' && name[i] !== ' ') at++;
    if (main[at++] !== name[i]) return false;
  }
  return at === main.length;
}

/** Returns the number of distinct words and whether one is a number. */
function addName(words: TitlesByWord, title: number, name: string, parts: readonly number[]): number {
  const own = splitWords(name);
  let count = 0;
  for (const word of own) if (addWord(words, word, title)) count++;
  for (const word of pairsAcrossSpaces(name)) addWord(words, word, title);
  for (const word of listAbbreviations(name, parts)) addWord(words, word, title);
  return Math.min(count, MAX_WORDS) | (own.some(isNumber) ? HAS_NUMBER : 0);
}

type TitlesByWord = Map<string, number[]>;

/** False if the title has this word already. Titles come in ascending order. */
function addWord(words: TitlesByWord, word: string, title: number): boolean {
  const titles = getOrInsert(words, word, () => []);
  if (titles.at(-1) === title) return false;
  titles.push(title);
  return true;
}

function sortWords(words: TitlesByWord): Pick<WordIndex, 'words' | 'offsets' | 'titles'> {
  // As characters, the bytes sort like bytes.
  const inBytes = Array.from(words.keys(), (word) => Buffer.from(word).toString('latin1')).sort();
  const sorted = inBytes.map((bytes) => Buffer.from(bytes, 'latin1').toString());
  const offsets = shared(Uint32Array, sorted.length + 1);
  sorted.forEach((word, i) => {
    offsets[i + 1] = (offsets[i] as number) + (words.get(word) as number[]).length;
  });
  const titles = shared(Uint32Array, offsets.at(-1) as number);
  sorted.forEach((word, i) => void titles.set(words.get(word) as number[], offsets[i]));
  return { words: packTexts(sorted), offsets, titles };
}

export function mergeWordIndexes(older: WordIndex, newer: WordIndex, { kept, added }: MergedPositions): WordIndex {
  const [olderGames, newerGames] = [
    older.games.map((game) => kept[game] as number),
    newer.games.map((game) => added[game] as number),
  ];
  const titles = findMergedTitles(olderGames, newerGames);
  const [olderIds, newerIds] = mergeDictionaries(older.words, newer.words);
  const merged = mergePostings(
    { ids: olderIds, offsets: older.offsets, positions: older.titles },
    { ids: newerIds, offsets: newer.offsets, positions: newer.titles },
    titles,
  );
  // Words without titles are dropped.
  const wordOf = new Uint32Array(olderIds.length + newerIds.length).fill(REMOVED);
  merged.ids.forEach((id, word) => {
    wordOf[id] = word;
  });
  const [keptWords, addedWords] = [
    olderIds.map((id) => wordOf[id] as number),
    newerIds.map((id) => wordOf[id] as number),
  ];
  return {
    words: mergeTexts(older.words, newer.words, { size: merged.ids.length, kept: keptWords, added: addedWords }),
    offsets: merged.offsets,
    titles: merged.positions,
    games: mergeNumbers(olderGames, newerGames, titles),
    traits: mergeNumbers(older.traits, newer.traits, titles),
  };
}

/** The number of each title in the merged index, in the order of their games, which were removed in one of both. */
function findMergedTitles(olderGames: Uint32Array, newerGames: Uint32Array): MergedPositions {
  const kept = new Uint32Array(olderGames.length).fill(REMOVED);
  const added = new Uint32Array(newerGames.length);
  let [o, n, size] = [0, 0, 0];
  while (o < kept.length || n < added.length) {
    const [older = REMOVED, newer = REMOVED] = [olderGames[o], newerGames[n]];
    if (o < kept.length && older === REMOVED) o++;
    else if (older < newer) kept[o++] = size++;
    else added[n++] = size++;
  }
  return { size, kept, added };
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

/** The first word of the dictionary, from one on, that is not below this one. */
function firstWord(words: Texts, word: Uint8Array, from = 0): number {
  return firstIndex(from, countTexts(words), (i) => compareToWord(words, i, word) >= 0);
}

function compareToWord(words: Texts, i: number, word: Uint8Array): number {
  const shared = countShared(words, i, word);
  const length = lengthAt(words, i);
  if (shared === length || shared === word.length) return length - word.length;
  return (words.bytes[(words.offsets[i] as number) + shared] as number) - (word[shared] as number);
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
  for (let length = 1, word = 0; length <= text.length; length++) {
    word = firstWord(words, text.subarray(0, length), word);
    const shared = word < countTexts(words) ? countShared(words, word, text) : 0;
    if (shared < length) break;
    if (lengthAt(words, word) === length) found.push([length, word]);
  }
  return found;
}

/** How many bytes are the same from the start. */
function countShared({ bytes, offsets }: Texts, i: number, word: Uint8Array): number {
  const from = offsets[i] as number;
  const end = Math.min((offsets[i + 1] as number) - from, word.length);
  let shared = 0;
  while (shared < end && bytes[from + shared] === word[shared]) shared++;
  return shared;
}

export function lengthAt({ offsets }: Texts, i: number): number {
  return (offsets[i + 1] as number) - (offsets[i] as number);
}

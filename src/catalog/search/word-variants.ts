import { plainWords } from '../../folding.ts';
import {
  hasBit,
  intersectAll,
  LOOKUP_RATIO,
  listBits,
  lowerBound,
  newBits,
  setBits,
} from '../snapshot/sorted-lists.ts';
import { allowedEdits, findNearWords } from './near-words.ts';
import { ABBREVIATION, isNumber } from './title-words.ts';
import { findPrefix, findWordsAtStart, titlesAt, titlesOfWord, type WordIndex } from './word-index.ts';

/** One way to read a word of a search text, and the titles that match it. */
export interface Variant {
  titles: Uint32Array;
  /** Whether the titles are in ascending order. */
  isSorted: boolean;
  /** How much worse than the word itself. */
  cost: number;
  /** The number of half words of the title that it covers. */
  halves: number;
  /** The titles as a bitmap, if they are many and not in order. */
  set?: Int32Array | undefined;
}

const COST = { joined: 1, equivalent: 1, abbreviation: 5, prefix: 6, typo: 14, secondTypo: 8, looseWord: 4 };
const WORD = 2;

/** A word of more titles is what the user means, not an abbreviation or two words. */
const COMMON_WORD = 32;
const MIN_SPLIT_LETTERS = 4;
const MAX_SPLIT_LETTERS = 40;
const MAX_PARTS = 4;
/** Bounds the ways to split a word. */
const MAX_SPLITS = 8;
const MAX_STEPS = 200;
const MIN_LOOSE_PREFIX = 3;
const MIN_PLURAL_LETTERS = 4;
/** Too many words begin almost like a shorter one. */
const MIN_PREFIX_TYPO = 5;

/** `final fantasy seven`. Titles with a numeral are many, those with its name few. */
const NUMERALS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Spelled in full or short. */
const EQUIVALENTS = new Map([
  ...NUMERALS.map((name, i) => [name, String(i + 2)] as [string, string]),
  ...[
    ['bros', 'brothers'],
    ['dr', 'doctor'],
    ['jr', 'junior'],
    ['mr', 'mister'],
    ['vs', 'versus'],
    ['vol', 'volume'],
  ].flatMap(([short, long]) => [[short, long] as [string, string], [long, short] as [string, string]]),
]);

/** Of some of the words of a title, with its number. */
const PARTIAL_INITIALS = /^[a-z]{2,4}\d*$/;

const NUMERAL_AT_END = /^([a-z]{2,}?)(i[iv]|iii|vi{0,3}|ix|xi{0,3}|xi?v)$/;

export function hasTitle({ titles, set }: Variant, title: number): boolean {
  return set ? hasBit(set, title) : titles[lowerBound(titles, title)] === title;
}

/** Whether a variant has no other titles: they are a part of the same list. */
export function isPartOf({ titles }: Variant, whole: Variant): boolean {
  const start = titles.byteOffset - whole.titles.byteOffset;
  const isSameList = titles.buffer === whole.titles.buffer;
  return isSameList && start >= 0 && start + titles.byteLength <= whole.titles.byteLength;
}

/** Whether to look up so many titles, or to read all titles of the variant. */
export function isLookupFaster({ titles, set, isSorted }: Variant, count: number): boolean {
  return set ? count < titles.length : isSorted && count * LOOKUP_RATIO < titles.length;
}

/** The titles: each once and in order if they are many, because memory is read faster in order. */
export function listTitles({ titles, set }: Variant): Uint32Array {
  return set ? listBits(set, titles.length) : titles;
}

/** The ways to read a word as it is typed, best first. */
export function listVariants(index: WordIndex, word: string): Variant[] {
  const titles = titlesOfWord(index, word);
  const variants: Variant[] = [{ titles, isSorted: true, cost: 0, halves: WORD }];
  const equivalent = EQUIVALENTS.get(word) ?? otherNumber(word);
  if (equivalent)
    variants.push({ ...variants[0], titles: titlesOfWord(index, equivalent), cost: COST.equivalent } as Variant);
  if (titles.length < COMMON_WORD) variants.push(...listSplits(index, word), ...listInitials(index, word));
  return variants.filter((variant) => variant.titles.length > 0);
}

/** `kirby` for `Kirby’s`, `streets` for `Street`. */
function otherNumber(word: string): string | undefined {
  if (word.length < MIN_PLURAL_LETTERS || !/^[a-z]+$/.test(word)) return undefined;
  return word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
}

/** The words that begin like this one, for the last word of a text. */
export function prefixVariant(index: WordIndex, word: string): Variant {
  const titles = titlesAt(index, ...findPrefix(index.words, word));
  return { titles, isSorted: false, cost: COST.prefix, halves: WORD, set: setOf(index, titles) };
}

/** The bitmap of fewer titles takes longer than it saves. */
const MIN_SET = 2000;

function setOf(index: WordIndex, titles: Uint32Array): Int32Array | undefined {
  if (titles.length < MIN_SET) return undefined;
  const set = newBits(index.games.length);
  setBits(set, titles);
  return set;
}

/** Words that are spelled almost like this one, with up to so many edits, nearest first. */
export function listTypos(index: WordIndex, word: string, maxEdits: number, asPrefix = false): Variant[] {
  const near = findNearWords(index.words, word, Math.min(maxEdits, allowedEdits(word.length)), asPrefix);
  const variants = near.map(({ from, to, edits }) => ({
    titles: titlesAt(index, from, to),
    isSorted: to === from + 1,
    cost: COST.typo + (edits - 1) * COST.secondTypo + (asPrefix ? COST.prefix : 0),
    halves: WORD,
  }));
  return variants.toSorted((a, b) => a.cost - b.cost);
}

/** The words that begin like this one, for a word before the last one. */
export function listLoosePrefixes(index: WordIndex, word: string): Variant[] {
  if (word.length < MIN_LOOSE_PREFIX || isNumber(word)) return [];
  const prefix = prefixVariant(index, word);
  return [{ ...prefix, cost: prefix.cost + COST.looseWord }];
}

/** The beginnings of words that are spelled almost like this one, for a last word that is being typed. */
export function listPrefixTypos(index: WordIndex, word: string, maxEdits: number): Variant[] {
  if (isNumber(word)) return [prefixVariant(index, word)];
  return word.length < MIN_PREFIX_TYPO ? [] : listTypos(index, word, maxEdits, true);
}

/** Words typed without the space between them: `megaman`, `fzero`, `sonic2`. */
function listSplits(index: WordIndex, word: string): Variant[] {
  if (word.length < MIN_SPLIT_LETTERS || word.length > MAX_SPLIT_LETTERS) return [];
  const splits = splitIntoWords(index, Buffer.from(word)).toSorted((a, b) => a.length - b.length);
  return splits.slice(0, MAX_SPLITS).map((lists) => ({
    titles: intersectAll(lists),
    isSorted: true,
    cost: COST.joined,
    halves: lists.length * WORD,
  }));
}

/** The ways to split a word into words of the dictionary, as the titles of each part. */
function splitIntoWords(index: WordIndex, word: Buffer): Uint32Array[][] {
  const splits: Uint32Array[][] = [];
  let steps = 0;
  const split = (from: number, parts: Uint32Array[]) => {
    if (parts.length > 0) {
      const numeral = titlesOfNumeral(index, word.toString('latin1', from));
      if (numeral.length > 0) splits.push([...parts, numeral]);
    }
    for (const [to, at] of findWordsAtStart(index.words, word.subarray(from))) {
      const end = from + to;
      if (++steps > MAX_STEPS || to === word.length || !canBePart(word, from, end)) continue;
      const titles = titlesAt(index, at, at + 1);
      if (end === word.length) splits.push([...parts, titles]);
      else if (parts.length + 1 < MAX_PARTS) split(end, [...parts, titles]);
    }
  };
  split(0, []);
  return splits;
}

/** Only the first part may be a single letter, and digits stay together. */
function canBePart(word: Buffer, from: number, to: number): boolean {
  const isDigit = (at: number) => (word[at] as number) >= 48 && (word[at] as number) <= 57;
  if (to < word.length && isDigit(to - 1) && isDigit(to)) return false;
  return to - from > 1 || from === 0 || isDigit(from);
}

/** `streetfighterii` ends in a numeral, which the dictionary has as a number. */
function titlesOfNumeral(index: WordIndex, text: string): Uint32Array {
  return /^[ivx]+$/.test(text) ? titlesOfWord(index, plainWords(text)) : index.titles.subarray(0, 0);
}

/** Abbreviations with Arabic or Roman numerals: `ff7`, `ffvii`. */
function listInitials(index: WordIndex, word: string): Variant[] {
  const numeral = NUMERAL_AT_END.exec(word);
  const spellings = numeral ? [word, `${numeral[1]}${plainWords(numeral[2] as string)}`] : [word];
  // Initials have no article, but people may type it: `tlou`, `alttp`.
  if (/^[at][a-z]{3}/.test(word)) spellings.push(word.slice(1));
  return spellings.map((letters) => initialsVariant(index, letters, letters));
}

/** The titles with these initials, of which the word has some. */
function initialsVariant(index: WordIndex, initials: string, word: string): Variant {
  const titles = titlesOfWord(index, ABBREVIATION + initials);
  const halves = WORD * word.replace(/\d+$/, '#').length;
  return { titles, isSorted: true, cost: COST.abbreviation, halves };
}

/** A word as the initials of some words, beside others in full: `dk country 3`, `ultimate mk3`. */
export function mixedVariant(index: WordIndex, typed: readonly string[], at: number): Variant | undefined {
  const word = typed[at] as string;
  if (!PARTIAL_INITIALS.test(word) || titlesOfWord(index, word).length >= COMMON_WORD) return undefined;
  const numberAt = typed.findIndex((one) => /\d/.test(one));
  const named = numberAt === -1 ? typed : typed.slice(0, numberAt + 1);
  const initials = named.map((one, i) => (i === at || isNumber(one) ? one : one[0])).join('');
  return initials === word ? undefined : initialsVariant(index, initials, word);
}

/** Neighbours that titles write as one word: `mega man` finds `Megaman`. Each covers half of it. */
export function joinedVariant(index: WordIndex, left: string, right: string): Variant | undefined {
  const titles = titlesOfWord(index, left + right);
  return titles.length > 0 ? { titles, isSorted: true, cost: COST.joined, halves: WORD / 2 } : undefined;
}

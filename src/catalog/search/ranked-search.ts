import { fold, plainWords, withoutSpaces } from '../../folding.ts';
import { MAX_NOTABILITY } from '../model/notability.ts';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import { textAt, textBytes } from '../snapshot/shared-arrays.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { firstIndex, listBits, newBits, setBits, sortByRanks } from '../snapshot/sorted-lists.ts';
import { addSimilar } from './similar-titles.ts';
import { searchTitles } from './title-index.ts';
import { addMatches, HIGHEST, LOWEST, openMatches, type Searchable, type TitleMatches } from './title-matches.ts';
import { isNumber, isStopWord, listWords } from './title-words.ts';
import { titlesOfWord, type WordIndex } from './word-index.ts';
import {
  isPartOf,
  joinedVariant,
  listLoosePrefixes,
  listPrefixTypos,
  listTypos,
  listVariants,
  mixedVariant,
  prefixVariant,
  type Variant,
} from './word-variants.ts';

/** Games with their points, best first. Of those with equal points, the smaller position is first. */
interface RankedMatches {
  positions: Uint32Array;
  points: Uint32Array;
}

/** The games that a search text finds. */
export interface SearchResult extends RankedMatches {
  /** Whether these have all words as typed. Otherwise they are only similar. */
  complete: boolean;
}

/** More words cost time and distinguish nothing. */
const MAX_SEARCHED_WORDS = 12;
/** A word of fewer titles may be misspelled, even if it exists. */
const RARE_WORD = 3;
/** Typos are looked for in the longest words. */
const MAX_TYPO_WORDS = 4;

/** The first matches are compared with the text again, letter by letter. */
const COMPARED = 20;
/** The number of games shown if none has all words. */
const MAX_SIMILAR = 100;

/** Points of a main title for its spelling. */
const SPELLING_POINTS = { same: 400, start: 100, phrase: 50, series: 300 };

/** One page runs the same search several times, for the list and for its filters, and others are made in between. */
const MAX_KEPT = 16;
const latestOf = perSnapshot((_snapshot: Snapshot) => new Map<string, SearchResult>());

/** Searches all titles of all games. */
export function rankedSearch(snapshot: Snapshot, text: string): SearchResult {
  const latest = latestOf(snapshot);
  const known = latest.get(text);
  if (known) return known;
  const result = search(snapshot, text);
  latest.set(text, result);
  if (latest.size > MAX_KEPT) latest.delete(latest.keys().next().value as string);
  return result;
}

function search(snapshot: Snapshot, text: string): SearchResult {
  const plain = plainWords(text);
  // The index has no symbols, but titles may consist of them.
  if (plain === '') return withoutPoints(searchTitles(snapshot.titleIndex, fold(text)));
  const words = listWords(plain);
  const isVague = /^[a-z0-9]$/.test(words.join(' ')) || words.every(isStopWord);
  return isVague ? searchStart(snapshot, fold(text)) : searchByWords(snapshot, text);
}

function withoutPoints(positions: Uint32Array): SearchResult {
  return { positions, points: new Uint32Array(positions.length), complete: true };
}

/** Searches by words without typos. The text must have a letter or a digit. */
export function searchAsTyped(searchable: Searchable, text: string): Uint32Array {
  const plain = plainWords(text);
  const query = readQuery(searchable.wordIndex, plain);
  const matches = openMatches(searchable, query.words);
  addAsTyped(matches, query);
  return rankMatches(matches, compareSpelling(searchable, text, plain)).positions;
}

/** Searches by words. The text must have a letter or a digit. */
function searchByWords(searchable: Searchable, text: string): SearchResult {
  const plain = plainWords(text);
  const query = readQuery(searchable.wordIndex, plain);
  const matches = openMatches(searchable, query.words);
  addAsTyped(matches, query);
  const complete = matches.games.length > 0;
  const typed = [...query.terms];
  if (matches.games.length < RARE_WORD) addWithTypos(matches, query, complete);
  const hasAllWords = matches.games.length > 0;
  const limit = hasAllWords ? Infinity : MAX_SIMILAR;
  if (!hasAllWords) addSimilar(matches, query.words, query.terms, typed);
  return { ...rankMatches(matches, compareSpelling(searchable, text, plain), limit), complete };
}

/** For a single letter or article: the best known of the titles that begin with the text. Very many have a word that does. */
function searchStart({ titleIndex: { titles }, orders, notability }: Snapshot, start: string): SearchResult {
  const byTitle = orders.title;
  const startsAt = (text: string) =>
    firstIndex(0, byTitle.length, (at) => textBytes(titles, byTitle[at] as number).compare(Buffer.from(text)) >= 0);
  const found = byTitle.slice(startsAt(start), startsAt(`${start}\u{10ffff}`)).sort();
  const ranks = found.map((position) => MAX_NOTABILITY - (notability[position] as number));
  const positions = sortByRanks(found, ranks, MAX_NOTABILITY + 1);
  return { positions, points: positions.map((position) => notability[position] as number), complete: true };
}

/** The matches that a filter allows, in the same order. */
export function keepMatches(
  { ids }: Snapshot,
  matches: RankedMatches,
  allowed: Uint32Array | undefined,
): RankedMatches {
  if (!allowed) return matches;
  const { positions, points } = matches;
  const isAllowed = new Uint8Array(ids.length);
  for (let i = 0; i < allowed.length; i++) isAllowed[allowed[i] as number] = 1;
  return {
    positions: positions.filter((position) => isAllowed[position] === 1),
    points: points.filter((_, i) => isAllowed[positions[i] as number] === 1),
  };
}

/** A search text: its words, and the ways to read each. */
interface SearchQuery {
  words: string[];
  terms: Variant[][];
  hasNumber: boolean;
}

function readQuery(index: WordIndex, plain: string): SearchQuery {
  const words = listWords(plain).slice(0, MAX_SEARCHED_WORDS);
  const terms = words.map((word) => listVariants(index, word));
  const last = words.at(-1) as string;
  // A number that many titles have is complete.
  if (!isNumber(last) || terms.at(-1)?.[0]?.cost !== 0) terms.at(-1)?.push(prefixVariant(index, last));
  const typed = plain.split(' ').slice(0, MAX_SEARCHED_WORDS);
  addJoined(index, typed, words, terms);
  addMixed(index, typed, words, terms);
  for (const variants of terms) variants.sort((a, b) => a.cost - b.cost);
  return { words, terms, hasNumber: words.some((word) => /\d/.test(word)) };
}

function addJoined(index: WordIndex, typed: readonly string[], words: readonly string[], terms: Variant[][]): void {
  for (let i = 0; i + 1 < typed.length; i++) {
    const neighbours = [typed[i] as string, typed[i + 1] as string] as const;
    const joined = joinedVariant(index, ...neighbours);
    if (joined) for (const word of neighbours) terms[words.indexOf(word)]?.push(joined);
  }
}

function addMixed(index: WordIndex, typed: readonly string[], words: readonly string[], terms: Variant[][]): void {
  typed.forEach((word, i) => {
    const mixed = mixedVariant(index, typed, i);
    if (mixed) terms[words.indexOf(word)]?.push(mixed);
  });
}

function addAsTyped(matches: TitleMatches, { words, terms, hasNumber }: SearchQuery): void {
  addMatches(matches, terms, { hasNumber });
  const one = words.indexOf('1');
  // The first game of a series has no number.
  if (one > 0) addMatches(matches, terms.toSpliced(one, 1), { hasNumber, onlyUnnumbered: true });
}

/** With typos in rare words, or in all words if nothing was found. Fewer edits are tried first. */
function addWithTypos(matches: TitleMatches, { words, terms, hasNumber }: SearchQuery, onlyRare: boolean): void {
  const { wordIndex } = matches.searchable;
  const suspects = words
    .filter((word) => !onlyRare || titlesOfWord(wordIndex, word).length < RARE_WORD)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_TYPO_WORDS);
  const last = words.at(-1) as string;
  const readings: ((word: string) => Variant[])[] = [
    (word) => [...listTypos(wordIndex, word, 1), ...(word === last ? listPrefixTypos(wordIndex, word, 1) : [])],
    (word) => (word === last ? [] : listLoosePrefixes(wordIndex, word)),
    (word) => [...listTypos(wordIndex, word, 2), ...(word === last ? listPrefixTypos(wordIndex, word, 2) : [])],
  ];
  for (const read of readings) {
    const more = suspects.map((word) => [words.indexOf(word), read(word)] as const);
    const isNew = more.some(([at, variants]) =>
      variants.some((variant) => !terms[at]?.some((known) => isPartOf(variant, known))),
    );
    for (const [at, variants] of more) terms[at] = [...(terms[at] as Variant[]), ...variants];
    if (!isNew) continue;
    addMatches(matches, terms, { hasNumber });
    if (matches.games.length >= (onlyRare ? RARE_WORD : 1)) return;
  }
}

/** Ends the search: the games by their points. `compareAll` gives more points to some of the first ones. */
function rankMatches(
  matches: TitleMatches,
  compareAll: (positions: Uint32Array) => (position: number) => number,
  limit = Infinity,
): RankedMatches {
  const { points } = matches;
  const found = inOrder(matches);
  const ranks = new Uint32Array(found.length);
  for (let i = 0; i < ranks.length; i++) ranks[i] = HIGHEST - LOWEST - (points[found[i] as number] as number);
  const ranked = sortByRanks(found, ranks, HIGHEST - LOWEST);
  const ownPoints = new Uint32Array(ranked.length);
  for (let i = 0; i < ownPoints.length; i++) ownPoints[i] = points[ranked[i] as number] as number;
  const compared = ranked.slice(0, COMPARED);
  const compare = compareAll(compared);
  const first = Array.from(compared, (position, i) => ({
    position,
    points: (ownPoints[i] as number) + compare(position),
  }));
  first.sort((a, b) => b.points - a.points || a.position - b.position);
  first.forEach((one, i) => {
    ranked[i] = one.position;
    ownPoints[i] = one.points;
  });
  for (const position of matches.games) points[position] = 0;
  // Not views, which would keep all games in memory.
  const [positions, kept] =
    ranked.length > limit ? [ranked.slice(0, limit), ownPoints.slice(0, limit)] : [ranked, ownPoints];
  return { positions, points: kept };
}

/** The positions, ascending: a bitmap takes less time than sorting. */
function inOrder({ games, searchable }: TitleMatches): Uint32Array {
  const bits = newBits(searchable.notability.length);
  setBits(bits, Uint32Array.from(games));
  return listBits(bits, games.length);
}

/**
 * Prefers the title that is spelled like the text, for example with the same numerals, and games whose series has the text as
 * its abbreviation: `gta` means Grand Theft Auto, not the one game Gateway to Apshai.
 */
function compareSpelling({ titles }: Searchable, text: string, plain: string) {
  const spelled = lettersOf(text);
  const titleOf = (position: number) => textAt(titles, position);
  return (compared: Uint32Array) => {
    const isOfSeries = findAbbreviated(plain, Array.from(compared, titleOf));
    return (position: number) => {
      const title = titleOf(position);
      if (lettersOf(title) === spelled) return SPELLING_POINTS.same;
      const words = ` ${withoutArticle(plainWords(title))} `;
      const at = words.indexOf(` ${withoutArticle(plain)}`);
      if (at === -1) return isOfSeries(title) ? SPELLING_POINTS.series : 0;
      return at === 0 ? SPELLING_POINTS.start : SPELLING_POINTS.phrase;
    };
  };
}

/** Whether a title begins with words that several of the titles begin with, and of which the text has the initials. */
function findAbbreviated(text: string, titles: readonly string[]): (title: string) => boolean {
  if (!/^[a-z]{2,7}$/.test(text)) return () => false;
  const firstWords = (title: string) => withoutArticle(plainWords(title)).split(' ').slice(0, text.length);
  const begun = titles.map(firstWords).filter((words) => words.map(([initial]) => initial).join('') === text);
  const series = Map.groupBy(begun, (words) => words.join(' '));
  return (title) => (series.get(firstWords(title).join(' '))?.length ?? 0) > 1;
}

/** The letters and digits of a text, for comparing spellings. */
export function lettersOf(text: string): string {
  return withoutSpaces(fold(text)).replace(/[^\p{Letter}\p{Number}]/gu, '');
}

function withoutArticle(plain: string): string {
  return plain.replace(/^(the|an?) /, '');
}

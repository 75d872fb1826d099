import { plainWords } from '../../folding.ts';
import { type Texts, textBytes } from '../snapshot/shared-arrays.ts';
import { firstIndex, lowerBound, sortByRanks } from '../snapshot/sorted-lists.ts';
import { isNumber, listWords } from './title-words.ts';
import { HAS_NUMBER, IS_MAIN, MAX_WORDS, type WordIndex } from './word-index.ts';
import type { Variant } from './word-variants.ts';

/** Points of a title that matches. The notability of its game is added. */
const POINTS = {
  exactTitle: 3000,
  exactAlternate: 500,
  /** Also for an exact alternate title, if people mean the game by it: more than an exact title of a game 300 less notable. */
  knownAlternate: 2800,
  /** The same, with words spelled together or in full. */
  knownVariant: 2500,
  /** By an abbreviation or with typos. */
  wholeTitle: 60,
  mainTitle: 200,
  extraWord: -40,
  extraNumber: -60,
  cost: -25,
};
const MAX_EXTRA_WORDS = 6;
/** Words spelled together or in full are still the exact title. */
const MAX_EXACT_COST = 2;
/** People mean a game at least so notable by its alternate titles. */
const WELL_KNOWN = 600;
/** Pirates, hacks and other kinds have less notability than every ordinary game, and come last. */
const MIN_ORDINARY_NOTABILITY = 128;
const OTHER_KIND = -4000;
const LOWEST = -8000;
const HIGHEST = 6000;

/** What can be searched by words: the games of a snapshot, or its platforms, companies and groups. */
export interface Searchable {
  wordIndex: WordIndex;
  /** The main titles as they are written. */
  titles: Texts;
  notability: Uint16Array;
}

/** The games found by one search. */
export interface TitleMatches {
  searchable: Searchable;
  /** The words of the text. */
  words: readonly string[];
  /** Positions, in the order found. */
  games: number[];
  /** The points of each position above LOWEST, or 0. */
  points: Uint32Array;
}

/** Numbers for each title and game. Every search leaves them at 0, so that none has to allocate or clear them. */
interface Scratch {
  states: Uint32Array;
  points: Uint32Array;
}

const scratches = new WeakMap<Searchable, Scratch>();

function scratchOf(searchable: Searchable): Scratch {
  return scratches.getOrInsertComputed(searchable, () => ({
    states: new Uint32Array(searchable.wordIndex.games.length),
    points: new Uint32Array(searchable.notability.length),
  }));
}

export function openMatches(searchable: Searchable, words: readonly string[]): TitleMatches {
  return { searchable, words, games: [], points: scratchOf(searchable).points };
}

/** The state of a title: how many words of the text it has, the half words of the title that these cover, and their cost. */
const STAGE_BITS = 20;
const STAGE = 2 ** STAGE_BITS;
const HALF = 2 ** 10;

/** Adds the titles that match every word in one of its variants. The variants of a word must be sorted by cost. */
export function addMatches(
  matches: TitleMatches,
  terms: readonly (readonly Variant[])[],
  { hasNumber, onlyUnnumbered = false }: { hasNumber: boolean; onlyUnnumbered?: boolean },
): void {
  const { wordIndex } = matches.searchable;
  const { states } = scratchOf(matches.searchable);
  const [rarest, ...others] = terms.toSorted((a, b) => countTitles(a) - countTitles(b)) as [Variant[]];
  let found = advance(states, rarest, 0);
  others.forEach((variants, i) => {
    found = advance(states, variants, i + 1, found);
  });
  for (const title of found) {
    const state = states[title] as number;
    const traits = wordIndex.traits[title] as number;
    const isNumbered = (traits & HAS_NUMBER) !== 0;
    if (isNumbered && onlyUnnumbered) continue;
    const game = wordIndex.games[title] as number;
    const [halves, cost] = [Math.floor(state / HALF) % HALF, state % HALF];
    let points = pointsOf(traits, halves, cost);
    if (isNumbered && !hasNumber) points += POINTS.extraNumber;
    if ((traits & IS_MAIN) === 0 && isExact(traits, halves, cost) && isKnownByOtherNames(matches, game))
      points += cost === 0 ? POINTS.knownAlternate : POINTS.knownVariant;
    addTitle(matches, game, points);
  }
  for (const { titles } of rarest) for (let i = 0; i < titles.length; i++) states[titles[i] as number] = 0;
}

function countTitles(variants: readonly Variant[]): number {
  return variants.reduce((sum, { titles }) => sum + titles.length, 0);
}

/** From this ratio on, looking up the titles found so far is faster than reading the whole list. */
const LOOKUP_RATIO = 16;

/** Moves the titles with the first words to the next stage, if they have this word. Returns them. */
function advance(states: Uint32Array, variants: readonly Variant[], stage: number, before: number[] = []): number[] {
  const found: number[] = [];
  if (stage > 0 && before.length === 0) return found;
  for (const { titles, cost, halves, isSorted } of variants) {
    const step = STAGE + halves * HALF + cost;
    const isLookup = stage > 0 && isSorted && before.length * LOOKUP_RATIO < titles.length;
    const list = isLookup ? before : titles;
    for (let i = 0; i < list.length; i++) {
      const title = list[i] as number;
      const state = states[title] as number;
      if (state >>> STAGE_BITS !== stage) continue;
      if (isLookup && titles[lowerBound(titles, title)] !== title) continue;
      states[title] = state + step;
      found.push(title);
    }
  }
  return found;
}

function countExtraWords(traits: number, halves: number): number {
  return Math.max(0, (traits & MAX_WORDS) - (halves >>> 1));
}

function isExact(traits: number, halves: number, cost: number): boolean {
  return countExtraWords(traits, halves) === 0 && cost <= MAX_EXACT_COST;
}

/** Whether a game is well known, and the text is not its title with more words, which may be that of an add-on. */
function isKnownByOtherNames({ searchable, words }: TitleMatches, position: number): boolean {
  if ((searchable.notability[position] as number) < WELL_KNOWN) return false;
  const title = textBytes(searchable.titles, position).toString();
  return !listWords(plainWords(title)).every((word) => words.includes(word));
}

function pointsOf(traits: number, halves: number, cost: number): number {
  const isMain = (traits & IS_MAIN) !== 0;
  const extraWords = countExtraWords(traits, halves);
  let points = POINTS.cost * cost + POINTS.extraWord * Math.min(extraWords, MAX_EXTRA_WORDS);
  if (isMain) points += POINTS.mainTitle;
  if (isExact(traits, halves, cost)) points += isMain ? POINTS.exactTitle : POINTS.exactAlternate;
  else if (extraWords === 0) points += POINTS.wholeTitle;
  return points;
}

/** Bits for the words that a title has, above its weight. */
const WEIGHT = 2 ** 16;

/** Adds the titles with most words, and at least half of those that are no numbers. Rare words count more. */
export function addSimilar(
  matches: TitleMatches,
  words: readonly string[],
  terms: readonly (readonly Variant[])[],
): void {
  const { wordIndex } = matches.searchable;
  const { states } = scratchOf(matches.searchable);
  terms.forEach((variants, i) => {
    const rarity = Math.log2(1 + wordIndex.games.length / (1 + countTitles(variants)));
    // A number alone says nothing: it only decides between titles with the same words.
    const weight = isNumber(words[i] as string) ? 1 : Math.ceil(16 * rarity);
    for (const { titles } of variants) addWeight(states, titles, WEIGHT * 2 ** i, weight);
  });
  const named = words.reduce((bits, word, i) => (isNumber(word) ? bits : bits | (1 << i)), 0);
  let [heaviest, found]: [number, number[]] = [1, []];
  for (const { titles } of terms.flat()) {
    for (let i = 0; i < titles.length; i++) {
      const title = titles[i] as number;
      const state = states[title] as number;
      if (state % WEIGHT < heaviest || countBits((state / WEIGHT) & named) * 2 < countBits(named)) continue;
      if (state % WEIGHT > heaviest) [heaviest, found] = [state % WEIGHT, []];
      found.push(title);
    }
  }
  for (const title of found)
    addTitle(matches, wordIndex.games[title] as number, pointsOf(wordIndex.traits[title] as number, 0, 0));
  for (const { titles } of terms.flat()) for (let i = 0; i < titles.length; i++) states[titles[i] as number] = 0;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest > 0; rest &= rest - 1) count++;
  return count;
}

function addWeight(states: Uint32Array, titles: Uint32Array, bit: number, weight: number): void {
  for (let i = 0; i < titles.length; i++) {
    const state = states[titles[i] as number] as number;
    if ((state & bit) === 0) states[titles[i] as number] = (state | bit) + weight;
  }
}

/** A game has the points of its best title. */
function addTitle(matches: TitleMatches, position: number, points: number): void {
  const notability = matches.searchable.notability[position] as number;
  const kind = notability < MIN_ORDINARY_NOTABILITY ? OTHER_KIND : 0;
  const known = matches.points[position] as number;
  if (known === 0) matches.games.push(position);
  matches.points[position] = Math.max(known, points + notability + kind - LOWEST);
}

/** A counting sort has so many ranks that it is slower for fewer games. */
const MIN_COUNTED = 1000;

/** Sorts positions by their ranks, and keeps the order of equal ranks. */
function sortFew(positions: Uint32Array, ranks: Uint32Array): Uint32Array {
  const keys = new Uint32Array(ranks.length);
  for (let i = 0; i < keys.length; i++) keys[i] = (ranks[i] as number) * MIN_COUNTED + i;
  keys.sort();
  for (let i = 0; i < keys.length; i++) keys[i] = positions[(keys[i] as number) % MIN_COUNTED] as number;
  return keys;
}

/** The first matches are compared with the text again, letter by letter. */
const COMPARED = 20;

/** Games with their points, best first. Of those with equal points, the smaller position is first. */
export interface RankedMatches {
  positions: Uint32Array;
  points: Uint32Array;
  /** The last game whose spelling was compared, with its points before that. */
  lastCompared?: MatchPlace | undefined;
}

/** A place among matches: after those with more points, and those with as many up to the position. */
export interface MatchPlace {
  points: number;
  position: number;
}

/**
 * Ends the search: the games by their points. `compareAll` gives more points to some of the first ones: the first 20, or
 * those up to the last one that was compared for an earlier page.
 */
export function rankMatches(
  { games, points }: TitleMatches,
  compareAll: (positions: Uint32Array) => (position: number) => number,
  lastCompared?: MatchPlace,
): RankedMatches {
  const found = inOrder(games, points);
  const ranks = new Uint32Array(found.length);
  for (let i = 0; i < ranks.length; i++) ranks[i] = HIGHEST - LOWEST - (points[found[i] as number] as number);
  const ranked = found.length < MIN_COUNTED ? sortFew(found, ranks) : sortByRanks(found, ranks, HIGHEST - LOWEST);
  const ownPoints = new Uint32Array(ranked.length);
  for (let i = 0; i < ownPoints.length; i++) ownPoints[i] = points[ranked[i] as number] as number;
  const compared = lastCompared ? countRanked(ranked, ownPoints, lastCompared) : Math.min(COMPARED, ranked.length);
  const last = compared - 1;
  const ownLast =
    ranked.length === 0 ? undefined : { points: ownPoints[last] as number, position: ranked[last] as number };
  const compare = compareAll(ranked.subarray(0, compared));
  const first = Array.from(ranked.subarray(0, compared), (position, i) => ({
    position,
    points: (ownPoints[i] as number) + compare(position),
  }));
  first.sort((a, b) => b.points - a.points || a.position - b.position);
  first.forEach((one, i) => {
    ranked[i] = one.position;
    ownPoints[i] = one.points;
  });
  for (const position of games) points[position] = 0;
  return { positions: ranked, points: ownPoints, lastCompared: lastCompared ?? ownLast };
}

/** The number of games that come before or at a place. */
export function countRanked(positions: Uint32Array, points: Uint32Array, place: MatchPlace): number {
  return firstIndex(0, positions.length, (at) => {
    const order = place.points - (points[at] as number);
    return (order || (positions[at] as number) - place.position) > 0;
  });
}

/** The positions, ascending. Sorting many takes longer than a pass over the points of all. */
function inOrder(games: readonly number[], points: Uint32Array): Uint32Array {
  if (games.length < MIN_COUNTED) return Uint32Array.from(games).sort();
  const found = new Uint32Array(games.length);
  for (let position = 0, count = 0; position < points.length; position++)
    if (points[position] !== 0) found[count++] = position;
  return found;
}

import { plainWords } from '../../folding.ts';
import { perSnapshot } from '../snapshot/per-snapshot.ts';
import { type Texts, textAt } from '../snapshot/shared-arrays.ts';
import { listWords } from './title-words.ts';
import { HAS_NUMBER, IS_MAIN, MAX_WORDS, type WordIndex } from './word-index.ts';
import { hasTitle, isLookupFaster, listTitles, type Variant } from './word-variants.ts';

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
export const LOWEST = -8000;
export const HIGHEST = 6000;

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

const scratchOf = perSnapshot(
  ({ wordIndex, notability }: Searchable): Scratch => ({
    states: new Uint32Array(wordIndex.games.length),
    points: new Uint32Array(notability.length),
  }),
);

export function openMatches(searchable: Searchable, words: readonly string[]): TitleMatches {
  return { searchable, words, games: [], points: scratchOf(searchable).points };
}

/** The state of a title: how many words of the text it has, the half words of the title that these cover, and their cost. */
const STAGE_BITS = 20;
const STAGE = 2 ** STAGE_BITS;
const HALF_BITS = 10;
const HALF = 2 ** HALF_BITS;

/** What kind of titles a search is about. */
interface Wanted {
  hasNumber: boolean;
  onlyUnnumbered?: boolean;
}

/** Adds the titles that match every word in one of its variants. The variants of a word must be sorted by cost. */
export function addMatches(matches: TitleMatches, terms: readonly (readonly Variant[])[], wanted: Wanted): void {
  const { states } = scratchOf(matches.searchable);
  const [rarest, ...others] = terms.toSorted((a, b) => countTitles(a) - countTitles(b)) as [Variant[]];
  const first = advance(states, rarest, 0);
  const found = others.reduce((before, variants, i) => advance(states, variants, i + 1, before), first);
  for (let i = 0; i < found.length; i++) {
    const state = states[found[i] as number] as number;
    addMatch(matches, found[i] as number, (state >>> HALF_BITS) & (HALF - 1), state & (HALF - 1), wanted);
  }
  for (let i = 0; i < first.length; i++) states[first[i] as number] = 0;
}

export function countTitles(variants: readonly Variant[]): number {
  return variants.reduce((sum, { titles }) => sum + titles.length, 0);
}

function addMatch(matches: TitleMatches, title: number, halves: number, cost: number, wanted: Wanted): void {
  const { wordIndex } = matches.searchable;
  const traits = wordIndex.traits[title] as number;
  if (wanted.onlyUnnumbered && isNumbered(traits)) return;
  const game = wordIndex.games[title] as number;
  let points = pointsOf(traits, halves, cost);
  if (isNumbered(traits) && !wanted.hasNumber) points += POINTS.extraNumber;
  if ((traits & IS_MAIN) === 0 && isExact(traits, halves, cost) && isKnownByOtherNames(matches, game))
    points += cost === 0 ? POINTS.knownAlternate : POINTS.knownVariant;
  addTitle(matches, game, points);
}

function isNumbered(traits: number): boolean {
  return (traits & HAS_NUMBER) !== 0;
}

/** Moves the titles with the first words to the next stage, if they have this word. Returns them. */
function advance(
  states: Uint32Array,
  variants: readonly Variant[],
  stage: number,
  before: Uint32Array = new Uint32Array(),
): Uint32Array {
  if (stage > 0 && before.length === 0) return before;
  const found = new Uint32Array(stage === 0 ? countTitles(variants) : before.length);
  let count = 0;
  for (const variant of variants) {
    const step = STAGE + variant.halves * HALF + variant.cost;
    const isLookup = stage > 0 && isLookupFaster(variant, before.length);
    const list = isLookup ? before : listTitles(variant);
    for (let i = 0; i < list.length; i++) {
      const title = list[i] as number;
      const state = states[title] as number;
      if (state >>> STAGE_BITS !== stage || (isLookup && !hasTitle(variant, title))) continue;
      states[title] = state + step;
      found[count++] = title;
    }
  }
  return found.subarray(0, count);
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
  const title = textAt(searchable.titles, position);
  return !listWords(plainWords(title)).every((word) => words.includes(word));
}

export function pointsOf(traits: number, halves: number, cost: number): number {
  const isMain = (traits & IS_MAIN) !== 0;
  const extraWords = countExtraWords(traits, halves);
  let points = POINTS.cost * cost + POINTS.extraWord * Math.min(extraWords, MAX_EXTRA_WORDS);
  if (isMain) points += POINTS.mainTitle;
  if (isExact(traits, halves, cost)) points += isMain ? POINTS.exactTitle : POINTS.exactAlternate;
  else if (extraWords === 0) points += POINTS.wholeTitle;
  return points;
}

/** A game has the points of its best title, and those of its notability, above LOWEST. */
export function addTitle({ games, points: all, searchable }: TitleMatches, position: number, points: number): void {
  const known = all[position] as number;
  if (known === 0) games.push(position);
  const own = searchable.notability[position] as number;
  all[position] = Math.max(known, points + own + (own < MIN_ORDINARY_NOTABILITY ? OTHER_KIND : 0) - LOWEST);
}

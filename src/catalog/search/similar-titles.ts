import { getOrInsert } from '../../get-or-insert.ts';
import { countBits, countOnes, hasBit, listBits, newBits, setBits } from '../snapshot/bit-sets.ts';
import { sortByRanks } from '../snapshot/sorted-lists.ts';
import {
  addTitle,
  countTitles,
  HIGHEST,
  LOWEST,
  pointsOf,
  type Searchable,
  scratchOf,
  type TitleMatches,
  totalPoints,
} from './title-matches.ts';
import { isNumber } from './title-words.ts';
import { distinctVariants, hasTitle, isLookupFaster, listTitles, type Variant } from './word-variants.ts';

/** A word of the search text. */
interface Term {
  variants: readonly Variant[];
  /** Rare words count more. A number alone says nothing: it only decides between titles with the same words. */
  weight: number;
  /** The bit of the word in the state of a title, above its weight. */
  bit: number;
  isNamed: boolean;
}

const WEIGHT_BITS = 16;
const WEIGHTS = 2 ** WEIGHT_BITS - 1;

/**
 * Adds the titles with most words, and at least half of those that are no numbers. No title may have all. The words are
 * taken from the heaviest to the lightest: titles that have only the last ones are too light, and are not looked at. Of many
 * games, only the best `limit` are added.
 */
export function addSimilar(
  matches: TitleMatches,
  words: readonly string[],
  variants: readonly (readonly Variant[])[],
  limit: number,
): void {
  const { wordIndex } = matches.searchable;
  const { states } = scratchOf(matches.searchable);
  const terms = weighTerms(wordIndex.games.length, words, variants);
  const isNear = listNear(terms);
  const candidates: number[] = [];
  let heaviest = 1;
  for (let i = 0; i < terms.length; i++) {
    const rest = terms.slice(i) as [Term, ...Term[]];
    if (rest.length === 1 && isDecided(terms, heaviest)) break;
    addToKnown(states, rest[0], candidates);
    heaviest = findHeaviest(states, candidates, isNear, heaviest);
    if (sumWeights(rest) < heaviest || isNear[wordBits(rest)] === 0) continue;
    const needed = rest.slice(1).filter((term) => isNear[wordBits(rest.filter((one) => one !== term))] === 0);
    if (candidates.length === 0 && needed.length === rest.length - 1) {
      addWithAll(matches, rest, limit);
      return;
    }
    addNew(states, rest[0], needed, candidates);
    heaviest = findHeaviest(states, candidates, isNear, heaviest);
  }
  for (const title of candidates) {
    const state = states[title] as number;
    states[title] = 0;
    if ((state & WEIGHTS) === heaviest && isNear[state >>> WEIGHT_BITS] === 1) addSimilarTitle(matches, title);
  }
}

/** By the traits of a title. */
const POINTS_OF_TRAITS = Int32Array.from({ length: 256 }, (_, traits) => pointsOf(traits, 0, 0));

function addSimilarTitle(matches: TitleMatches, title: number): void {
  const { games, traits } = matches.searchable.wordIndex;
  addTitle(matches, games[title] as number, POINTS_OF_TRAITS[traits[title] as number] as number);
}

/** The points that it adds. */
function similarPoints(searchable: Searchable, title: number): number {
  const { games, traits } = searchable.wordIndex;
  return totalPoints(searchable, games[title] as number, POINTS_OF_TRAITS[traits[title] as number] as number);
}

/** Adds the titles that have all of these words, or if they are many, those of the best games. */
function addWithAll(matches: TitleMatches, terms: readonly Term[], limit: number): void {
  const size = matches.searchable.wordIndex.games.length;
  const [set, ...others] = terms.map((term) => setOfTerm(term, size)) as [Int32Array, ...Int32Array[]];
  for (const other of others) for (let i = 0; i < set.length; i++) set[i] = (set[i] as number) & (other[i] as number);
  const count = countBits(set);
  // The best of many titles are near the beginning of all. Adding a title takes several times as long as passing one.
  if (count ** 2 > (limit * size) / 8) {
    addBest(matches, set, limit);
    return;
  }
  for (const title of listBits(set, count)) addSimilarTitle(matches, title);
}

/** All titles by their points as similar titles, best first. */
const orders = new WeakMap<Searchable, Uint32Array>();

function orderOf(searchable: Searchable): Uint32Array {
  return getOrInsert(orders, searchable, () => {
    const size = searchable.wordIndex.games.length;
    const [titles, ranks] = [new Uint32Array(size), new Uint32Array(size)];
    // A loop, because `map` takes ten times as long.
    for (let title = 0; title < size; title++) {
      titles[title] = title;
      ranks[title] = HIGHEST - LOWEST - similarPoints(searchable, title);
    }
    return sortByRanks(titles, ranks, HIGHEST - LOWEST);
  });
}

/** Adds the titles of a set from the best on, up to all those with as many points as the last one of the limit. */
function addBest(matches: TitleMatches, set: Int32Array, limit: number): void {
  const order = orderOf(matches.searchable);
  let least = 0;
  for (let i = 0; i < order.length; i++) {
    const title = order[i] as number;
    if (!hasBit(set, title)) continue;
    const points = similarPoints(matches.searchable, title);
    if (points < least) return;
    addSimilarTitle(matches, title);
    if (matches.games.length === limit) least = points;
  }
}

function findHeaviest(states: Uint32Array, candidates: readonly number[], isNear: Uint8Array, least: number): number {
  let heaviest = least;
  for (let i = 0; i < candidates.length; i++) {
    const state = states[candidates[i] as number] as number;
    if ((state & WEIGHTS) > heaviest && isNear[state >>> WEIGHT_BITS] === 1) heaviest = state & WEIGHTS;
  }
  return heaviest;
}

/** The heaviest first. */
function weighTerms(size: number, words: readonly string[], all: readonly (readonly Variant[])[]): Term[] {
  const terms = all.map((variants, i): Term => {
    const isNamed = !isNumber(words[i] as string);
    const rarity = Math.log2(1 + size / (1 + countTitles(variants)));
    return {
      variants: distinctVariants(variants),
      weight: isNamed ? Math.ceil(16 * rarity) : 1,
      bit: 2 ** (WEIGHT_BITS + i),
      isNamed,
    };
  });
  return terms.toSorted((a, b) => b.weight - a.weight);
}

/** Whether a title has all words but the lightest: none has that one as well, and others are lighter with it. */
function isDecided(terms: readonly Term[], heaviest: number): boolean {
  const [before, last] = terms.slice(-2);
  return last !== undefined && sumWeights(terms.slice(0, -1)) === heaviest && last.weight < (before as Term).weight;
}

function sumWeights(terms: readonly Term[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

function wordBits(terms: readonly Term[]): number {
  return terms.reduce((bits, { bit }) => bits | (bit >>> WEIGHT_BITS), 0);
}

/** For each set of words, whether it has at least half of those that are no numbers. */
function listNear(terms: readonly Term[]): Uint8Array {
  const named = wordBits(terms.filter(({ isNamed }) => isNamed));
  return Uint8Array.from({ length: 2 ** terms.length }, (_, bits) =>
    Number(countOnes(bits & named) * 2 >= countOnes(named)),
  );
}

/** Adds the weight of a word to those candidates that have it. */
function addToKnown(states: Uint32Array, { variants, weight, bit }: Term, candidates: readonly number[]): void {
  if (candidates.length === 0) return;
  for (const variant of variants) {
    const isLookup = isLookupFaster(variant, candidates.length);
    const titles = isLookup ? candidates : variant.titles;
    for (let i = 0; i < titles.length; i++) {
      const title = titles[i] as number;
      const state = states[title] as number;
      if (state === 0 || (state & bit) !== 0 || (isLookup && !hasTitle(variant, title))) continue;
      states[title] = (state | bit) + weight;
    }
  }
}

/** Adds the other titles of a word that have those that they need to have enough words. */
function addNew(
  states: Uint32Array,
  { variants, weight, bit }: Term,
  others: readonly Term[],
  candidates: number[],
): void {
  const needed = others.map((term) => setOfTerm(term, states.length));
  for (const variant of variants) {
    const titles = listTitles(variant);
    for (let i = 0; i < titles.length; i++) {
      const title = titles[i] as number;
      if (!hasAll(needed, title) || states[title] !== 0) continue;
      states[title] = bit + weight;
      candidates.push(title);
    }
  }
}

function setOfTerm({ variants }: Term, size: number): Int32Array {
  const known = variants.find(({ set }) => set)?.set;
  const set = known?.slice() ?? newBits(size);
  for (const variant of variants) if (variant.set !== known || !known) setBits(set, variant.titles);
  return set;
}

function hasAll(sets: readonly Int32Array[], title: number): boolean {
  for (let i = 0; i < sets.length; i++) if (!hasBit(sets[i] as Int32Array, title)) return false;
  return true;
}

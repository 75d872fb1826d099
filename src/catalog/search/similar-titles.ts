import { countOnes } from '../snapshot/sorted-lists.ts';
import { addTitle, countTitles, pointsOf, scratchOf, type TitleMatches } from './title-matches.ts';
import { isNumber } from './title-words.ts';
import { listTitles, type Variant } from './word-variants.ts';

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

/** Adds the titles with the heaviest words, and at least half of those that are no numbers. No title may have all. */
export function addSimilar(
  matches: TitleMatches,
  words: readonly string[],
  variants: readonly (readonly Variant[])[],
): void {
  const { games, traits } = matches.searchable.wordIndex;
  const { states } = scratchOf(matches.searchable);
  const terms = weighTerms(games.length, words, variants);
  const isNear = listNear(terms);
  const candidates: number[] = [];
  let heaviest = 1;
  terms.forEach((term, i) => {
    const rest = terms.slice(i);
    // From the heaviest word to the lightest: titles that have only the last ones are too light.
    const areNewTooLight = sumWeights(rest) < heaviest || isNear[wordBits(rest)] === 0;
    addTerm(states, term, candidates, areNewTooLight);
    heaviest = findHeaviest(states, candidates, isNear, heaviest);
  });
  for (const title of candidates) {
    const state = states[title] as number;
    states[title] = 0;
    if ((state & WEIGHTS) === heaviest && isNear[state >>> WEIGHT_BITS] === 1)
      addTitle(matches, games[title] as number, POINTS_OF_TRAITS[traits[title] as number] as number);
  }
}

/** By the traits of a title. */
const POINTS_OF_TRAITS = Int32Array.from({ length: 256 }, (_, traits) => pointsOf(traits, 0, 0));

/** Adds the weight of a word to the titles that have it. */
function addTerm(
  states: Uint32Array,
  { variants, weight, bit }: Term,
  candidates: number[],
  areNewTooLight: boolean,
): void {
  if (areNewTooLight && candidates.length === 0) return;
  for (const variant of variants) {
    const titles = listTitles(variant);
    for (let i = 0; i < titles.length; i++) {
      const title = titles[i] as number;
      const state = states[title] as number;
      if ((state & bit) !== 0 || (state === 0 && areNewTooLight)) continue;
      if (state === 0) candidates.push(title);
      states[title] = (state | bit) + weight;
    }
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
      variants,
      weight: isNamed ? Math.ceil(16 * rarity) : 1,
      bit: 2 ** (WEIGHT_BITS + i),
      isNamed,
    };
  });
  return terms.toSorted((a, b) => b.weight - a.weight);
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

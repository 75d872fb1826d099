import { countOnes } from '../snapshot/sorted-lists.ts';
import { addTitle, countTitles, pointsOf, scratchOf, type TitleMatches } from './title-matches.ts';
import { isNumber } from './title-words.ts';
import { listTitles, type Variant } from './word-variants.ts';

/** The state of a title: the weight of its words of the search text, and above it a bit for each of these. */
const WEIGHT_BITS = 16;
const WEIGHTS = 2 ** WEIGHT_BITS - 1;
/** A word is common if more titles have it than this, and than this part of all titles. */
const MIN_COMMON = 1000;
const COMMON_SHARE = 25;

/**
 * Adds the titles with the heaviest words, and at least half of those that say something: a number only decides between titles
 * with the same words, and so does a word that very many titles have, such as "of". No title may have all. `typed` are the
 * variants of each word without typos.
 */
export function addSimilar(
  matches: TitleMatches,
  words: readonly string[],
  variants: readonly (readonly Variant[])[],
  typed: readonly (readonly Variant[])[],
): void {
  const { games, traits } = matches.searchable.wordIndex;
  const { states } = scratchOf(matches.searchable);
  const candidates: number[] = [];
  const bitOf = (i: number) => 2 ** (WEIGHT_BITS + i);
  const mostTitles = Math.max(MIN_COMMON, games.length / COMMON_SHARE);
  const isCommon = (i: number) => countTitles(typed[i] as readonly Variant[]) > mostTitles;
  const named = words.flatMap((word, i) => (isNumber(word) || isCommon(i) ? [] : i));
  for (const i of named) {
    const own = variants[i] as readonly Variant[];
    addWord(states, candidates, own, bitOf(i), rarityOf(own, games.length));
  }
  words.forEach((_, i) => {
    if (!named.includes(i)) addToKnown(states, variants[i] as readonly Variant[], bitOf(i));
  });
  const namedBits = named.reduce((bits, i) => bits | (1 << i), 0);
  const isNear = (state: number) => countOnes((state >>> WEIGHT_BITS) & namedBits) * 2 >= named.length;
  const stateAt = (title: number) => states[title] as number;
  let heaviest = 1;
  for (const title of candidates)
    if ((stateAt(title) & WEIGHTS) > heaviest && isNear(stateAt(title))) heaviest = stateAt(title) & WEIGHTS;
  for (const title of candidates) {
    if ((stateAt(title) & WEIGHTS) === heaviest && isNear(stateAt(title)))
      addTitle(matches, games[title] as number, pointsOf(traits[title] as number, 0, 0));
    states[title] = 0;
  }
}

/** Rare words count more. */
function rarityOf(variants: readonly Variant[], size: number): number {
  return Math.ceil(16 * Math.log2(1 + size / (1 + countTitles(variants))));
}

/** Adds the weight of a word to the titles that have it. */
function addWord(
  states: Uint32Array,
  candidates: number[],
  variants: readonly Variant[],
  bit: number,
  weight: number,
): void {
  for (const variant of variants) {
    const titles = listTitles(variant);
    for (let i = 0; i < titles.length; i++) {
      const title = titles[i] as number;
      const state = states[title] as number;
      if ((state & bit) !== 0) continue;
      if (state === 0) candidates.push(title);
      states[title] = (state | bit) + weight;
    }
  }
}

/** Adds the least weight to those of the titles that have the word. */
function addToKnown(states: Uint32Array, variants: readonly Variant[], bit: number): void {
  for (const variant of variants)
    for (const title of listTitles(variant)) {
      const state = states[title] as number;
      if (state !== 0 && (state & bit) === 0) states[title] = (state | bit) + 1;
    }
}

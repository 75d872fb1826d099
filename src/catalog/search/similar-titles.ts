import { countOnes } from '../snapshot/sorted-lists.ts';
import { addTitle, countTitles, pointsOf, scratchOf, type TitleMatches } from './title-matches.ts';
import { isNumber } from './title-words.ts';
import { listTitles, type Variant } from './word-variants.ts';

/** The state of a title: the weight of its words of the search text, and above it a bit for each of these. */
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
  const candidates: number[] = [];
  variants.forEach((own, i) => {
    addWord(states, candidates, own, 2 ** (WEIGHT_BITS + i), weightOf(words[i] as string, own, games.length));
  });
  const named = words.reduce((bits, word, i) => (isNumber(word) ? bits : bits | (1 << i)), 0);
  const isNear = (state: number) => countOnes((state >>> WEIGHT_BITS) & named) * 2 >= countOnes(named);
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

/** Rare words count more. A number alone says nothing: it only decides between titles with the same words. */
function weightOf(word: string, variants: readonly Variant[], size: number): number {
  return isNumber(word) ? 1 : Math.ceil(16 * Math.log2(1 + size / (1 + countTitles(variants))));
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

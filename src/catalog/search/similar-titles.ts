import { countBits, hasBit, listBits, newBits, setBits } from '../snapshot/sorted-lists.ts';
import { addTitle, countTitles, pointsOf, type TitleMatches } from './title-matches.ts';
import { isNumber } from './title-words.ts';
import type { Variant } from './word-variants.ts';

type Variants = readonly Variant[];

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
  variants: readonly Variants[],
  typed: readonly Variants[],
): void {
  const { games, traits } = matches.searchable.wordIndex;
  const size = games.length;
  const mostTitles = Math.max(MIN_COMMON, size / COMMON_SHARE);
  const isCommon = (i: number) => countTitles(typed[i] as Variants) > mostTitles;
  const { named = [], deciding = [] } = Object.groupBy(variants, (_, i) =>
    isNumber(words[i] as string) || isCommon(i) ? 'deciding' : 'named',
  );
  /** Of each title: how many of the named words it has, and the weight of all its words. */
  const [counts, weights] = [new Uint8Array(size), new Uint32Array(size)];
  const weightOf = (title: number) => weights[title] as number;
  const countOf = (title: number) => counts[title] as number;
  for (const own of named) {
    // Rare words count more.
    const rarity = Math.ceil(16 * Math.log2(1 + size / (1 + countTitles(own))));
    for (const title of distinctTitles(own, size)) {
      counts[title] = countOf(title) + 1;
      weights[title] = weightOf(title) + rarity;
    }
  }
  const near = distinctTitles(named.flat(), size).filter((title) => countOf(title) * 2 >= named.length);
  for (const own of deciding) {
    const bits = bitsOf(own, size);
    for (const title of near) if (hasBit(bits, title)) weights[title] = weightOf(title) + 1;
  }
  const heaviest = near.reduce((most, title) => Math.max(most, weightOf(title)), 1);
  for (const title of near)
    if (weightOf(title) === heaviest)
      addTitle(matches, games[title] as number, pointsOf(traits[title] as number, 0, 0));
}

function distinctTitles(variants: Variants, size: number): Uint32Array {
  const bits = bitsOf(variants, size);
  return listBits(bits, countBits(bits));
}

function bitsOf(variants: Variants, size: number): Int32Array {
  const bits = newBits(size);
  for (const { titles } of variants) setBits(bits, titles);
  return bits;
}

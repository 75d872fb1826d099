import { seededRandom } from '../../src/catalog/search/random.ts';

export interface Random {
  /** 0 ≤ number < 1. */
  next(): number;
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
  /** An item, as often as its share says. */
  pickShare<T extends { share: number }>(list: readonly T[]): T;
}

/** The same numbers for the same seed. */
export function openRandom(seed: number): Random {
  const next = seededRandom(seed);
  const below = (count: number) => Math.floor(next() * count);
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const pickShare = <T extends { share: number }>(list: readonly T[]) =>
    pick(list.flatMap((item) => Array.from({ length: item.share }, () => item)));
  return { next, below, pick, pickShare };
}

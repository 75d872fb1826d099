export interface Random {
  /** 0 ≤ number < 1. */
  next(): number;
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number;
  pick<T>(list: readonly T[]): T;
  /** An item, as often as its share says. */
  pickShare<T extends { share: number }>(list: readonly T[]): T;
}

/** Mulberry32: the same numbers for the same seed. */
export function openRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const pickShare = <T extends { share: number }>(list: readonly T[]) =>
    pick(list.flatMap((item) => Array.from({ length: item.share }, () => item)));
  return { next, below, pick, pickShare };
}

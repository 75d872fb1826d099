import { hash } from 'node:crypto';

/** A deterministic random number generator. */
export interface SeededRandom {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** An integer, both ends included. */
  between(first: number, last: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** Mulberry32 seeded with a hash of the text. */
export function createSeededRandom(seed: string): SeededRandom {
  let state = hash('sha256', seed, 'buffer').readUInt32BE();
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (first: number, last: number) => first + Math.floor(next() * (last - first + 1));
  return { next, between, pick: (items) => items[between(0, items.length - 1)] as (typeof items)[0] };
}

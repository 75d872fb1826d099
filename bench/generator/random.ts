import type { Random } from '../../src/catalog/search/random.ts';

/** Points of a distribution: this share of values is at most this large. */
type Distribution = readonly (readonly [share: number, value: number])[];

/** From percentiles and their values, of which the first is 0 and the last is 100. */
export function distribution(percentiles: Readonly<Record<number, number>>): Distribution {
  return Object.entries(percentiles).map(([percentile, value]) => [Number(percentile) / 100, value]);
}

/** A random value of the distribution, interpolated logarithmically. */
export function draw(random: Random, points: Distribution): number {
  const share = random();
  const above = points.findIndex(([bound]) => share < bound);
  const [highShare, high] = points[above] as [number, number];
  const [lowShare, low] = points[above - 1] as [number, number];
  const part = (share - lowShare) / (highShare - lowShare);
  return (low + 1) ** (1 - part) * (high + 1) ** part - 1;
}

export function drawCount(random: Random, points: Distribution): number {
  return Math.round(draw(random, points));
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** A random index below `size` with the weight (i + 1 + shift) ** -exponent. */
export type Zipf = (random: Random) => number;

export function zipf(size: number, exponent: number, shift: number): Zipf {
  const sums = new Float64Array(size);
  let sum = 0;
  for (let i = 0; i < size; i++) {
    sum += (i + 1 + shift) ** -exponent;
    sums[i] = sum;
  }
  return (random) => {
    const wanted = random() * sum;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] as number) <= wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** `count` distinct results of `next`, or fewer if there are not enough. */
export function drawDifferent<T>(count: number, most: number, next: () => T): T[] {
  const drawn = new Set<T>();
  while (drawn.size < Math.min(count, most)) drawn.add(next());
  return [...drawn];
}

/** Lower-case hexadecimal digits in groups of eight. */
export function drawHex(random: Random, eights: number): string {
  let hex = '';
  for (let i = 0; i < eights; i++)
    hex += Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return hex;
}

import { randomInt } from 'node:crypto';

/** Safe integers last for 16 million imports: one a minute for thirty years. */
const LARGEST_STEP = 2 ** 30;

/**
 * A random step up. After a failover that lost an import, or over a copy of an older state, the next import must not get the number
 * of the lost one: records, caches and ETags are named by it.
 */
export function nextRevision(previous: number): number {
  return previous + randomInt(1, LARGEST_STEP + 1);
}

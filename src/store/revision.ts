import { randomInt } from 'node:crypto';

/** Safe integers suffice for 16 million imports: one a minute for thirty years. */
const LARGEST_STEP = 2 ** 30;

/**
 * A random increment. After a failover that lost an import, or after a restore, the next import must not reuse the revision of the
 * lost one: records, caches and ETags are identified by it.
 */
export function nextRevision(previous: number): number {
  return previous + randomInt(1, LARGEST_STEP + 1);
}

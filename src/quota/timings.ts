import type { CacheCount, Timing } from '../store/service-tables.ts';
import type { Store } from '../store/store.ts';
import type { TimingSum } from '../store/timings.ts';
import { openFlusher } from './flusher.ts';
import { openSlowRequests } from './slow-requests.ts';

/** A request that was answered. */
interface TimedRequest {
  endpoint: string;
  /** Method and URL, without the key. */
  request: string;
  status: number;
  milliseconds: number;
}

/** Durations of requests and hits of caches, for the operator. */
export interface TimingLog {
  record(request: TimedRequest): void;
  /** Writes the counts of this thread to the store. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Cache {
  takeCounts(): { hits: number; misses: number };
}

const HOUR_MS = 3600 * 1000;
const FIRST_ERROR = 400;
const TOO_MANY_REQUESTS = 429;

/** The upper bounds of the buckets in milliseconds. One more bucket has everything above. */
const BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/** Counts in memory and writes every few seconds and on close. Counts that could not be written are dropped. */
export function openTimings(
  { timings, slowRequests, cacheCounts }: Pick<Store, 'timings' | 'slowRequests' | 'cacheCounts'>,
  caches: Readonly<Record<string, readonly Cache[]>>,
  clock: () => number,
  onError: (error: unknown) => void,
): TimingLog {
  const thisHour = () => Math.floor(clock() / HOUR_MS);
  let counts = new Map<string, Timing>();
  const slow = openSlowRequests();
  const write = async () => {
    const hour = thisHour();
    const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, timing]) => timing);
    counts = new Map();
    const slowest = slow.take();
    const cached = countCaches(caches, hour);
    try {
      if (sorted.length > 0) await timings.add(sorted, hour);
      if (slowest.length > 0) await slowRequests.add(slowest, hour);
      if (cached.length > 0) await cacheCounts.add(cached, hour);
    } catch (error) {
      onError(error);
    }
  };
  return {
    record: ({ endpoint, status, milliseconds, request }) => {
      const hour = thisHour();
      const bucket = bucketOf(milliseconds);
      const name = `${hour} ${endpoint} ${bucket}`;
      const timing = counts.get(name) ?? { hour, endpoint, bucket, requests: 0, errors: 0, limited: 0 };
      timing.requests++;
      if (status >= FIRST_ERROR) timing.errors++;
      if (status === TOO_MANY_REQUESTS) timing.limited++;
      counts.set(name, timing);
      slow.record({ hour, request, at: clock(), status, milliseconds: Math.round(milliseconds) });
    },
    ...openFlusher(write),
  };
}

function countCaches(caches: Readonly<Record<string, readonly Cache[]>>, hour: number): CacheCount[] {
  const counts = Object.entries(caches).map(([cache, parts]) => {
    const sum = { hour, cache, hits: 0, misses: 0 };
    for (const { hits, misses } of parts.map((part) => part.takeCounts())) {
      sum.hits += hits;
      sum.misses += misses;
    }
    return sum;
  });
  return counts.filter(({ hits, misses }) => hits + misses > 0);
}

function bucketOf(milliseconds: number): number {
  const found = BOUNDS_MS.findIndex((bound) => milliseconds <= bound);
  return found < 0 ? BOUNDS_MS.length : found;
}

/** The bound below which this share of the requests was answered; undefined if it is above all bounds. */
export function findQuantileMs(
  buckets: readonly Pick<TimingSum, 'bucket' | 'requests'>[],
  share: number,
): number | undefined {
  const total = buckets.reduce((sum, { requests }) => sum + requests, 0);
  let count = 0;
  for (const { bucket, requests } of buckets) {
    count += requests;
    if (count >= share * total) return BOUNDS_MS[bucket];
  }
  return undefined;
}

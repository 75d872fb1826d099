import type { Timing } from '../store/service-tables.ts';
import type { TimingStore, TimingSum } from '../store/timings.ts';

/** Durations of requests, for the operator. */
export interface TimingLog {
  record(endpoint: string, status: number, milliseconds: number): void;
  /** Writes the counts of this thread to the store. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const HOUR_MS = 3600 * 1000;
const FLUSH_MS = 5000;
const FIRST_ERROR = 400;
const TOO_MANY_REQUESTS = 429;

/** The upper bounds of the buckets in milliseconds. One more bucket has everything above. */
const BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/** Counts in memory and writes every few seconds and on close. Counts that could not be written are dropped. */
export function openTimings(store: TimingStore, clock: () => number, onError: (error: unknown) => void): TimingLog {
  let timings = new Map<string, Timing>();
  const thisHour = () => Math.floor(clock() / HOUR_MS);
  const flush = async () => {
    if (timings.size === 0) return;
    const sorted = [...timings].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, timing]) => timing);
    timings = new Map();
    await store.add(sorted, thisHour()).catch(onError);
  };
  const timer = setInterval(flush, FLUSH_MS).unref();
  return {
    record: (endpoint, status, milliseconds) => {
      const hour = thisHour();
      const bucket = bucketOf(milliseconds);
      const name = `${hour} ${endpoint} ${bucket}`;
      const timing = timings.get(name) ?? { hour, endpoint, bucket, requests: 0, errors: 0, limited: 0 };
      timing.requests++;
      if (status >= FIRST_ERROR) timing.errors++;
      if (status === TOO_MANY_REQUESTS) timing.limited++;
      timings.set(name, timing);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
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

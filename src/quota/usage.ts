import type { UsageCount, UsageStore } from '../store/usage.ts';

const HOUR_MS = 3600 * 1000;
const FLUSH_MS = 5000;

export type UsageLog = ReturnType<typeof openUsage>;

/**
 * Request counts for charts and the operator; the quota has its own exact counts. Counts in memory and writes every few seconds
 * and on close, so that a request needs no write. A killed process loses the last seconds of the charts. Counts that could not
 * be written are kept for the next flush.
 */
export function openUsage(store: UsageStore, clock: () => number, onError: (error: unknown) => void) {
  let counts = new Map<string, UsageCount>();

  const add = ({ keyId, hour, endpoint, status, requests }: UsageCount) => {
    const name = `${keyId} ${hour} ${status} ${endpoint}`;
    const count = counts.get(name);
    if (count) count.requests += requests;
    else counts.set(name, { keyId, hour, endpoint, status, requests });
  };
  const thisHour = () => Math.floor(clock() / HOUR_MS);
  const write = async () => {
    if (counts.size === 0) return;
    const batch = [...counts.values()];
    counts = new Map();
    try {
      await store.add(batch, thisHour());
    } catch (error) {
      for (const count of batch) add(count);
      onError(error);
    }
  };
  let written = Promise.resolve();
  const flush = () => {
    written = written.then(write);
    return written;
  };
  const timer = setInterval(flush, FLUSH_MS).unref();
  return {
    count: (keyId: number, endpoint: string, status: number) =>
      add({ keyId, hour: thisHour(), endpoint, status, requests: 1 }),
    /** Writes the counts of this thread to the store, one write after the other. */
    flush,
    /** Writes for the last time. Nothing is written afterwards, so that the store can be closed. */
    close: (): Promise<void> => {
      clearInterval(timer);
      return flush();
    },
  };
}

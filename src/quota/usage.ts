import type { UsageCount, UsageStore } from '../store/usage.ts';

/** How much was asked, for charts and the operator. The quota itself counts elsewhere, and exactly. */
export interface UsageLog {
  count(keyId: number, endpoint: string, status: number): void;
  /** Writes down what this thread has counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const HOUR_MS = 3600 * 1000;
const FLUSH_MS = 5000;

/**
 * Counts in memory and writes every few seconds and at the end, so that a request costs no write. A process that is killed
 * loses the last seconds of the charts, and nothing of the quota. What could not be written is kept for the next time.
 */
export function openUsage(store: UsageStore, clock: () => number, onError: (error: unknown) => void): UsageLog {
  let counts = new Map<string, UsageCount>();

  const add = ({ keyId, hour, endpoint, status, requests }: UsageCount) => {
    const name = `${keyId} ${hour} ${status} ${endpoint}`;
    const count = counts.get(name);
    if (count) count.requests += requests;
    else counts.set(name, { keyId, hour, endpoint, status, requests });
  };
  const thisHour = () => Math.floor(clock() / HOUR_MS);
  const flush = async () => {
    if (counts.size === 0) return;
    const written = [...counts.values()];
    counts = new Map();
    try {
      await store.add(written, thisHour());
    } catch (error) {
      for (const count of written) add(count);
      onError(error);
    }
  };
  const timer = setInterval(flush, FLUSH_MS).unref();
  return {
    count: (keyId, endpoint, status) => add({ keyId, hour: thisHour(), endpoint, status, requests: 1 }),
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

import type { UsageCount, UsageStore } from '../store/usage.ts';
import { openFlusher } from './flusher.ts';

/** Request counts for charts and the operator. The quota has its own exact counts. */
export interface UsageLog {
  count(keyId: number, endpoint: string, status: number): void;
  /** Writes the counts of this thread to the store. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const HOUR_MS = 3600 * 1000;

/**
 * Counts in memory and writes every few seconds and on close, so that a request needs no write. A killed process loses the
 * last seconds of the charts, but no quota counts. Counts that could not be written are kept for the next flush.
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
  return {
    count: (keyId, endpoint, status) => add({ keyId, hour: thisHour(), endpoint, status, requests: 1 }),
    ...openFlusher(write),
  };
}

import { ERRORS_KEPT, type RecentErrorStore } from '../store/recent-errors.ts';
import type { RecentError } from '../store/service-tables.ts';
import { openFlusher } from './flusher.ts';

/** Refused requests, for the owner of the key. */
export interface ErrorLog {
  record(error: Omit<RecentError, 'at' | 'times'>): void;
  /** Writes the errors of this thread to the store. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Bounds the memory between two writes. */
const MAX_WAITING = 2000;
const MAX_TEXT_LENGTH = 500;

/** Collects in memory and writes every few seconds and on close, as the usage counts are. What cannot be written is dropped. */
export function openErrorLog(
  store: RecentErrorStore,
  clock: () => number,
  onError: (error: unknown) => void,
): ErrorLog {
  let waiting = new Map<string, RecentError>();

  const write = async () => {
    if (waiting.size === 0) return;
    const errors = [...waiting.values()];
    waiting = new Map();
    await store.add(newestOfEachKey(errors)).catch(onError);
  };
  return {
    record: ({ keyId, status, request, message }) => {
      const error = {
        keyId,
        status,
        request: request.slice(0, MAX_TEXT_LENGTH),
        message: message.slice(0, MAX_TEXT_LENGTH),
      };
      const name = JSON.stringify(error);
      const times = (waiting.get(name)?.times ?? 0) + 1;
      if (times === 1 && waiting.size >= MAX_WAITING) return;
      // A repeated error moves to the end: it is the newest.
      waiting.delete(name);
      waiting.set(name, { ...error, at: clock(), times });
    },
    ...openFlusher(write),
  };
}

/** In the order of keys, so that concurrent writes cannot deadlock. */
function newestOfEachKey(errors: readonly RecentError[]): RecentError[] {
  const byKey = [...Map.groupBy(errors, ({ keyId }) => keyId)].sort(([a], [b]) => a - b);
  return byKey.flatMap(([, own]) => own.slice(-ERRORS_KEPT));
}

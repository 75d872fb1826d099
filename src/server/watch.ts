import type { Revisions } from '../store/store.ts';

export interface WatchOptions {
  /** The revisions that are already loaded. */
  from: Revisions;
  read(): Promise<Revisions>;
  everyMs: number;
  /** Never called concurrently; resolves to the revision that is loaded afterwards. */
  onCatalog(): Promise<number>;
  onAccounts(): void;
  onError(error: unknown): void;
}

/**
 * Polls the revisions, which any process may have increased. Building the next snapshot of a large catalog takes seconds; account
 * changes are still polled meanwhile, so that a revoked key stops working in time. Returns a function that stops it.
 */
export function watchRevisions({ from, read, everyMs, onCatalog, onAccounts, onError }: WatchOptions): () => void {
  const known = { ...from };
  const timer = { stopped: false, handle: undefined as NodeJS.Timeout | undefined };
  let isRefreshing = false;
  const fail = (error: unknown) => {
    if (!timer.stopped) onError(error);
  };
  const refreshCatalog = async () => {
    isRefreshing = true;
    try {
      known.catalog = await onCatalog();
    } catch (error) {
      fail(error);
    }
    isRefreshing = false;
  };
  const poll = async () => {
    try {
      const { catalog, accounts } = await read();
      if (accounts !== known.accounts && !timer.stopped) {
        onAccounts();
        known.accounts = accounts;
      }
      if (catalog !== known.catalog && !isRefreshing && !timer.stopped) void refreshCatalog();
    } catch (error) {
      fail(error);
    }
    if (!timer.stopped) timer.handle = setTimeout(poll, everyMs);
  };
  timer.handle = setTimeout(poll, everyMs);
  return () => {
    timer.stopped = true;
    clearTimeout(timer.handle);
  };
}

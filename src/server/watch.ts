import type { Revisions } from '../store/store.ts';

export interface Watch {
  stop(): void;
}

export interface Watched {
  /** The revisions that are known already. */
  from: Revisions;
  read(): Promise<Revisions>;
  everyMs: number;
  /** Called again only when it has ended; resolves to the revision that is known afterwards. */
  onCatalog(): Promise<number>;
  onAccounts(): void;
  onError(error: unknown): void;
}

/**
 * Looks at the revisions now and then; whoever made them grow, this process or another, is noticed. The next snapshot of a large
 * catalog takes seconds, in which keys are watched all the same: one that was revoked must not work for longer because of it.
 */
export function watchRevisions({ from, read, everyMs, onCatalog, onAccounts, onError }: Watched): Watch {
  const known = { ...from };
  const timer = { stopped: false, handle: undefined as NodeJS.Timeout | undefined };
  let following = false;
  const fail = (error: unknown) => {
    if (!timer.stopped) onError(error);
  };
  const follow = async () => {
    following = true;
    try {
      known.catalog = await onCatalog();
    } catch (error) {
      fail(error);
    }
    following = false;
  };
  const look = async () => {
    try {
      const { catalog, accounts } = await read();
      if (accounts !== known.accounts && !timer.stopped) {
        onAccounts();
        known.accounts = accounts;
      }
      if (catalog !== known.catalog && !following && !timer.stopped) void follow();
    } catch (error) {
      fail(error);
    }
    if (!timer.stopped) timer.handle = setTimeout(look, everyMs);
  };
  timer.handle = setTimeout(look, everyMs);
  return {
    stop: () => {
      timer.stopped = true;
      clearTimeout(timer.handle);
    },
  };
}

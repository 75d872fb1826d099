import type { Revisions } from '../store/store.ts';

export interface Watch {
  stop(): void;
}

export interface Watched {
  /** The revisions that are known already. */
  from: Revisions;
  read(): Promise<Revisions>;
  everyMs: number;
  /** Called with nothing else under way; resolves to the revision that is known afterwards. */
  onCatalog(): Promise<number>;
  onAccounts(): void;
  onError(error: unknown): void;
}

/** Looks at the revisions now and then; whoever made them grow, this process or another, is noticed. */
export function watchRevisions({ from, read, everyMs, onCatalog, onAccounts, onError }: Watched): Watch {
  const known = { ...from };
  const timer = { stopped: false, handle: undefined as NodeJS.Timeout | undefined };
  const look = async () => {
    try {
      const { catalog, accounts } = await read();
      if (accounts !== known.accounts && !timer.stopped) {
        onAccounts();
        known.accounts = accounts;
      }
      if (catalog !== known.catalog && !timer.stopped) known.catalog = await onCatalog();
    } catch (error) {
      if (!timer.stopped) onError(error);
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

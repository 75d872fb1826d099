export interface Watch {
  stop(): void;
}

export interface Watched {
  /** The revision that is known already. */
  from: number;
  read(): Promise<number>;
  /** Called with nothing else under way; resolves to the revision that is known afterwards. */
  onChange(): Promise<number>;
  onError(error: unknown): void;
}

/** A quarter of the two seconds in which an import must be visible; the rest is for building. */
const POLL_MS = 500;

/** Looks at a revision now and then; whoever made it grow, this process or another, is noticed. */
export function watchRevision({ from, read, onChange, onError }: Watched): Watch {
  let known = from;
  const timer = { stopped: false, handle: undefined as NodeJS.Timeout | undefined };
  const look = async () => {
    try {
      if ((await read()) !== known && !timer.stopped) known = await onChange();
    } catch (error) {
      if (!timer.stopped) onError(error);
    }
    if (!timer.stopped) timer.handle = setTimeout(look, POLL_MS);
  };
  timer.handle = setTimeout(look, POLL_MS);
  return {
    stop: () => {
      timer.stopped = true;
      clearTimeout(timer.handle);
    },
  };
}

export interface Flusher {
  flush(): Promise<void>;
  /** Writes for the last time. Nothing is written afterwards, so that the store can be closed. */
  close(): Promise<void>;
}

const FLUSH_MS = 5000;

/** Writes every few seconds and on close, one write after the other. `write` must not reject. */
export function openFlusher(write: () => Promise<void>): Flusher {
  let written = Promise.resolve();
  const flush = () => {
    written = written.then(write);
    return written;
  };
  const timer = setInterval(flush, FLUSH_MS).unref();
  return {
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

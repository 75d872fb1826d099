/** Limits concurrency: work waits for a free slot. */
export interface Queue {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** The number of waiting calls. */
  readonly waiting: number;
}

export function makeQueue(concurrency: number): Queue {
  const waiting: (() => void)[] = [];
  let running = 0;
  const acquire = async () => {
    if (running >= concurrency) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      await promise;
    } else running++;
  };
  /** Hands the slot to the next waiting call, so that a new call cannot take it first. */
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
  return {
    get waiting() {
      return waiting.length;
    },
    run: async (work) => {
      await acquire();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

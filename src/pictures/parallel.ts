import { availableParallelism } from 'node:os';

/** Work that waits for its turn: only so much is done at a time. */
export interface Queue {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** How much waits. */
  readonly waiting: number;
}

export function openQueue(atOnce: number): Queue {
  const waiting: (() => void)[] = [];
  let running = 0;
  const take = async () => {
    if (running >= atOnce) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      await promise;
    } else running++;
  };
  /** The place is handed on, so that nobody can slip in between. */
  const give = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };
  return {
    get waiting() {
      return waiting.length;
    },
    run: async (work) => {
      await take();
      try {
        return await work();
      } finally {
        give();
      }
    },
  };
}

/** Pictures that are worked on at a time: each waits for the disk about as long as it computes. */
export const PICTURE_CONCURRENCY = 2 * availableParallelism();

/** So many results may wait for a slow one before them. */
const BUFFERED_PER_WORKER = 8;

/** Does the work on one after another, some at a time, and gives the results in the order of what came in. */
export async function* mapConcurrently<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const queue = openQueue(atOnce);
  const started: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const result = queue.run(() => work(item));
      // Whoever walks hears of a failure when it is its turn, or has stopped listening.
      result.catch(() => {});
      started.push(result);
      if (started.length >= atOnce * BUFFERED_PER_WORKER) yield await (started.shift() as Promise<R>);
    }
    while (started.length > 0) yield await (started.shift() as Promise<R>);
  } finally {
    await Promise.allSettled(started);
  }
}

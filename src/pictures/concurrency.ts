import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { makeQueue } from '../queue.ts';

/** Too many requests are waiting for pictures to be made. */
export class PicturesBusy extends Error {}

/** Coalesces concurrent requests for the same result. Throws PicturesBusy if too many wait. */
export function makeCoalescingQueue<T>(concurrency: number, maxQueued: number) {
  const queue = makeQueue(concurrency);
  const pending = new Map<string, Promise<T>>();
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const started = pending.get(key);
    if (started) return started;
    if (queue.waiting >= maxQueued) throw new PicturesBusy();
    const result = queue.run(work).finally(() => pending.delete(key));
    pending.set(key, result);
    return result;
  };
}

/** Processing a picture waits for the disk about as long as it uses the CPU. */
export const PICTURE_CONCURRENCY = 2 * availableParallelism();

/** Maps items concurrently and yields the results in order. */
export function mapConcurrently<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<R>,
): AsyncIterable<R> {
  return Readable.from(items).map(work, { concurrency });
}

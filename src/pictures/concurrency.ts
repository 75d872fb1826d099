import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';

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

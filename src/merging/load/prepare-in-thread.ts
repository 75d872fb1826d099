import { Worker } from 'node:worker_threads';
import { OperatorError } from '../../errors.ts';
import { threadFile } from '../../thread-file.ts';
import { askThread } from '../ask-thread.ts';
import { type Preparation, type PreparedLine, prepareLines } from './prepared-lines.ts';

export interface PreparedBatch {
  lines: (PreparedLine | Pick<PreparedLine, 'problems'>)[];
  isLast: boolean;
  /** Why the rest cannot be read. */
  problem?: string;
}

/** Starting a thread takes as long as preparing so much. */
const MIN_BYTES_FOR_THREAD = 8 * 1024 ** 2;

/** Prepares the lines of a large bundle in a thread, while this one stores those before: a fifth of an import. */
export async function* prepareInThread(preparation: Preparation): ReturnType<typeof prepareLines> {
  const { files } = preparation.bundle.manifest;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes < MIN_BYTES_FOR_THREAD) return yield* prepareLines(preparation);
  const worker = new Worker(threadFile('prepare-thread', import.meta.url), { workerData: preparation });
  // An error between two requests would end the process.
  worker.on('error', () => {});
  const ask = () => {
    const asking = askThread<'next', PreparedBatch>(worker, 'next');
    // Storing the lines before may fail first.
    asking.catch(() => {});
    return asking;
  };
  try {
    for (let asking = ask(); ; ) {
      const { lines, isLast, problem } = await asking;
      if (!isLast) asking = ask();
      yield* lines;
      if (problem !== undefined) throw new OperatorError(problem);
      if (isLast) return;
    }
  } finally {
    await worker.terminate();
  }
}

import { parentPort, workerData } from 'node:worker_threads';
import { OperatorError } from '../../errors.ts';
import type { PreparedBatch } from './prepare-lines.ts';
import { type Preparation, prepareLines } from './prepare-lines.ts';

/** Enough that posting them costs little. */
const BATCH_SIZE = 100;
/** Two batches are in memory at the same time. */
const MAX_BATCH_LENGTH = 2 ** 22;

const lines = prepareLines(workerData as Preparation);

async function nextBatch(): Promise<PreparedBatch> {
  const batch: PreparedBatch['lines'] = [];
  try {
    for (let length = 0; batch.length < BATCH_SIZE && length < MAX_BATCH_LENGTH; ) {
      const { value, done } = await lines.next();
      if (done) return { lines: batch, isLast: true };
      batch.push(value);
      length += 'text' in value ? value.text.length : 0;
    }
    return { lines: batch, isLast: false };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { lines: batch, isLast: true, problem: error.message };
  }
}

parentPort?.on('message', async () => parentPort?.postMessage({ answer: await nextBatch() }));

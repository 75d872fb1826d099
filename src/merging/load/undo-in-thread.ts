import { Worker } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { threadFile } from '../../thread-file.ts';

export interface UndoRequest {
  config: Config;
  /** The import that the operator has seen. */
  importId: number;
  now: number;
}

/** What the thread posts: its progress, and at the end why nothing was undone, if so. */
export type UndoMessage = { done: number; total: number; unit: string } | { outcome: string | undefined };

/** Undoes the last import in a worker thread, because a serving thread would answer nobody meanwhile. Returns why it could not. */
export function undoInThread(
  request: UndoRequest,
  onProgress: (done: number, total: number, unit: string) => void,
): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const worker = new Worker(threadFile('undo-thread', import.meta.url), { workerData: request });
  worker.on('message', (message: UndoMessage) => {
    if ('outcome' in message) resolve(message.outcome);
    else onProgress(message.done, message.total, message.unit);
  });
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`the thread that undoes an import exited with code ${code}`)));
  return promise;
}

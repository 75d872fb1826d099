import { Worker } from 'node:worker_threads';
import { threadFile } from '../thread-file.ts';

export type OnProgress = (done: number, total: number, unit: string) => void;

/** A worker thread that posts `{ answer }` for each request, and maybe `{ progress }` before. */
export interface Thread<Request> {
  worker: Worker;
  /** One at a time. An error ends the thread. */
  ask<Answer>(request: Request, onProgress?: OnProgress): Promise<Answer>;
}

export function startThread<Request>(name: string, from: string, workerData?: unknown): Thread<Request> {
  const worker = new Worker(threadFile(name, from), { workerData });
  // An error between two requests would end the process.
  worker.on('error', () => {});
  return {
    worker,
    ask: async <Answer>(request: Request, onProgress?: OnProgress) => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const onMessage = (message: { answer: Answer } | { progress: Parameters<OnProgress> }) => {
        if ('progress' in message) onProgress?.(...message.progress);
        else resolve(message.answer);
      };
      const onExit = (code: number) => reject(new Error(`a worker thread exited with code ${code}`));
      // A thread that has ended has no id any more.
      if (worker.threadId < 0) throw new Error('a worker thread has ended');
      worker.on('message', onMessage).once('error', reject).once('exit', onExit);
      worker.postMessage(request);
      return promise.finally(() => {
        worker.off('message', onMessage).off('error', reject).off('exit', onExit);
      });
    },
  };
}

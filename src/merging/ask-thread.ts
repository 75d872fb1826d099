import type { Worker } from 'node:worker_threads';

/** Sends a request to a worker thread that posts one answer for each. One at a time. */
export async function askThread<Request, Answer>(worker: Worker, request: Request): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const onExit = (code: number) => reject(new Error(`a worker thread exited with code ${code}`));
  // A thread that has ended has no id any more.
  if (worker.threadId < 0) throw new Error('a worker thread has ended');
  worker.once('message', resolve).once('error', reject).once('exit', onExit);
  worker.postMessage(request);
  return promise.finally(() => {
    worker.off('message', resolve).off('error', reject).off('exit', onExit);
  });
}

import { Worker } from 'node:worker_threads';

export type Thread<Request> = ReturnType<typeof startThread<Request>>;

/** A worker thread that posts `{ answer }` for each request. */
export function startThread<Request>(name: string, from: string, workerData?: unknown) {
  const worker = new Worker(threadFile(name, from), { workerData });
  // An error between two requests would end the process.
  worker.on('error', () => {});
  return {
    worker,
    /** One at a time. An error ends the thread. */
    ask: async <Answer>(request: Request): Promise<Answer> => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const onMessage = (message: { answer: Answer }) => resolve(message.answer);
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

/** URL of a worker's file next to the importing module: .ts in a checkout, .js in a built package. */
export function threadFile(name: string, from: string): URL {
  return new URL(`./${name}${from.endsWith('.ts') ? '.ts' : '.js'}`, from);
}

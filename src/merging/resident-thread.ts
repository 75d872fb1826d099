import { Worker } from 'node:worker_threads';
import { askThread } from './ask-thread.ts';

/** A worker thread that starts when it is needed and stays for a while. It posts one answer for each request. */
export interface ResidentThread<Request, Answer> {
  /** One at a time: a request waits for the one before. An error ends the thread; the next request starts another. */
  ask(request: Request): Promise<Answer>;
  /** Starts the thread before it is needed. */
  prepare(): void;
}

/** Loading the code of an import takes longer than most requests, so the thread stays for the next one. */
const IDLE_MS = 120_000;

interface Running {
  worker: Worker;
  last: Promise<unknown>;
  idle: NodeJS.Timeout | undefined;
}

export function openResidentThread<Request, Answer>(file: URL): ResidentThread<Request, Answer> {
  let running: Running | undefined;
  return {
    ask: (request) => {
      const own = running ?? start();
      clearTimeout(own.idle);
      const asking = own.last.then(() => askThread<Request, Answer>(own.worker, request));
      const last = asking.catch(() => {});
      own.last = last;
      void last.then(() => own.last === last && stopLater(own));
      return asking;
    },
    prepare: () => {
      if (!running) stopLater(start());
    },
  };

  function start(): Running {
    const worker = new Worker(file);
    worker.unref();
    const own: Running = { worker, last: Promise.resolve(), idle: undefined };
    worker.once('exit', () => {
      if (running === own) running = undefined;
    });
    running = own;
    return own;
  }

  function stopLater(own: Running): void {
    own.idle = setTimeout(() => {
      if (running === own) running = undefined;
      void own.worker.terminate();
    }, IDLE_MS).unref();
  }
}

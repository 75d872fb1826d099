import type { Config } from '../config.ts';
import { startThread, type Thread } from '../threads.ts';
import type { CheckOutcome, Edit, EditOutcome } from './edits/edit.ts';

/** Work on the catalog for which a serving thread would answer nobody meanwhile. */
export type Work = { config: Config } & (
  | { kind: 'check'; edit: Edit }
  | { kind: 'save'; edit: Edit }
  /** Brings the list of duplicates in the data folder up to date. */
  | { kind: 'find duplicates' }
);

interface Answers {
  check: CheckOutcome;
  save: EditOutcome;
  'find duplicates': undefined;
}

/** Starts the thread before it is needed: somebody opened the editor. */
export function prepareThread(): void {
  if (!running) stopLater(start());
}

/** Loading the code of an import takes longer than most requests, so the thread stays for the next one. */
const IDLE_MS = 120_000;

interface Running {
  thread: Thread<Work>;
  last: Promise<unknown>;
  idle?: NodeJS.Timeout;
}

let running: Running | undefined;

/** One after the other. An error ends the thread; the next work starts another. */
export function workInThread<K extends Work['kind']>(request: Work & { kind: K }): Promise<Answers[K]> {
  const own = running ?? start();
  clearTimeout(own.idle);
  const asking = own.last.then(() => own.thread.ask<Answers[K]>(request));
  const last = asking.catch(() => {});
  own.last = last;
  void last.then(() => own.last === last && stopLater(own));
  return asking;
}

function start(): Running {
  const own: Running = { thread: startThread('work-thread', import.meta.url), last: Promise.resolve() };
  own.thread.worker.once('exit', () => {
    if (running === own) running = undefined;
  });
  own.thread.worker.unref();
  running = own;
  return own;
}

function stopLater(own: Running): void {
  own.idle = setTimeout(() => {
    if (running === own) running = undefined;
    void own.thread.worker.terminate();
  }, IDLE_MS).unref();
}

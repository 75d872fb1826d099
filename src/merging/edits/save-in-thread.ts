import { Worker } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { threadFile } from '../../thread-file.ts';
import type { Edit, EditOutcome } from './edit.ts';

export interface SaveRequest {
  config: Config;
  edit: Edit;
}

/** Loading the code of an import takes longer than an edit, so the thread stays for the next one. */
const IDLE_MS = 120_000;

interface SaveThread {
  worker: Worker;
  /** One at a time: the next edit waits for the one before. */
  last: Promise<unknown>;
  idle: NodeJS.Timeout | undefined;
}

let thread: SaveThread | undefined;

/** Saves an edit in a worker thread, because a serving thread would answer nobody meanwhile. */
export function saveInThread(config: Config, edit: Edit): Promise<EditOutcome> {
  const own = thread ?? startThread();
  clearTimeout(own.idle);
  const saving = own.last.then(() => ask(own.worker, { config, edit }));
  own.last = saving.catch(() => {});
  void own.last.then(() => {
    own.idle = setTimeout(() => stopThread(own), IDLE_MS).unref();
  });
  return saving;
}

/** Starts the thread before it is needed: somebody opened the editor. */
export function prepareToSave(): void {
  if (thread) return;
  const own = startThread();
  own.idle = setTimeout(() => stopThread(own), IDLE_MS).unref();
}

function startThread(): SaveThread {
  const worker = new Worker(threadFile('save-thread', import.meta.url));
  worker.unref();
  const started: SaveThread = { worker, last: Promise.resolve(), idle: undefined };
  worker.once('exit', () => {
    if (thread === started) thread = undefined;
  });
  thread = started;
  return started;
}

function stopThread(own: SaveThread): void {
  if (thread === own) thread = undefined;
  void own.worker.terminate();
}

function ask(worker: Worker, request: SaveRequest): Promise<EditOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<EditOutcome>();
  const onExit = (code: number) => reject(new Error(`the thread that saves edits exited with code ${code}`));
  worker.once('message', resolve).once('error', reject).once('exit', onExit);
  worker.postMessage(request);
  return promise.finally(() => {
    worker.off('message', resolve).off('error', reject).off('exit', onExit);
  });
}

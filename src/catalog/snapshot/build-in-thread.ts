import { Worker } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { threadFile } from '../../thread-file.ts';
import type { Snapshot } from './snapshot.ts';

export interface BuildRequest {
  config: Config;
  /** The current snapshot, if this process serves already and so has opened the store. */
  previous?: Snapshot | undefined;
}

/** The last thread may still be writing its snapshot to the file. */
let writing: Promise<void> = Promise.resolve();

/** Builds the snapshot of the newest revision in a worker thread. */
export async function buildInThread(config: Config, previous?: Snapshot): Promise<Snapshot> {
  await writing;
  const { promise, resolve, reject } = Promise.withResolvers<Snapshot>();
  const { promise: exited, resolve: exit } = Promise.withResolvers<void>();
  const worker = new Worker(threadFile('snapshot-thread', import.meta.url), {
    workerData: { config, previous } satisfies BuildRequest,
  });
  worker.once('message', (snapshot: Snapshot) => {
    writing = exited;
    resolve(snapshot);
  });
  worker.once('error', reject);
  worker.once('exit', (code) => {
    exit();
    reject(new Error(`the snapshot thread exited with code ${code}`));
  });
  return promise;
}

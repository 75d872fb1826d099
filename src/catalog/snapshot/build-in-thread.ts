import { Worker } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { threadFile } from '../../thread-file.ts';
import type { Snapshot } from './snapshot.ts';

export interface BuildRequest {
  config: Config;
  /** The current snapshot, if this process serves already and so has opened the store. */
  previous?: Snapshot | undefined;
}

/** Builds the snapshot of the newest revision in a worker thread. */
export function buildInThread(config: Config, previous?: Snapshot): Promise<Snapshot> {
  const { promise, resolve, reject } = Promise.withResolvers<Snapshot>();
  const worker = new Worker(threadFile('snapshot-thread', import.meta.url), {
    workerData: { config, previous } satisfies BuildRequest,
  });
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`the snapshot thread exited with code ${code}`)));
  return promise;
}

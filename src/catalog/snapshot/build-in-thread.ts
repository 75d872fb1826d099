import { Worker } from 'node:worker_threads';
import type { Config } from '../../config.ts';
import { threadFile } from '../../thread-file.ts';
import type { Snapshot } from './snapshot.ts';

export interface BuildOrder {
  config: Config;
  /** The snapshot that is in use, if there is one: then this process serves, and has opened the store before. */
  before?: Snapshot | undefined;
}

/** Builds the snapshot of the newest revision in a thread of its own. */
export function buildInThread(config: Config, before?: Snapshot): Promise<Snapshot> {
  const { promise, resolve, reject } = Promise.withResolvers<Snapshot>();
  const worker = new Worker(threadFile('snapshot-thread', import.meta.url), {
    workerData: { config, before } satisfies BuildOrder,
  });
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`building the snapshot ended with code ${code}`)));
  return promise;
}

import { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';
import { threadFile } from '../thread-file.ts';
import type { Snapshot } from './snapshot.ts';

/** Builds the snapshot of the newest revision in a thread of its own; for a process that has opened the store, or is about to. */
export function buildInThread(config: Config, isServing = false): Promise<Snapshot> {
  const { promise, resolve, reject } = Promise.withResolvers<Snapshot>();
  const worker = new Worker(threadFile('snapshot-thread', import.meta.url), { workerData: { config, isServing } });
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`building the snapshot ended with code ${code}`)));
  return promise;
}

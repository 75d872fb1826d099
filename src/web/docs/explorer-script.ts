import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadFile } from '../../thread-file.ts';
import { type StaticFile, staticFile } from '../kit/static-file.ts';

export const EXPLORER_SCRIPT = 'scalar.js';

let script: Promise<StaticFile> | undefined;

/** Loads the script of the API explorer on the first request. */
export function readExplorerScript(): Promise<StaticFile> {
  script ??= readInThread();
  script.catch(() => {
    script = undefined;
  });
  return script;
}

/** In a worker thread: loading the package takes 250 ms and 40 MB that are not needed afterwards. */
async function readInThread(): Promise<StaticFile> {
  const worker = new Worker(threadFile('explorer-thread', import.meta.url));
  const [bytes] = (await once(worker, 'message')) as [Uint8Array];
  await worker.terminate();
  return staticFile(EXPLORER_SCRIPT, Buffer.from(bytes.buffer));
}

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { putNode, removeLostNodes } from '../store/nodes.ts';
import type { Store } from '../store/store.ts';
import { VERSION } from '../version.ts';

const EVERY_MS = 60_000;

/** Reports this process in the store, now and then every minute, for the operator. Returns a function that ends it. */
export function startNodeReport(
  { status }: Pick<Store, 'status'>,
  clock: () => number,
  facts: () => { revision: number; threads: number },
  onError: (error: unknown) => void,
): () => Promise<void> {
  const id = randomUUID();
  const startedAt = clock();
  let writing = Promise.resolve();
  const write = async () => {
    const memoryBytes = process.memoryUsage.rss();
    const node = { host: hostname(), version: VERSION, startedAt, seenAt: clock(), memoryBytes, ...facts() };
    await putNode(status, id, node);
    await removeLostNodes(status, clock());
  };
  const report = () => {
    writing = writing.then(write).catch(onError);
  };
  const timer = setInterval(report, EVERY_MS).unref();
  report();
  return async () => {
    clearInterval(timer);
    await writing;
    await status.remove('node', id).catch(onError);
  };
}

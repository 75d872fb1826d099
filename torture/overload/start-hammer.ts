import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SlowTraffic } from './slow-clients.ts';

export interface HammerOptions {
  port: number;
  /** Whole requests, which are sent in turn. */
  requests: readonly string[];
  connections: number;
  /** If not set, each connection sends as fast as it gets answers. */
  perSecond?: number | undefined;
  /** Connections that stay open, instead of requests. */
  slowClients?: SlowTraffic;
}

export interface HammerResult {
  sent: number;
  /** Requests that were due when no connection was free. */
  unsent: number;
  /** How many answers had each status; `closed` is a connection that the server closed. */
  statuses: Record<string, number>;
  /** The latencies of answers with 200. */
  servedMs: number[];
}

/** Sends requests from another thread, so that the latency of others can be measured in this one. Returns how to stop it. */
export async function startHammer(options: HammerOptions): Promise<() => Promise<HammerResult>> {
  const worker = new Worker(new URL('hammer.ts', import.meta.url), { workerData: options });
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error));
  failed.catch(() => {});
  await Promise.race([once(worker, 'message'), failed]);
  return async () => {
    worker.postMessage('stop');
    const [result] = await Promise.race([once(worker, 'message'), failed]);
    // With all its connections.
    await worker.terminate();
    return result as HammerResult;
  };
}

import { type AppOptions, openApp } from '../app.ts';
import { replaceSnapshot } from '../catalog/catalog.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { makeMetrics } from '../telemetry/metrics.ts';
import { METRIC_ROUTES, openHttp } from './http.ts';

export interface ThreadOptions extends Omit<AppOptions, 'metrics'> {
  metrics: SharedArrayBuffer;
  lastCall: SharedArrayBuffer;
  thread: number;
  reusePort: boolean;
}

/** Messages from the main thread to a serving thread. */
export type ThreadMessage = { type: 'snapshot'; snapshot: Snapshot } | { type: 'accounts changed' } | { type: 'stop' };

export interface ServingThread {
  send(message: ThreadMessage): void;
  /** Resolves when the thread has stopped after `stop`. */
  stopped: Promise<void>;
}

/** Serves in the calling thread. */
export async function startThread(parts: ThreadOptions): Promise<ServingThread> {
  const app = await openApp({ ...parts, metrics: makeMetrics(parts.metrics, METRIC_ROUTES, parts.thread) });
  const http = await openHttp(app, parts.lastCall);
  const { host, port } = parts.config;
  await http.listen({ host, port, reusePort: parts.reusePort }).catch(async (error) => {
    await app.close();
    throw error;
  });
  const { promise: stopped, resolve, reject } = Promise.withResolvers<void>();
  const stop = async () => {
    await http.close();
    await app.close();
  };
  return {
    stopped,
    send: (message) => {
      if (message.type === 'snapshot') replaceSnapshot(app.catalog, message.snapshot);
      if (message.type === 'accounts changed') app.keys.outdate();
      if (message.type === 'stop') stop().then(resolve, reject);
    },
  };
}

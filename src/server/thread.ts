import { type App, type AppOptions, openApp } from '../app.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { METRIC_ROUTES, openHttp } from './http.ts';
import { makeMetrics } from './metrics.ts';

export interface ThreadOptions extends AppOptions {
  metrics: SharedArrayBuffer;
  lastCall: SharedArrayBuffer;
  thread: number;
  reusePort: boolean;
  beforeListening?: (() => Promise<void>) | undefined;
}

/** Messages from the main thread to a serving thread. */
export type ThreadMessage = { type: 'snapshot'; snapshot: Snapshot } | { type: 'clear key cache' } | { type: 'stop' };

export interface ServingThread {
  send(message: ThreadMessage): void;
  /** Resolves when the thread has stopped after `stop`. */
  stopped: Promise<void>;
}

/** Serves in the calling thread. */
export async function startThread(parts: ThreadOptions): Promise<ServingThread> {
  const app = await openApp(parts);
  const http = await openHttp(app, makeMetrics(parts.metrics, METRIC_ROUTES, parts.thread), parts.lastCall);
  const { host, port } = parts.config;
  await parts.beforeListening?.();
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
      if (message.type === 'snapshot') swapSnapshot(app, message.snapshot);
      if (message.type === 'clear key cache') app.keys.clearCache();
      if (message.type === 'stop') stop().then(resolve, reject);
    },
  };
}

/**
 * Lists are of one revision. What is of one game is kept, unless a restored database, or a replica promoted without the last
 * import, continues from an older revision: early versions reused revision numbers (docs/decisions/0028).
 */
function swapSnapshot(app: App, snapshot: Snapshot): void {
  const { catalog } = app;
  for (const cache of [catalog.matchCache, catalog.searchCache]) cache.clear();
  if (snapshot.lineage !== catalog.snapshot.lineage || snapshot.revision < catalog.snapshot.revision)
    for (const cache of [catalog.fragmentCache, app.responseCache]) cache.clear();
  catalog.snapshot = snapshot;
}

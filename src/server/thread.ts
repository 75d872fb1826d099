import { type App, type AppOptions, openApp } from '../app.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { METRIC_ROUTES, openHttp } from './http.ts';
import { openMetrics } from './metrics.ts';

/** What a thread is started with. */
export interface ThreadOptions extends AppOptions {
  metrics: SharedArrayBuffer;
  thread: number;
  reusePort: boolean;
  beforeListening?: (() => Promise<void>) | undefined;
}

/** What the supervisor tells a thread. */
export type ThreadMessage = { order: 'snapshot'; snapshot: Snapshot } | { order: 'forget keys' } | { order: 'stop' };

export interface ServingThread {
  send(order: ThreadMessage): void;
  /** Resolves when the thread has stopped by order. */
  stopped: Promise<void>;
}

/** Serves in the thread that calls it. */
export async function startThread(parts: ThreadOptions): Promise<ServingThread> {
  const app = await openApp(parts);
  const http = await openHttp(app, openMetrics(parts.metrics, METRIC_ROUTES, parts.thread));
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
    send: (order) => {
      if (order.order === 'snapshot') swapSnapshot(app, order.snapshot);
      if (order.order === 'forget keys') app.keys.forget();
      if (order.order === 'stop') stop().then(resolve, reject);
    },
  };
}

/**
 * A restored database, or a replica promoted without the last import, continues from an older revision. Early versions reused
 * revision numbers (docs/decisions/0028), so the caches are cleared.
 */
function swapSnapshot(app: App, snapshot: Snapshot): void {
  const { catalog } = app;
  if (snapshot.lineage !== catalog.snapshot.lineage || snapshot.revision < catalog.snapshot.revision)
    for (const kept of [catalog.fragments, catalog.matches, app.responseCache]) kept.clear();
  catalog.snapshot = snapshot;
}

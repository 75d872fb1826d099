import { type Ask, askEndpoints } from '../api/ask.ts';
import { openApp } from '../app.ts';
import { replaceSnapshot } from '../catalog/catalog.ts';
import { buildInThread } from '../catalog/snapshot/build-in-thread.ts';
import { type Config, publicUrlOf } from '../config.ts';
import { allocateMetrics, makeMetrics } from '../telemetry/metrics.ts';

export type { Ask };

/** Asks the catalog of this machine, also while imports change it. Nothing is logged. */
export async function withLocalApi<T>(fixed: Config, work: (ask: Ask) => Promise<T>): Promise<T> {
  const config: Config = { ...fixed, log_level: 'silent' };
  const metrics = makeMetrics(allocateMetrics([], 1), [], 0);
  const snapshot = await buildInThread(config);
  const app = await openApp({ config, publicUrl: publicUrlOf(config), snapshot, metrics });
  const ask: Ask = async (path, body) => {
    if ((await app.store.catalog.readRevision()) !== app.catalog.snapshot.revision)
      replaceSnapshot(app.catalog, await buildInThread(config, app.catalog.snapshot));
    return askEndpoints({ app, snapshot: app.catalog.snapshot, headers: {} })(path, body);
  };
  return work(ask).finally(app.close);
}

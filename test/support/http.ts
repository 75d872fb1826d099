import { after } from 'node:test';
import { openApp } from '../../src/app.ts';
import { buildInThread } from '../../src/catalog/snapshot/build-in-thread.ts';
import type { Config } from '../../src/config.ts';
import { allocateLastCall } from '../../src/server/admission.ts';
import type { Timeouts } from '../../src/server/connections.ts';
import { METRIC_ROUTES, openHttp } from '../../src/server/http.ts';
import { allocateMetrics, makeMetrics } from '../../src/telemetry/metrics.ts';
import { writeBundle } from './samples/bundle.ts';
import { CATALOG } from './samples/catalog.ts';
import { newPlace } from './servers/engines.ts';
import { importInto, NOON } from './servers/server.ts';

/** Of a page of the games of `newLargePlace`: more than the buffers hold of a connection that has not read much yet. */
export const LARGE_BYTES = 9_900_000;

export function newLargePlace(settings: Record<string, string> = {}): Promise<Config> {
  return newPlace('sqlite', settings, fillWithLargeGames);
}

async function fillWithLargeGames(config: Config): Promise<void> {
  const games = CATALOG.games.slice(-100).map((game) => ({ ...game, description: 'x'.repeat(LARGE_BYTES / 100) }));
  await importInto(config, writeBundle({ ...CATALOG, games, media: [] }), () => NOON);
}

/** The real HTTP server in this thread, with other timeouts and a clock that stands still. */
export async function startHttp(config: Config, timeouts: Timeouts) {
  const snapshot = await buildInThread(config);
  const metrics = makeMetrics(allocateMetrics(METRIC_ROUTES, 1), METRIC_ROUTES, 0);
  const parts = { config, publicUrl: 'http://localhost', snapshot, metrics };
  const app = await openApp({ ...parts, clock: () => NOON });
  const http = await openHttp(app, allocateLastCall(), timeouts);
  const port = await http.listen({ host: '127.0.0.1', port: 0, reusePort: false });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= http.close().then(() => app.close()));
  after(close);
  return { url: `http://127.0.0.1:${port}`, port, app, metrics, close };
}

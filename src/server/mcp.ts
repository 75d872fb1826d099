import { createInterface } from 'node:readline';
import { answerMessage } from '../api/mcp/protocol.ts';
import { type Ask, askEndpoint, urlOf } from '../api/mcp/tools.ts';
import { openApp } from '../app.ts';
import { replaceSnapshot } from '../catalog/catalog.ts';
import { buildInThread } from '../catalog/snapshot/build-in-thread.ts';
import { type Config, publicUrlOf } from '../config.ts';
import { AppError } from '../errors.ts';
import { allocateMetrics, makeMetrics } from '../telemetry/metrics.ts';

/** Sends a request to the API of another server and returns the body of the response. */
type Send = (path: string, body?: object) => Promise<string>;

/** Answers the messages of the Model Context Protocol on standard input, one per line, until it ends. */
export async function serveMcp(config: Config, send?: Send): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const ask = send ? askServer(send) : await openLocalAsk(config, opened);
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const { response } = await answerMessage(Buffer.from(line), ask);
    if (response) process.stdout.write(`${JSON.stringify(response)}\n`);
  }
}

function askServer(send: Send): Ask {
  return (request) => withReason(() => send(urlOf(request), request.body));
}

/** The catalog of this machine, also while imports change it. */
async function openLocalAsk(fixed: Config, opened: AsyncDisposableStack): Promise<Ask> {
  // The log would be written between the messages.
  const config: Config = { ...fixed, log_level: 'silent' };
  const metrics = makeMetrics(allocateMetrics([], 1), [], 0);
  const snapshot = await buildInThread(config);
  const app = opened.adopt(await openApp({ config, publicUrl: publicUrlOf(config), snapshot, metrics }), (one) =>
    one.close(),
  );
  return (request) =>
    withReason(async () => {
      if ((await app.store.catalog.readRevision()) !== app.catalog.snapshot.revision)
        replaceSnapshot(app.catalog, await buildInThread(config, app.catalog.snapshot));
      return askEndpoint({ app, snapshot: app.catalog.snapshot, headers: {} })(request);
    });
}

/** Any error is told to the client: nobody reads a log. */
async function withReason<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('unavailable', (error as Error).message);
  }
}

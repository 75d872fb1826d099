import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { buildInThread } from '../catalog/snapshot/build-in-thread.ts';
import { type Config, publicUrlOf } from '../config.ts';
import { flushLog, type Log, openLog } from '../log.ts';
import { openStore } from '../store/open.ts';
import { threadFile } from '../thread-file.ts';
import { describeListenError, METRIC_ROUTES } from './http.ts';
import { allocateMetrics } from './metrics.ts';
import type { PlaceholderServer } from './placeholder-server.ts';
import { startPurge } from './purge.ts';
import { retryWhileUnavailable } from './retry.ts';
import { type ServingThread, startThread, type ThreadMessage, type ThreadOptions } from './thread.ts';
import { watchRevisions } from './watch.ts';

export interface RunningServer {
  /** Where clients find it. */
  url: string;
  port: number;
  games: number;
  /** Finishes what is in flight and ends, within the time that a service manager grants. */
  close(): Promise<void>;
}

/** Service managers wait ten seconds before they kill. */
const STOP_MS = 9000;

/**
 * The serving process: one snapshot in shared memory, one or more threads that answer from it on the same port, and a
 * watch on the store that hands every thread the next snapshot. A stand-in listens until the first thread is about to.
 */
export async function serve(
  config: Config,
  clock?: () => number,
  placeholder?: PlaceholderServer,
): Promise<RunningServer> {
  const port = placeholder?.port ?? (await findPort(config));
  const building = buildInThread(config);
  // Until it is waited for, whatever else fails is what is told.
  building.catch(() => {});
  // Several threads can share a port only where the system spreads connections over them.
  const threads = process.platform === 'linux' && !clock ? config.threads : 1;
  const fixed = { ...config, port, threads };
  const publicUrl = publicUrlOf(fixed);
  const metrics = allocateMetrics(METRIC_ROUTES, threads);
  const log = openLog(config);
  const store = await openStore(fixed);
  const fail = async (error: unknown): Promise<never> => {
    await store.close();
    throw error;
  };
  // Read before any thread remembers a key, so that no change is missed.
  const { accounts: accountsRevision } = await store.readRevisions().catch(fail);
  let snapshot = await building.catch(fail);

  const parts = (thread: number): ThreadOptions => {
    return { config: fixed, publicUrl, snapshot, metrics, thread, reusePort: threads > 1 };
  };
  // This thread serves as well, and first: the others join while it answers already.
  const beforeListening = placeholder?.close;
  const serving = [await startThread({ ...parts(0), clock, beforeListening }).catch(fail)];
  const joining = Array.from({ length: threads - 1 }, (_, i) =>
    join(retryWhileUnavailable(fixed, log, () => startWorker(parts(i + 1), log))),
  );
  const broadcast = (order: ThreadMessage) => serving.forEach((thread) => void thread.send(order));

  const onError = (error: unknown) => log.error({ err: error }, 'the store could not be followed');
  const watch = watchRevisions({
    from: { catalog: snapshot.revision, accounts: accountsRevision },
    read: store.readRevisions,
    everyMs: store.pollMs,
    onCatalog: async () => {
      snapshot = await buildInThread(fixed, snapshot);
      broadcast({ order: 'snapshot', snapshot });
      log.info({ revision: snapshot.revision, games: snapshot.ids.length }, 'catalog changed');
      return snapshot.revision;
    },
    onAccounts: () => broadcast({ order: 'forget keys' }),
    onError,
  });
  const purge = startPurge(store, clock ?? Date.now, (error) =>
    log.error({ err: error }, 'old tries were not removed'),
  );

  async function join(starting: Promise<ServingThread>): Promise<void> {
    const thread = await starting.catch((error) => crash(error, log));
    // What came while it was starting.
    thread.send({ order: 'snapshot', snapshot });
    thread.send({ order: 'forget keys' });
    serving.push(thread);
  }

  async function stopAll(): Promise<void> {
    broadcast({ order: 'stop' });
    const known = serving.length;
    await Promise.all(joining);
    for (const late of serving.slice(known)) late.send({ order: 'stop' });
    await Promise.all(serving.map((thread) => thread.stopped));
  }

  return {
    url: publicUrl,
    port,
    games: snapshot.ids.length,
    close: async () => {
      watch.stop();
      purge.stop();
      await withDeadline(stopAll(), STOP_MS);
      await store.close();
      await flushLog(log);
    },
  };
}

/** Threads that share a port would also share it with another program's: so it is tried alone first. */
async function findPort(config: Config): Promise<number> {
  const { host, port } = config;
  const probe = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  probe.once('error', (error) => reject(describeListenError(error, config)));
  probe.listen({ host, port, exclusive: true }, () => {
    const bound = probe.address();
    probe.close(() => resolve(typeof bound === 'object' && bound ? bound.port : port));
  });
  return promise;
}

/** Serves in a thread of its own. */
function startWorker(parts: ThreadOptions, log: Log): Promise<ServingThread> {
  const worker = new Worker(threadFile('serving-thread', import.meta.url), { workerData: parts });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const { promise: ready, resolve, reject } = Promise.withResolvers<ServingThread>();
  worker.on('error', reject);
  worker.once('exit', () => stop());
  worker.once('message', () => {
    worker.on('error', (error) => crash(error, log));
    resolve({ stopped, send: (order) => worker.postMessage(order) });
  });
  return ready;
}

/** A thread that dies of a bug takes the process with it: a service manager starts it anew, whole. */
async function crash(error: unknown, log: Log): Promise<never> {
  log.fatal({ err: error }, 'a serving thread died');
  await flushLog(log);
  process.exit(1);
}

async function withDeadline(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise: deadline, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work, deadline]);
  clearTimeout(timer);
}

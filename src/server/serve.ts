import { setTimeout as pause } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { buildInThread } from '../catalog/snapshot/build-in-thread.ts';
import { type Config, publicUrlOf } from '../config.ts';
import { flushLog, type Log, openLog } from '../log.ts';
import { openStore } from '../store/open.ts';
import { allocateMetrics } from '../telemetry/metrics.ts';
import { threadFile } from '../threads.ts';
import { allocateLastCall } from './admission.ts';
import { METRIC_ROUTES } from './http.ts';
import { claimPort, findPort } from './listeners.ts';
import { type ServingThread, startThread, type ThreadMessage, type ThreadOptions } from './thread.ts';
import { retryWhileUnavailable } from './wait-for-store.ts';
import { startDumps, startFollowing, startNodeReport, startPurge, watchRevisions } from './watch.ts';

export interface RunningServer {
  /** The public URL. */
  url: string;
  port: number;
  games: number;
  /** Finishes requests in flight and stops, within the time that service managers allow. */
  close(): Promise<void>;
}

/** Service managers send SIGKILL after ten seconds. */
const STOP_MS = 9000;

/** Of one half of the memory for new objects. V8 would take up to 100 MB for those of each thread. */
const SEMI_SPACE_MB = 4;
const CHECK_MS = 100;
const MEGABYTE = 1024 * 1024;

interface Start {
  /** Runs before the server listens. */
  prepare(): Promise<void>;
  /** Runs once the server answers. */
  announce(serving: RunningServer): Promise<void>;
}

/** Serves as soon as the store is available. */
export async function serveWhenStoreIsAvailable(config: Config, { prepare, announce }: Start): Promise<void> {
  limitNewSpace();
  const log = openLog(config);
  const start = async () => {
    await prepare();
    return serve(config);
  };
  try {
    const serving = await retryWhileUnavailable(config, log, start);
    await retryWhileUnavailable(config, log, () => announce(serving));
  } finally {
    await flushLog(log);
  }
}

/**
 * The serving process: one snapshot in shared memory, one or more threads that answer from it on the same port, and a poll of
 * the store that sends every thread the next snapshot.
 */
export async function serve(config: Config, clock?: () => number): Promise<RunningServer> {
  const releasePort = await claimPort(config);
  try {
    return await serveOn(await findPort(config), config, clock);
  } finally {
    await releasePort();
  }
}

/**
 * Threads that start later get the size. That of the main thread cannot be changed any more; only its growth can be stopped, which
 * is allowed again when V8 has shrunk it.
 */
function limitNewSpace(): void {
  for (const limit of ['min', 'max']) setFlagsFromString(`--${limit}-semi-space-size=${SEMI_SPACE_MB}`);
  setInterval(() => {
    const { space_size: bytes = 0 } =
      getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space') ?? {};
    setFlagsFromString(`--semi-space-growth-factor=${bytes < SEMI_SPACE_MB * MEGABYTE ? 2 : 1}`);
  }, CHECK_MS).unref();
}

async function serveOn(port: number, config: Config, clock?: () => number): Promise<RunningServer> {
  const building = buildInThread(config);
  // It is awaited below; an earlier failure of something else is the one to report.
  building.catch(() => {});
  // Only Linux distributes connections over the threads that share a port (SO_REUSEPORT).
  const threads = process.platform === 'linux' && !clock ? config.threads : 1;
  const fixed = { ...config, port, threads };
  const publicUrl = publicUrlOf(fixed);
  const metrics = allocateMetrics(METRIC_ROUTES, threads);
  const lastCall = allocateLastCall();
  const log = openLog(config);
  const store = await openStore(fixed);
  const fail = async (error: unknown): Promise<never> => {
    await store.close();
    throw error;
  };
  // Read before any thread caches a key, so that no change is missed.
  const { accounts: accountsRevision } = await store.readRevisions().catch(fail);
  let snapshot = await building.catch(fail);

  const parts = (thread: number): ThreadOptions => ({
    ...{ config: fixed, publicUrl, snapshot, metrics, lastCall, thread },
    reusePort: threads > 1,
  });
  // The main thread serves first; the workers join while it already answers.
  const first = await startThread({ ...parts(0), clock }).catch(fail);
  const serving = [first, ...Array.from({ length: threads - 1 }, (_, i) => startWorker(parts(i + 1), log))];
  const broadcast = (message: ThreadMessage) => serving.forEach((thread) => void thread.send(message));

  const logError = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const stopWatch = watchRevisions({
    from: { catalog: snapshot.revision, accounts: accountsRevision },
    read: store.readRevisions,
    everyMs: store.pollMs,
    onCatalog: async () => {
      snapshot = await buildInThread(fixed, snapshot);
      broadcast({ type: 'snapshot', snapshot });
      log.info({ revision: snapshot.revision, games: snapshot.ids.length }, 'catalog changed');
      return snapshot.revision;
    },
    onAccounts: () => broadcast({ type: 'accounts changed' }),
    onError: logError('polling the store for changes failed'),
  });
  const stopPurge = startPurge(store, clock ?? Date.now, logError('removing expired sign-in attempts failed'));
  const stopDumps = startDumps(fixed, store, clock ?? Date.now, log);
  const stopFollowing = startFollowing(fixed, log);
  const stopReport = startNodeReport(
    store,
    clock ?? Date.now,
    () => ({ revision: snapshot.revision, threads }),
    logError('reporting this node failed'),
  );

  return {
    url: publicUrl,
    port,
    games: snapshot.ids.length,
    close: async () => {
      broadcast({ type: 'stop' });
      await Promise.race([
        Promise.all([
          stopWatch(),
          stopPurge(),
          stopDumps(),
          stopFollowing(),
          stopReport(),
          ...serving.map((thread) => thread.stopped),
        ]),
        pause(STOP_MS, undefined, { ref: false }),
      ]);
      await store.close();
      await flushLog(log);
    },
  };
}

/** Serves in a worker thread. What is sent to it before it has started waits for that. */
function startWorker(parts: ThreadOptions, log: Log): ServingThread {
  const worker = new Worker(threadFile('serving-thread', import.meta.url), { workerData: parts });
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  worker.on('error', (error) => crash(error, log)).once('exit', () => resolve());
  return { stopped, send: (message) => worker.postMessage(message) };
}

/** A crashed thread ends the whole process: a service manager then restarts it in a clean state. */
async function crash(error: unknown, log: Log): Promise<never> {
  log.fatal({ err: error }, 'a serving thread crashed');
  await flushLog(log);
  process.exit(1);
}

import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { buildInThread, followStore } from '../catalog/follow.ts';
import type { Snapshot } from '../catalog/snapshot.ts';
import type { Config } from '../config.ts';
import { type Log, openLog } from '../log.ts';
import { openStore } from '../store/open.ts';
import { describeListenError, METRIC_ROUTES } from './http.ts';
import { metricsMemory } from './metrics.ts';
import { type Order, type ServingThread, startThread, type ThreadParts } from './thread.ts';

export interface Serving {
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
 * watch on the store that hands every thread the next snapshot.
 */
export async function serve(config: Config, clock?: () => number): Promise<Serving> {
  const building = buildInThread(config);
  const port = await findPort(config);
  // Several threads can share a port only where the system spreads connections over them.
  const threads = process.platform === 'linux' && !clock ? config.threads : 1;
  const fixed = { ...config, port, threads };
  const publicUrl = config.public_url ?? `http://localhost:${port}`;
  const metrics = metricsMemory(METRIC_ROUTES, threads);
  const log = openLog(config);
  const store = await openStore(fixed);
  // Read before any thread remembers a key, so that no change is missed.
  const accounts = await store.accounts.readRevision();
  let snapshot = await building;

  const parts = (thread: number): ThreadParts => {
    return { config: fixed, publicUrl, snapshot, metrics, thread, reusePort: threads > 1 };
  };
  // This thread serves as well, and first: the others join while it answers already.
  const serving = [await startThread({ ...parts(0), ...(clock && { clock }) })];
  const joining = Array.from({ length: threads - 1 }, (_, i) => startWorker(parts(i + 1), log));
  for (const join of joining) {
    join.then(
      (thread) => {
        thread.tell({ order: 'snapshot', snapshot });
        serving.push(thread);
      },
      (error) => dieOf(error, log),
    );
  }

  const tellAll = (order: Order) => serving.forEach((thread) => void thread.tell(order));
  const follower = followStore(
    store,
    fixed,
    { catalog: snapshot.revision, accounts },
    {
      onSnapshot: (next: Snapshot) => {
        snapshot = next;
        tellAll({ order: 'snapshot', snapshot });
        log.info({ revision: snapshot.revision, games: snapshot.ids.length }, 'catalog changed');
      },
      onAccounts: () => tellAll({ order: 'forget keys' }),
      onError: (error) => log.error({ err: error }, 'the store could not be followed'),
    },
  );
  return {
    url: publicUrl,
    port,
    games: snapshot.ids.length,
    close: async () => {
      await follower.stop();
      await Promise.allSettled(joining);
      tellAll({ order: 'stop' });
      await withDeadline(Promise.all(serving.map((thread) => thread.stopped)), STOP_MS);
      await store.close();
      log.flush();
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
function startWorker(parts: ThreadParts, log: Log): Promise<ServingThread> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./thread.${extension}`, import.meta.url), {
    workerData: { ...parts, serving: true },
  });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const { promise: ready, resolve, reject } = Promise.withResolvers<ServingThread>();
  worker.once('message', () => resolve({ stopped, tell: (order) => worker.postMessage(order) }));
  worker.once('message', () => worker.on('error', (error) => dieOf(error, log)));
  worker.on('error', reject);
  worker.once('exit', () => stop());
  return ready;
}

/** A thread that dies of a bug takes the process with it: a service manager starts it anew, whole. */
function dieOf(error: unknown, log: Log): void {
  log.fatal({ err: error }, 'a serving thread died');
  log.flush(() => process.exit(1));
}

async function withDeadline(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise: deadline, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work, deadline]);
  clearTimeout(timer);
}

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { isDumpDue, readDumpState } from '../merging/export/dump-claim.ts';
import { startDump } from '../merging/export/start-dump.ts';
import { startFollow } from '../merging/mirror/start-follow.ts';
import { listNodes, putNode } from '../store/status.ts';
import type { Revisions, Store } from '../store/store.ts';
import { VERSION } from '../version.ts';

interface WatchOptions {
  /** The revisions that are already loaded. */
  from: Revisions;
  read(): Promise<Revisions>;
  everyMs: number;
  /** Never called concurrently; resolves to the revision that is loaded afterwards. */
  onCatalog(): Promise<number>;
  onAccounts(): void;
  onError(error: unknown): void;
}

/**
 * Polls the revisions, which any process may have increased. Building the next snapshot of a large catalog takes seconds; account
 * changes are still polled meanwhile, so that a revoked key stops working in time. Returns a function that stops it.
 */
export function watchRevisions({
  from,
  read,
  everyMs,
  onCatalog,
  onAccounts,
  onError,
}: WatchOptions): () => Promise<void> {
  const known = { ...from };
  let isRefreshing = false;
  const refreshCatalog = async (isStopped: () => boolean) => {
    isRefreshing = true;
    try {
      known.catalog = await onCatalog();
    } catch (error) {
      if (!isStopped()) onError(error);
    }
    isRefreshing = false;
  };
  const poll = async (isStopped: () => boolean) => {
    const { catalog, accounts } = await read();
    if (isStopped()) return;
    if (accounts !== known.accounts) onAccounts();
    known.accounts = accounts;
    if (catalog !== known.catalog && !isRefreshing) void refreshCatalog(isStopped);
  };
  return repeat(poll, everyMs, onError);
}

const MINUTE_MS = 60_000;
/** After a crash. */
const RESTART_MS = 10_000;

/** Does the work now and then every so often. Returns a function that ends it, and resolves when the last work has ended. */
function repeat(
  work: (isStopped: () => boolean) => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async () => {
    await work(() => isStopped).catch((error) => isStopped || onError(error));
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run();
    }, everyMs).unref();
  };
  let running = run();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

/** Removes expired sign-in attempts, and what imports left on disk. Every node does this; they do not disturb each other. */
export function startPurge(
  { attempts, tidy }: Pick<Store, 'attempts' | 'tidy'>,
  clock: () => number,
  onError: (error: unknown) => void,
  everyMs = MINUTE_MS,
): () => Promise<void> {
  const purge = async (isStopped: () => boolean) => {
    tidy?.();
    while (!isStopped() && (await attempts.removeExpired(clock())) > 0);
  };
  return repeat(purge, everyMs, onError);
}

/** Makes data dumps as often as the setting says. Of several nodes the first one makes each. */
export function startDumps(config: Config, { status }: Pick<Store, 'status'>, clock: () => number, log: Log) {
  const { dumps: period } = config;
  let running: ReturnType<typeof startDump> | undefined;
  const makeIfDue = async (isStopped: () => boolean) => {
    if (!isDumpDue(await readDumpState(status), period, clock())) return;
    running = startDump({ config, period });
    const outcome = await running.ended;
    running = undefined;
    if ('name' in outcome) log.info(outcome, 'data dump made');
    else if (!isStopped() && !outcome.isRunning) log.error(outcome, 'making a data dump failed');
  };
  const end = repeat(makeIfDue, MINUTE_MS, (error) => log.error({ err: error }, 'making a data dump failed'));
  return async () => {
    running?.stop();
    await end();
  };
}

/** Follows the original of a mirror. Of several nodes one does; the others try to. */
export function startFollowing(config: Config, log: Log): () => Promise<void> {
  if (config.follow === undefined) return async () => {};
  let running: ReturnType<typeof startFollow> | undefined;
  const run = async (isStopped: () => boolean) => {
    running = startFollow(config, (message) =>
      'problem' in message ? log.warn(message, 'following failed') : log.info(message, 'followed'),
    );
    const problem = await running.ended;
    if (!isStopped()) log.error({ problem }, 'following was interrupted');
  };
  const end = repeat(run, RESTART_MS, (error) => log.error({ err: error }, 'following failed'));
  return () => {
    const ended = end();
    running?.stop();
    return ended;
  };
}

/** Reports this process in the store, for the operator. */
export function startNodeReport(
  { status }: Pick<Store, 'status'>,
  clock: () => number,
  facts: () => { revision: number; threads: number },
  onError: (error: unknown) => void,
): () => Promise<void> {
  const id = randomUUID();
  const startedAt = clock();
  const report = async () => {
    const memoryBytes = process.memoryUsage.rss();
    const node = { host: hostname(), version: VERSION, startedAt, seenAt: clock(), memoryBytes, ...facts() };
    await putNode(status, id, node);
    // Removes those that were killed.
    await listNodes(status, clock());
  };
  const end = repeat(report, MINUTE_MS, onError);
  return async () => {
    await end();
    await status.remove('node', id).catch(onError);
  };
}

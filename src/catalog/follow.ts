import { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';
import type { Snapshot } from './snapshot.ts';

export interface Follower {
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

/** What the threads know already. */
export interface Revisions {
  catalog: number;
  accounts: number;
}

export interface Followed {
  onSnapshot(snapshot: Snapshot): void;
  onAccounts(): void;
  onError(error: unknown): void;
}

/** A quarter of the two seconds in which an import must be visible; the rest is for building. */
const POLL_MS = 500;

/** Builds the snapshot of the newest revision in a thread of its own. */
export function buildInThread(config: Config): Promise<Snapshot> {
  return new Promise((resolve, reject) => {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const worker = new Worker(new URL(`./snapshot-thread.${extension}`, import.meta.url), { workerData: config });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`building the snapshot ended with code ${code}`)));
  });
}

/** Watches the revisions in the store; whoever wrote there, this process or another, is noticed. */
export function followStore(store: Store, config: Config, from: Revisions, to: Followed): Follower {
  let { catalog, accounts } = from;
  let stopped = false;
  let timer: NodeJS.Timeout;
  let looking: Promise<void> = Promise.resolve();

  const look = async () => {
    const newest = await store.accounts.readRevision();
    if (newest !== accounts) to.onAccounts();
    accounts = newest;
    if ((await store.catalog.readRevision()) === catalog) return;
    const snapshot = await buildInThread(config);
    catalog = snapshot.revision;
    if (!stopped) to.onSnapshot(snapshot);
  };
  const again = () => {
    timer = setTimeout(async () => {
      looking = look().catch(to.onError);
      await looking;
      if (!stopped) again();
    }, POLL_MS);
  };
  again();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return looking;
    },
  };
}

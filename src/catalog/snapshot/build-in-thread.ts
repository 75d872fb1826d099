import type { Config } from '../../config.ts';
import { startThread } from '../../threads.ts';
import type { Snapshot } from './snapshot.ts';

export interface BuildRequest {
  config: Config;
  /** The current snapshot, if this process serves already and so has opened the store. */
  previous?: Snapshot | undefined;
}

/** Builds the snapshot of the newest revision in a worker thread. */
export function buildInThread(config: Config, previous?: Snapshot): Promise<Snapshot> {
  return startThread<BuildRequest>('snapshot-thread', import.meta.url).ask({ config, previous });
}

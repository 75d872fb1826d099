import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { isStoreUnavailable } from '../store/open.ts';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

/**
 * Retries while the store is unavailable and logs each failure. A wrong password is retried too: while it is being rotated, the
 * database and our settings differ for a moment.
 */
export async function retryWhileUnavailable<T>(config: Config, log: Log, attempt: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isStoreUnavailable(config, error)) throw error;
      const retryMs = backoffMs(failures, Math.random());
      log.error({ retryMs }, (error as Error).message);
      await pause(retryMs);
    }
  }
}

/** Exponential backoff with jitter, so that the nodes of a fleet do not all reconnect at once. */
export function backoffMs(failures: number, random: number): number {
  const most = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return Math.round(most * (0.5 + random / 2));
}

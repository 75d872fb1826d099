import type { Store } from '../store/store.ts';

export interface PurgeTimer {
  stop(): void;
}

const EVERY_MS = 60_000;

/**
 * Removes expired sign-in attempts now and then every minute. Every node does this; they do not disturb each other.
 */
export function startPurge(
  { attempts }: Pick<Store, 'attempts'>,
  clock: () => number,
  onError: (error: unknown) => void,
  everyMs = EVERY_MS,
): PurgeTimer {
  let isStopped = false;
  let isRunning = false;
  const purge = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      while (!isStopped && (await attempts.removeExpired(clock())) > 0);
    } catch (error) {
      if (!isStopped) onError(error);
    }
    isRunning = false;
  };
  const timer = setInterval(purge, everyMs).unref();
  void purge();
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

import type { Store } from '../store/store.ts';

const EVERY_MS = 60_000;

/**
 * Removes expired sign-in attempts now and then every minute. Every node does this; they do not disturb each other. Returns
 * a function that stops it.
 */
export function startPurge(
  { attempts }: Pick<Store, 'attempts'>,
  clock: () => number,
  onError: (error: unknown) => void,
  everyMs = EVERY_MS,
): () => void {
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
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

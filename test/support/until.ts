import { setTimeout as pause } from 'node:timers/promises';

/** Between two looks, by the time waited so far: a look may cost as much as what is waited for. */
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/**
 * Polls until a condition is true, and fails after `limit` milliseconds. The default is generous: waiting costs nothing, and
 * a loaded machine is slow. A shorter limit states how soon the program promises something.
 */
export async function until(condition: () => boolean | Promise<boolean>, limit = 120_000): Promise<void> {
  const startedAt = Date.now();
  while (!(await condition())) {
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > limit) throw new Error(`the condition was not met within ${limit} ms`);
    await pause(Math.min(Math.max(waitedMs / 20, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
  }
}

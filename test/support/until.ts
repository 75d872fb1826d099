import { setTimeout as pause } from 'node:timers/promises';

/** Polls until a condition is true, and fails after `limit` milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, limit = 10_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`the condition was not met within ${limit} ms`);
    await pause(20);
  }
}

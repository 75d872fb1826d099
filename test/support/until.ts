import { setTimeout as pause } from 'node:timers/promises';

/** Waits for something that another thread or process is about to do; gives up after `limit` milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, limit = 10_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`nothing happened within ${limit} ms`);
    await pause(20);
  }
}

import { setTimeout as pause } from 'node:timers/promises';

const HOUR_MS = 3_600_000;
/** What a test compares of an hour's counts takes less than this, also on a busy machine. */
const MARGIN_MS = 60_000;

/** Waits for something that another thread or process is about to do; gives up after `limit` milliseconds. */
export async function until(condition: () => boolean | Promise<boolean>, limit = 10_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`nothing happened within ${limit} ms`);
    await pause(20);
  }
}

/** Counts of an hour are compared: a new one must not begin meanwhile. */
export async function amidTheHour(): Promise<void> {
  await until(() => HOUR_MS - (Date.now() % HOUR_MS) > MARGIN_MS, MARGIN_MS + 1000);
}

import { existsSync, readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL } = constants.priority;
const THREADS = '/proc/self/task';

/** Lets a server on the same machine go first. On an idle machine this process is as fast as before. */
export function lowerPriority(): void {
  for (const thread of listThreads()) {
    try {
      if (getPriority(thread) < PRIORITY_BELOW_NORMAL) setPriority(thread, PRIORITY_BELOW_NORMAL);
    } catch {
      // The thread has ended, or we lack the permission: keep its priority.
    }
  }
}

/** Linux has a priority per thread, which new threads inherit; elsewhere it belongs to the process. */
function listThreads(): number[] {
  return existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid];
}

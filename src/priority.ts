import { existsSync, readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/** Lets a server on the same machine go first. On an idle machine the process is as fast as before. */
export function lowerPriority(pid = process.pid): void {
  for (const thread of listThreads(pid)) {
    try {
      if (getPriority(thread) < PRIORITY_BELOW_NORMAL) setPriority(thread, PRIORITY_BELOW_NORMAL);
    } catch {
      // The thread has ended, or we lack the permission: keep its priority.
    }
  }
}

/** Linux has a priority per thread, which new threads inherit; elsewhere it belongs to the process. */
function listThreads(pid: number): number[] {
  const threads = `/proc/${pid}/task`;
  return existsSync(threads) ? readdirSync(threads).map(Number) : [pid];
}

import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from '../../bench/connection.ts';
import type { Target } from './target.ts';

/** For each path: how many answers had each status, and the slowest. */
export type Watched = Record<string, { statuses: Record<string, number>; slowestMs: number }>;

const EVERY_MS = 250;

/** Asks for health and, as an operator, for a page, each time with a new connection. Returns how to stop it. */
export async function watchOthers({ port, operator }: Target): Promise<() => Promise<Watched>> {
  const watched: Watched = {};
  let isStopped = false;
  const watch = async (path: string, headers: Record<string, string> = {}) => {
    const seen = { statuses: {} as Record<string, number>, slowestMs: 0 };
    watched[path] = seen;
    for (; !isStopped; await pause(EVERY_MS)) {
      const startedAt = performance.now();
      const connection = await openConnection(port);
      const { status } = await connection.get(path, headers);
      connection.close();
      seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - startedAt);
    }
  };
  const watching = [watch('/healthz'), watch('/readyz'), watch('/operator/accounts', { cookie: operator })];
  return async () => {
    isStopped = true;
    await Promise.all(watching);
    return watched;
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { type Connection, openConnection } from './connection.ts';

/** The input of the load process. */
export interface LoadOptions {
  port: number;
  connections: number;
  seconds: number;
  headers: Record<string, string>;
  /** Requested in a cycle by the next free connection. */
  paths: string[];
}

/** The report of the load process. */
export interface LoadReport {
  /** Answered ones. */
  requests: number;
  /** Refused because the server was busy, and sent again after the time that it asked for. */
  refused: number;
  seconds: number;
  bytes: number;
  latenciesMs: number[];
  /** CPU time of the load process. */
  cpuSeconds: number;
}

/** Sends requests as fast as possible over several connections. */
async function load({ port, connections, seconds, headers, paths }: LoadOptions): Promise<LoadReport> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const latenciesMs: number[] = [];
  let next = 0;
  let bytes = 0;
  let refused = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  const requestUntilEnd = async (get: (path: string) => ReturnType<Connection['get']>) => {
    for (let now = performance.now(); now < endAt; ) {
      const path = paths[next++ % paths.length] as string;
      const reply = await get(path);
      if (reply.status === 503 && reply.retryAfter) {
        refused++;
        await wait(Math.min(Number(reply.retryAfter) * 1000, endAt - performance.now()));
        now = performance.now();
        continue;
      }
      if (reply.status !== 200) throw new Error(`${path} returned ${reply.status}`);
      bytes += reply.bytes;
      const after = performance.now();
      latenciesMs.push(after - now);
      now = after;
    }
  };
  await Promise.all(clients.map((client) => requestUntilEnd((path) => client.get(path, headers))));
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const client of clients) client.close();
  return {
    requests: latenciesMs.length,
    refused,
    seconds: (performance.now() - startedAt) / 1000,
    bytes,
    latenciesMs,
    cpuSeconds: (user + system) / 1e6,
  };
}

// Exits with the parent process.
process.once('disconnect', () => process.exit());
process.once('message', async (options) => {
  process.send?.(await load(options as LoadOptions));
});

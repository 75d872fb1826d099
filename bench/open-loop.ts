import { setTimeout as wait } from 'node:timers/promises';
import { openConnection } from './connection.ts';
import type { Server } from './server.ts';

/** Request rate of a busy small installation. */
const PER_SECOND = 100;
const CONNECTIONS = 8;

/**
 * Sends requests until `work` is done and returns their latencies in milliseconds. Requests are sent on schedule, whatever the
 * response times (open loop), so that the wait for a free connection counts as latency.
 */
export async function measureDuring(
  { port }: Pick<Server, 'port'>,
  key: string,
  paths: readonly string[],
  work: Promise<unknown>,
): Promise<number[]> {
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)));
  const waiting: (() => void)[] = [];
  const latenciesMs: number[] = [];
  let isDone = false;
  const request = async (path: string) => {
    const startedAt = performance.now();
    if (free.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    // The one that waited longest: the server closes connections that are not used.
    const connection = free.shift() as (typeof free)[number];
    const { status } = await connection.get(path, { 'x-api-key': key });
    if (status !== 200) throw new Error(`${path} returned ${status}`);
    latenciesMs.push(performance.now() - startedAt);
    free.push(connection);
    waiting.shift()?.();
  };
  void work.finally(() => {
    isDone = true;
  });
  const startedAt = performance.now();
  const sent: Promise<void>[] = [];
  for (let i = 0; !isDone; i++) {
    sent.push(request(paths[i % paths.length] as string));
    await wait(Math.max(0, startedAt + ((i + 1) * 1000) / PER_SECOND - performance.now()));
  }
  await Promise.all(sent);
  await work;
  for (const connection of free) connection.close();
  return latenciesMs;
}

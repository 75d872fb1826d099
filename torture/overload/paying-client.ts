import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, openConnection } from '../../bench/connection.ts';
import type { Random } from '../random.ts';
import type { Target } from './target.ts';

/** Calls of a client with a key, sent on schedule, whatever the latency. */
export interface PaidCalls {
  /** The latencies of answers with 200. */
  servedMs: number[];
  /** How many answers had another status. */
  refused: number;
}

const PER_SECOND = 100;
/** Used in turn, so that all serving threads get calls. */
const CONNECTIONS = 8;
const PATHS = 500;

export async function measureKey(
  { port, key }: Target,
  random: Random,
  seconds: number,
  connections = CONNECTIONS,
): Promise<PaidCalls> {
  const paths = listCalls(random, PATHS);
  const free = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const waiting: (() => void)[] = [];
  const result: PaidCalls = { servedMs: [], refused: 0 };
  const call = async (path: string) => {
    const startedAt = performance.now();
    if (free.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    const connection = free.shift() as Connection;
    const { status } = await connection.get(path, { 'x-api-key': key });
    if (status === 200) result.servedMs.push(performance.now() - startedAt);
    else result.refused++;
    free.push(connection);
    waiting.shift()?.();
  };
  const startedAt = performance.now();
  const sent: Promise<void>[] = [];
  for (let i = 0; i < seconds * PER_SECOND; i++) {
    await pause(Math.max(0, startedAt + (i * 1000) / PER_SECOND - performance.now()));
    sent.push(call(paths[i % PATHS] as string));
  }
  await Promise.all(sent);
  for (const connection of free) connection.close();
  return result;
}

function listCalls(random: Random, count: number): string[] {
  const kinds = [
    () => `/v1/games?title=${random.pick(['mario', 'star', 'world', 'king', 'a'])}&offset=${random.below(50)}`,
    () => `/v1/games/search?q=${random.pick(['super', 'sonic', 'street', 'zelda'])}&limit=20`,
    () => `/v1/games?limit=20&offset=${random.below(100)}`,
    () => '/v1/platforms',
  ];
  return Array.from({ length: count }, () => random.pick(kinds)());
}

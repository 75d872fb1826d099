import { CALLS_PER_SECOND, type Calls, callOnSchedule } from '../../bench/client.ts';
import type { Random } from '../random.ts';
import type { Target } from './target.ts';

const PATHS = 500;

/** Calls of a client with a key, sent on schedule. */
export function measureKey(
  { port, key }: Target,
  random: Random,
  seconds: number,
  connections?: number,
): Promise<Calls> {
  const paths = listCalls(random, PATHS);
  return callOnSchedule({ port, key, paths, connections }, (sent) => sent >= seconds * CALLS_PER_SECOND);
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

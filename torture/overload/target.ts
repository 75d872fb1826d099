import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { CALLS_PER_SECOND, type Calls, callOnSchedule } from '../../bench/client.ts';
import { Ludex } from '../../client/index.js';
import { readConfig } from '../../src/config.ts';
import { addPerson, PASSWORD, startedSession } from '../../test/support/accounts.ts';
import type { Random } from '../../test/support/random.ts';
import { runWell } from '../../test/support/servers/command.ts';
import { type ServerChild, startServer } from '../child.ts';
import { addLargePage, addPictures } from './games.ts';

export { PASSWORD };

/** A server, and what clients know of it. */
export interface Target extends Pick<ServerChild, 'url' | 'port' | 'pid' | 'stop'> {
  /** A key without limits. */
  key: string;
  /** A key of the free plan. */
  freeKey: string;
  /** An account with a password. */
  email: string;
  games: number[];
  /** Imports games with pictures; returns the paths of their thumbnails, most of which are not made yet. */
  addPictures(): Promise<string[]>;
  /** Imports a game; returns the path of its page of more than 440 KB. */
  addLargePage(): Promise<string>;
  /** The cookie of an operator who is signed in. */
  operator: string;
}

/** Starts the real program with new accounts. */
export async function startTarget(data: string, settings: Record<string, string>, core?: number): Promise<Target> {
  const env = { LUDEX_DATA: data, LUDEX_LOG_LEVEL: 'silent', ...settings };
  const { url, port, pid, stop } = await startServer(env, core);
  const suffix = `${Date.now()}@example.org`;
  const email = `person${suffix}`;
  const config = readConfig({}, env);
  await untilAllListen(port, config.threads);
  await addPerson({ config }, email);
  const { accountId } = await addPerson({ config }, `operator${suffix}`, 'operator');
  const operator = await startedSession({ config }, accountId, Date.now());
  const addKey = async (name: string, plan: string) =>
    (await runWell(['account', 'add', `${name}${suffix}`, '--plan', plan], env)).trim();
  const key = await addKey('client', 'unlimited');
  const freeKey = await addKey('visitor', 'free');
  return {
    url,
    port,
    pid,
    key,
    freeKey,
    email,
    games: await listGames(url, key),
    operator,
    addPictures: () => addPictures({ url, key, env }),
    addLargePage: () => addLargePage({ url, key, env }),
    stop,
  };
}

const POLL_MS = 50;

/**
 * Waits for all serving threads, which join while the first one answers. The first call of a key in a thread waits among
 * the visits of its network: it must not come during an attack.
 */
async function untilAllListen(port: number, threads: number): Promise<void> {
  // Elsewhere there is one thread.
  if (process.platform !== 'linux') return;
  const listening = new RegExp(`:${port.toString(16).toUpperCase().padStart(4, '0')} \\S+ 0A `, 'g');
  while (((await readFile('/proc/net/tcp', 'utf8')).match(listening)?.length ?? 0) < threads) await pause(POLL_MS);
}

const MOST_GAMES = 2000;

async function listGames(url: string, key: string): Promise<number[]> {
  const ids: number[] = [];
  for await (const id of new Ludex(url, { key }).games({ format: 'id' })) if (ids.push(id) === MOST_GAMES) break;
  return ids;
}

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

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { openRandom } from '../../test/support/random.ts';
import { runWell } from '../../test/support/servers/command.ts';
import type { PostgresServer } from '../../test/support/servers/postgres.ts';
import { type Child, startChild } from '../child.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { serveAndKill } from './serve-and-kill.ts';
import { CHECK, look, openWorld, type World } from './world.ts';

export interface CrashOptions {
  seed: number;
  rounds: number;
  /** Starts no round after so many minutes. */
  minutes?: number | undefined;
  /** PostgreSQL instead of SQLite. */
  databaseUrl?: string | undefined;
  /** The name of an operation, or serve; default all. */
  only?: string | undefined;
  /** Kill this PostgreSQL instead of the commands, which may then fail. */
  killedDatabase?: PostgresServer | undefined;
  onRound?: (line: string) => void;
}

export interface CrashResult {
  killed: number;
  /** Commands that ended before they were killed. */
  finished: number;
}

/** When a command is killed, as parts of its usual time. Before that it only loads its modules; some end before they are killed. */
const [EARLIEST, LATEST] = [0.35, 1.15];
/** After each kill a command gets more time, until one ends again. */
const SLOWER = 1.1;
const MINUTE_MS = 60_000;
const SERVE = 'serve';
/** One round in so many kills a server. */
const SERVE_EVERY = 5;

/**
 * Runs commands, kills each at a random time, and checks after each that nothing is damaged, that everything which was acknowledged
 * is there, and that the rest was done wholly or not at all. A seed repeats the commands and the delays; the moment within a
 * command depends on the machine.
 */
export async function crash(options: CrashOptions): Promise<CrashResult> {
  const { seed, rounds, minutes = Infinity, databaseUrl, only, killedDatabase, onRound } = options;
  const endAt = performance.now() + minutes * MINUTE_MS;
  const random = openRandom(seed);
  const world = openWorld(random, databaseUrl);
  const result: CrashResult = { killed: 0, finished: 0 };
  // The first import is not killed: it tells how long commands take here.
  const { ms } = await runFor(world, OPERATIONS[0] as Operation);
  const usualMs = new Map(OPERATIONS.map(({ name }) => [name, ms]));
  for (let round = 1; round <= rounds && performance.now() < endAt; round++) {
    const isServer = only === SERVE || (only === undefined && !killedDatabase && random.below(SERVE_EVERY) === 0);
    const what = isServer ? await serveAndKill(world) : await runAndKill(world, usualMs, options);
    result[what.wasKilled ? 'killed' : 'finished']++;
    await runWell(CHECK, world.env);
    onRound?.(`${round}: ${what.text}; ${world.games} games, ${world.emails.size} accounts`);
  }
  return result;
}

async function runAndKill(world: World, usualMs: Map<string, number>, { only, killedDatabase }: CrashOptions) {
  const { random } = world;
  const possible = OPERATIONS.filter(({ name, isPossible }) => name === (only ?? name) && isPossible(world));
  const operation = random.pick(possible);
  const delayMs = (EARLIEST + random.next() * (LATEST - EARLIEST)) * (usualMs.get(operation.name) as number);
  const { code, ms, wasKilled } = await runFor(world, operation, { delayMs, killedDatabase });
  usualMs.set(operation.name, code === 0 ? ms : (usualMs.get(operation.name) as number) * SLOWER);
  return { wasKilled, text: `${operation.name} ${wasKilled ? 'killed' : 'ended'} after ${Math.round(ms)} ms` };
}

interface Kill {
  delayMs: number;
  killedDatabase?: PostgresServer | undefined;
}

async function runFor(world: World, operation: Operation, kill?: Kill) {
  const { args, settle } = await operation.begin(world);
  const startedAt = performance.now();
  const child = startChild(args, world.env);
  const killing = kill && killAfter(child, kill);
  const code = await child.ended;
  const ms = performance.now() - startedAt;
  const wasKilled = (await killing) ?? false;
  if (wasKilled && code === 1) assert.match(child.output(), UNREACHABLE);
  else assert.ok(code === 0 || code === null, `${operation.name} ended with ${code}: ${child.output()}`);
  const seen = await look(world);
  await settle(seen, code === 0);
  for (const email of world.emails) assert.ok(seen.emails.has(email), `${email} is still there`);
  assert.equal(seen.games, world.games);
  return { code, ms, wasKilled };
}

/** What a command says whose database was killed: one sentence, perhaps after its progress. */
const UNREACHABLE = /^ludex: [^\n]*\n$/m;

/** Whether the command was still running. */
async function killAfter({ process: child, ended }: Child, { delayMs, killedDatabase }: Kill): Promise<boolean> {
  const timeout = new AbortController();
  const hasEnded = await Promise.race([
    ended.then(() => true),
    pause(delayMs, false, { signal: timeout.signal }),
  ]).finally(() => timeout.abort());
  if (hasEnded) return false;
  if (killedDatabase) {
    await killedDatabase.kill();
    await killedDatabase.start();
  } else child.kill('SIGKILL');
  return true;
}

import { setTimeout as pause } from 'node:timers/promises';
import { type Calls, openConnection, percentile } from '../../bench/client.ts';
import { canPin, pinThisProcess, readResidentMb } from '../../bench/processes.ts';
import type { Random } from '../../test/support/random.ts';
import { get, letters } from './attacks.ts';
import { describeStatuses, type HammerResult, startHammer, WORD } from './start-hammer.ts';
import { measureKey, startTarget, type Target } from './target.ts';

interface CrowdOptions {
  data: string;
  settings: Record<string, string>;
  random: Random;
  seconds: number;
}

export interface CrowdResult {
  /** Calls per second that were answered when as many were sent as the server could answer. */
  capacity: number;
  seconds: number;
  /** Whether server and clients had a core each. */
  isPinned: boolean;
  offered: HammerResult;
  /** Calls of another client with a key, 100 a second, before and meanwhile. */
  quietMs: number[];
  measured: Calls;
  /** Health checks and an operator, meanwhile. */
  watched: Watched;
  recoveredMs: number;
  residentMb: number;
}

const TIMES_CAPACITY = 10;
const [SERVER_CORE, CLIENT_CORE] = [0, 1];
/** One thread, so that one core of clients can send ten times as much; the limits of other numbers of threads are the same in each. */
const SETTINGS = {
  LUDEX_THREADS: '1',
  LUDEX_CONNECTIONS_PER_ADDRESS: 'none',
};
const TEMPLATES = 5000;
/** Words that no title has are compared with all similar ones. */
const [WORDS, SYLLABLES] = [14, ['ma', 'su', 'st', 're', 'co', 'ba', 'pa', 'tu', 'lo', 'di']];
const CAPACITY_CONNECTIONS = 16;
/** So many that a connection is free whenever a call is due. */
const CROWD_CONNECTIONS = 4000;
/** More than calls in 250 ms, so that none waits in the client. */
const MEASURING_CONNECTIONS = 64;
const [LONGEST_WARM_UP, LONGEST_QUIET] = [5, 20];

/** Ten times the calls that one serving thread can answer, all with a key. */
export async function measureCrowd({ data, settings, random, seconds }: CrowdOptions): Promise<CrowdResult> {
  pinThisProcess(CLIENT_CORE);
  const target = await startTarget(data, { ...SETTINGS, ...settings }, SERVER_CORE);
  const { port, pid } = target;
  const quietSeconds = Math.min(seconds, LONGEST_QUIET);
  const measure = (duration: number) => measureKey(target, random, duration, MEASURING_CONNECTIONS);
  try {
    const requests = listExpensiveCalls(target, random);
    const full = { port, requests, connections: CAPACITY_CONNECTIONS, core: CLIENT_CORE };
    await measureServed(full, Math.min(seconds, LONGEST_WARM_UP));
    const capacity = await measureServed(full, quietSeconds);
    const { servedMs: quietMs } = await measure(quietSeconds);
    const perSecond = capacity * TIMES_CAPACITY;
    const stop = await startHammer({ ...full, connections: CROWD_CONNECTIONS, perSecond });
    const startedAt = performance.now();
    const stopWatching = await watchOthers(target);
    const measured = await measure(seconds);
    const watched = await stopWatching();
    const sentSeconds = (performance.now() - startedAt) / 1000;
    const stopped = stop();
    const recoveredMs = await measureRecovery(target, 3 * percentile(quietMs, 0.99));
    const offered = await stopped;
    return {
      capacity,
      seconds: sentSeconds,
      isPinned: canPin,
      offered,
      quietMs,
      measured,
      watched,
      recoveredMs,
      residentMb: readResidentMb(pid),
    };
  } finally {
    await target.stop();
  }
}

/** Long to compute, short to send and to read, and each one new, so that no cache has the answer. */
function listExpensiveCalls({ key }: Target, random: Random): string[] {
  const words = () => Array.from({ length: WORDS }, () => random.pick(SYLLABLES) + letters(random, 5)).join('+');
  return Array.from({ length: TEMPLATES }, () => get(`/v1/suggest?q=${words()}+${WORD}`, `X-API-Key: ${key}\r\n`));
}

async function measureServed(options: Parameters<typeof startHammer>[0], seconds: number): Promise<number> {
  const stop = await startHammer(options);
  await pause(seconds * 1000);
  return (await stop()).servedMs.length / seconds;
}

const CALLS_IN_A_ROW = 20;
const [RECOVERY_POLL_MS, GIVE_UP_MS] = [10, 60_000];

/** The time until calls are served again one after another, as fast as without the crowd. */
async function measureRecovery({ url, key }: Target, longestMs: number): Promise<number> {
  const stoppedAt = performance.now();
  let recoveredMs = 0;
  for (let inARow = 0; inARow < CALLS_IN_A_ROW && recoveredMs < GIVE_UP_MS; await pause(RECOVERY_POLL_MS)) {
    const startedAt = performance.now();
    const { status } = await fetch(`${url}/v1/platforms`, { headers: { 'x-api-key': key } });
    const now = performance.now();
    if (inARow === 0) recoveredMs = now - stoppedAt;
    inARow = status === 200 && now - startedAt <= longestMs ? inARow + 1 : 0;
  }
  return recoveredMs;
}

/** For each path: how many answers had each status, and the slowest. */
type Watched = Record<string, { statuses: Record<string, number>; slowestMs: number }>;

const EVERY_MS = 250;

/** Asks for health and, as an operator, for a page, each time with a new connection. Returns how to stop it. */
async function watchOthers({ port, operator }: Target): Promise<() => Promise<Watched>> {
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

export function describeCrowd(crowd: CrowdResult): string {
  const { capacity, offered, quietMs, measured, watched, recoveredMs, residentMb } = crowd;
  const cores = crowd.isPinned
    ? 'a core for the server and one for the clients'
    : 'server and clients on the same cores';
  const others = Object.entries(watched).map(
    ([path, seen]) => `${path} ${describeStatuses(seen)}, slowest ${seen.slowestMs.toFixed(0)} ms`,
  );
  return [
    `capacity of one serving thread: ${Math.round(capacity)} calls a second (${cores})`,
    `sent for ${crowd.seconds.toFixed(0)} s: ${timesSent(crowd).toFixed(1)} times the capacity, ` +
      `${Math.round(offered.sent / crowd.seconds)} calls a second; ${offered.unsent} more found no free connection`,
    `answers: ${describeStatuses(offered)}; ${offered.withoutRetryAfter} × 503 without Retry-After`,
    `served calls of the crowd: ${describeTimes(offered.servedMs)}`,
    `another client with 100 calls a second: ${describeTimes(measured.servedMs)}, ${measured.servedMs.length} times served, ` +
      `${measured.refused} times refused; before: ${describeTimes(quietMs)}`,
    ...others,
    `served as before ${recoveredMs.toFixed(0)} ms after the end; ${Math.round(residentMb)} MB`,
  ].join('\n  ');
}

function describeTimes(values: readonly number[]): string {
  return `p50 ${percentile(values, 0.5).toFixed(0)} ms, p99 ${percentile(values, 0.99).toFixed(0)} ms`;
}

function timesSent({ capacity, offered, seconds }: CrowdResult): number {
  return offered.sent / seconds / capacity;
}

/** A value that must be at most so large. */
export type Limit = [what: string, value: number, most: number];

/** With fewer calls the p99 is one of the two slowest, which says little. */
export const ENOUGH_CALLS = 1000;

/** What was promised for a crowd. */
export function listCrowdLimits(crowd: CrowdResult): Limit[] {
  const { offered, measured, watched, recoveredMs } = crowd;
  const p99 = (servedMs: readonly number[]) => percentile(servedMs, 0.99);
  const isLong = measured.servedMs.length + measured.refused >= ENOUGH_CALLS;
  const refusedTo = Object.entries(watched).map(([path, { statuses }]): Limit => {
    const { 200: _ok, ...others } = statuses;
    return [`answers of ${path} other than 200`, Object.keys(others).length, 0];
  });
  return [
    ['answers with 503 and no Retry-After', offered.withoutRetryAfter, 0],
    ['milliseconds until calls were served as before', recoveredMs, 5000],
    ...refusedTo,
    ...(isLong
      ? ([
          // With less, nothing is proved.
          ['calls that were sent too few, in times the capacity', 10 - timesSent(crowd), 1],
          ['p99 of served calls of the crowd in ms', p99(offered.servedMs), 250],
          ['p99 of served calls of another client in ms', p99(measured.servedMs), 250],
        ] satisfies Limit[])
      : []),
  ];
}

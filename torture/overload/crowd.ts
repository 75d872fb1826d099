import { setTimeout as pause } from 'node:timers/promises';
import { canPin, pinThisProcess } from '../../bench/children.ts';
import { percentile } from '../../bench/measure.ts';
import { readMemory } from '../../bench/proc.ts';
import type { Random } from '../random.ts';
import { get, letters } from './attacks.ts';
import { measureKey, type PaidCalls } from './paying-client.ts';
import { type HammerResult, startHammer, WORD } from './start-hammer.ts';
import { startTarget, type Target } from './target.ts';
import { type Watched, watchOthers } from './watch-others.ts';

interface CrowdOptions {
  /** A data folder; default a new one with the starter catalog. */
  data: string | undefined;
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
  measured: PaidCalls;
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
      residentMb: readMemory(pid)?.residentMb ?? 0,
    };
  } finally {
    await target.end();
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
const [RECOVERY_POLL_MS, LONGEST_RECOVERY_MS] = [10, 60_000];

/** The time until calls are served again one after another, as fast as without the crowd. */
async function measureRecovery({ url, key }: Target, longestMs: number): Promise<number> {
  const stoppedAt = performance.now();
  let recoveredMs = 0;
  for (let inARow = 0; inARow < CALLS_IN_A_ROW && recoveredMs < LONGEST_RECOVERY_MS; await pause(RECOVERY_POLL_MS)) {
    const startedAt = performance.now();
    const { status } = await fetch(`${url}/v1/platforms`, { headers: { 'x-api-key': key } });
    const now = performance.now();
    if (inARow === 0) recoveredMs = now - stoppedAt;
    inARow = status === 200 && now - startedAt <= longestMs ? inARow + 1 : 0;
  }
  return recoveredMs;
}

import { setTimeout as pause } from 'node:timers/promises';
import { readMemory } from '../../bench/proc.ts';
import type { Random } from '../random.ts';
import { get } from './attacks.ts';
import { measureKey, type PaidCalls } from './paying-client.ts';
import { type HammerResult, startHammer } from './start-hammer.ts';
import type { Target } from './target.ts';

export interface CrowdResult {
  /** Calls per second that were answered when as many were sent as the server could answer. */
  capacity: number;
  seconds: number;
  offered: HammerResult;
  /** Calls of a client that is not busy itself: the latencies of the crowd contain the delay of its own thread. */
  measured: PaidCalls;
  recoveredMs: number;
  residentMb: number;
}

const TIMES_CAPACITY = 10;
const CAPACITY_CONNECTIONS = 16;
const CROWD_CONNECTIONS = 1000;
const RECOVERY_POLL_MS = 50;

/** Ten times the calls that the server can answer, all with a key. */
export async function measureCrowd(target: Target, random: Random, seconds: number): Promise<CrowdResult> {
  const { port, key, url, pid } = target;
  // Large pages, most of which are in no cache: the clients of this test must be cheaper than the server.
  const requests = Array.from({ length: 5000 }, () =>
    get(
      `/v1/games?limit=100&offset=${random.below(2000)}&title=${random.pick(['a', 'e', 'o', 's'])}`,
      `X-API-Key: ${key}\r\n`,
    ),
  );
  const stopFull = await startHammer({ port, requests, connections: CAPACITY_CONNECTIONS });
  await pause(seconds * 1000);
  const capacity = (await stopFull()).servedMs.length / seconds;
  const perSecond = capacity * TIMES_CAPACITY;
  const stop = await startHammer({ port, requests, connections: CROWD_CONNECTIONS, perSecond });
  const measured = await measureKey(target, random, seconds);
  const offered = await stop();
  const stoppedAt = performance.now();
  const headers = { 'x-api-key': key };
  while ((await fetch(`${url}/v1/platforms`, { headers })).status !== 200) await pause(RECOVERY_POLL_MS);
  const recoveredMs = performance.now() - stoppedAt;
  return { capacity, seconds, offered, measured, recoveredMs, residentMb: readMemory(pid)?.residentMb ?? 0 };
}

import { setTimeout as pause } from 'node:timers/promises';
import { measureDuring } from '../../bench/open-loop.ts';
import { readMemory } from '../../bench/proc.ts';
import { openRandom, type Random } from '../random.ts';
import { ATTACKS, get } from './attacks.ts';
import type { SlowClients } from './slow-clients.ts';
import { type HammerOptions, type HammerResult, startHammer } from './start-hammer.ts';
import { startTarget, type Target } from './target.ts';

export interface OverloadOptions {
  seed: number;
  /** The duration of each measurement. */
  seconds: number;
  /** Connections of the client without a key. */
  connections: number;
  slowClients: SlowClients;
  /** A data folder; default a new one with the starter catalog. */
  data?: string | undefined;
  settings?: Record<string, string>;
  /** The names of attacks; default all. */
  attacks?: readonly string[];
  onLine?: (line: string) => void;
}

interface AttackResult {
  name: string;
  /** Latencies of the key before and during the attack. Every call was answered with 200. */
  quietMs: number[];
  attackedMs: number[];
  attacker: HammerResult;
  /** The status of a health check during the attack. */
  health: number;
}

export interface OverloadResult {
  attacks: AttackResult[];
  crowd: CrowdResult;
}

/**
 * Measures a client with a key while others ask for too much: a client without a key that repeats expensive requests, idle
 * and slow connections, and ten times the calls that the server can answer. Fails if a call of the key is refused, except
 * in the last part.
 */
export async function overload(options: OverloadOptions): Promise<OverloadResult> {
  const { seed, data, settings = {}, onLine = () => {} } = options;
  const random = openRandom(seed);
  const target = await startTarget(data, settings);
  try {
    await measureKey(target, random, options.seconds);
    const attacks = [];
    for (const attack of ATTACKS.filter(({ name }) => options.attacks?.includes(name) ?? true)) {
      const requests = await attack.listRequests(target, random);
      if (requests === undefined) continue;
      const attacker = { port: target.port, requests, connections: options.connections };
      const result = await measureAttack(target, random, options.seconds, attack.name, attacker);
      attacks.push(result);
      onLine(describeAttack(result));
    }
    const { idle, slowHeaders, slowReaders } = options.slowClients;
    const name = `${idle} idle, ${slowHeaders} slow to send, ${slowReaders} slow to read`;
    const attacker = { port: target.port, requests: [], connections: 0, slowClients: options.slowClients };
    const slow = await measureAttack(target, random, options.seconds, name, attacker);
    attacks.push(slow);
    onLine(describeAttack(slow));
    const crowd = await measureCrowd(target, random, options.seconds);
    onLine(describeCrowd(crowd));
    return { attacks, crowd };
  } finally {
    await target.end();
  }
}

/** Fonts and documents that are loaded once do not count. */
const WARM_UP_MS = 2000;

async function measureAttack(
  target: Target,
  random: Random,
  seconds: number,
  name: string,
  attackerOptions: HammerOptions,
): Promise<AttackResult> {
  const quietMs = await measureKey(target, random, seconds);
  const stop = await startHammer(attackerOptions);
  await pause(WARM_UP_MS);
  const attackedMs = await measureKey(target, random, seconds);
  const { status: health } = await fetch(`${target.url}/readyz`);
  return { name, quietMs, attackedMs, health, attacker: await stop() };
}

/** The calls of a paying client: the same number each second, whatever the latency. */
function measureKey({ port, key }: Target, random: Random, seconds: number): Promise<number[]> {
  return measureDuring({ port }, key, listCalls(random, 500), pause(seconds * 1000));
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

interface CrowdResult {
  /** Calls per second that were answered when as many were sent as the server could answer. */
  capacity: number;
  offered: HammerResult;
  seconds: number;
  recoveredMs: number;
  residentMb: number;
}

const TIMES_CAPACITY = 10;
const CAPACITY_CONNECTIONS = 16;
const CROWD_CONNECTIONS = 1000;
const RECOVERY_POLL_MS = 50;

/** Ten times the calls that the server can answer, all with a key. */
async function measureCrowd(target: Target, random: Random, seconds: number): Promise<CrowdResult> {
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
  const full = await stopFull();
  const capacity = full.servedMs.length / seconds;
  const perSecond = capacity * TIMES_CAPACITY;
  const stop = await startHammer({ port, requests, connections: CROWD_CONNECTIONS, perSecond });
  await pause(seconds * 1000);
  const offered = await stop();
  const stoppedAt = performance.now();
  const headers = { 'x-api-key': key };
  while ((await fetch(`${url}/v1/platforms`, { headers })).status !== 200) await pause(RECOVERY_POLL_MS);
  const recoveredMs = performance.now() - stoppedAt;
  return { capacity, offered, seconds, recoveredMs, residentMb: readMemory(pid)?.residentMb ?? 0 };
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function describeAttack({ name, quietMs, attackedMs, attacker, health }: AttackResult): string {
  const [quiet, attacked] = [percentile(quietMs, 0.99), percentile(attackedMs, 0.99)];
  return (
    `${name}: p50 ${percentile(quietMs, 0.5).toFixed(1)} → ${percentile(attackedMs, 0.5).toFixed(1)} ms, ` +
    `p99 ${quiet.toFixed(1)} → ${attacked.toFixed(1)} ms (× ${(attacked / quiet).toFixed(1)}) over ${attackedMs.length} calls; ` +
    `the others got ${describeStatuses(attacker)}; /readyz ${health}`
  );
}

function describeCrowd({ capacity, offered, seconds, recoveredMs, residentMb }: CrowdResult): string {
  const { servedMs, sent } = offered;
  return (
    `ten times the capacity of ${Math.round(capacity)} calls a second: ${Math.round(sent / seconds)} a second were sent, ` +
    `${describeStatuses(offered)}; served in p50 ${percentile(servedMs, 0.5).toFixed(0)} ms, p99 ${percentile(servedMs, 0.99).toFixed(0)} ms; ` +
    `served again ${recoveredMs.toFixed(0)} ms after the end; ${Math.round(residentMb)} MB`
  );
}

function describeStatuses({ statuses }: HammerResult): string {
  return (
    Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ') || 'nothing'
  );
}

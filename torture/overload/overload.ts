import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { openRandom, type Random } from '../random.ts';
import { ATTACKS } from './attacks.ts';
import { type CrowdResult, measureCrowd } from './crowd.ts';
import { measureKey, type PaidCalls } from './paying-client.ts';
import { describeAttack, describeCrowd } from './report.ts';
import type { SlowClients } from './slow-clients.ts';
import { type HammerOptions, type HammerResult, startHammer } from './start-hammer.ts';
import { startTarget, type Target } from './target.ts';

export interface OverloadOptions {
  seed: number;
  /** The duration of each measurement. */
  seconds: number;
  /** Starts no measurement after so many minutes. */
  minutes?: number | undefined;
  /** Connections of the client without a key. */
  connections: number;
  slowClients: SlowClients;
  /** A data folder; default a new one with the starter catalog. */
  data?: string | undefined;
  settings?: Record<string, string>;
  /** The names of attacks, also SLOW_CLIENTS and CROWD; default all. */
  only?: readonly string[] | undefined;
  onLine?: (line: string) => void;
}

export interface AttackResult {
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
  crowd: CrowdResult | undefined;
  /** What there was no time for. */
  leftOut: string[];
}

const MINUTE_MS = 60_000;
const SLOW_CLIENTS = 'slow clients';
const CROWD = 'crowd';

/**
 * Measures a client with a key while others ask for too much: a client without a key that repeats expensive requests, idle
 * and slow connections, and ten times the calls that the server can answer. Fails if a call of the key is refused, except
 * in the last part.
 */
export async function overload(options: OverloadOptions): Promise<OverloadResult> {
  const {
    seed,
    seconds,
    minutes = Infinity,
    connections,
    slowClients,
    data,
    settings = {},
    only,
    onLine = () => {},
  } = options;
  const leftOut: string[] = [];
  let endAt = Infinity;
  const isWanted = (name: string) => {
    if (only && !only.includes(name)) return false;
    if (performance.now() >= endAt) leftOut.push(name);
    return performance.now() < endAt;
  };
  const random = openRandom(seed);
  const attacks: AttackResult[] = [];
  const measure = async (target: Target, name: string, attacker: HammerOptions) => {
    const result = await measureAttack(target, random, seconds, name, attacker);
    attacks.push(result);
    onLine(describeAttack(result));
  };
  const measureAttacks = async (target: Target) => {
    const { port } = target;
    await measureKey(target, random, seconds);
    // The start takes a while on a busy machine.
    endAt = performance.now() + minutes * MINUTE_MS;
    for (const { name, perSecond, listRequests } of ATTACKS)
      if (isWanted(name))
        await measure(target, name, { port, requests: await listRequests(target, random), connections, perSecond });
    if (isWanted(SLOW_CLIENTS)) {
      const traffic = { ...slowClients, largePage: await target.addLargePage() };
      await measure(target, SLOW_CLIENTS, { port, requests: [], connections: 0, slowClients: traffic });
    }
  };
  if (!only || only.some((name) => name !== CROWD)) {
    const target = await startTarget(data, settings);
    await measureAttacks(target).finally(target.end);
  }
  const crowd = isWanted(CROWD) ? await measureCrowd({ data, settings, random, seconds }) : undefined;
  if (crowd) onLine(describeCrowd(crowd));
  return { attacks, crowd, leftOut };
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
  const quiet = await measureKey(target, random, seconds);
  const stop = await startHammer(attackerOptions);
  await pause(WARM_UP_MS);
  const attacked = await measureKey(target, random, seconds);
  const { status: health } = await fetch(`${target.url}/readyz`);
  const attacker = await stop();
  for (const { refused } of [quiet, attacked] satisfies PaidCalls[])
    assert.equal(refused, 0, `${name}: ${refused} calls with a key were refused`);
  return { name, quietMs: quiet.servedMs, attackedMs: attacked.servedMs, health, attacker };
}

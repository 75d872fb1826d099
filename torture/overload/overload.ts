import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../../bench/client.ts';
import { openRandom, type Random } from '../../test/support/random.ts';
import { temporaryFolder } from '../../test/support/samples/bundle.ts';
import { ATTACKS } from './attacks.ts';
import { type CrowdResult, describeCrowd, ENOUGH_CALLS, type Limit, listCrowdLimits, measureCrowd } from './crowd.ts';
import type { SlowClients } from './slow-clients.ts';
import { describeStatuses, type HammerOptions, type HammerResult, startHammer } from './start-hammer.ts';
import { measureKey, startTarget, type Target } from './target.ts';

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

interface AttackResult {
  name: string;
  /**
   * Latencies of the key before and after the attack, and during it. Every call was answered with 200. One quiet p99 varies by
   * a factor of five from one measurement to the next.
   */
  quietMs: number[];
  attackedMs: number[];
  attacker: HammerResult;
  /** The status of a health check during the attack. */
  health: number;
}

interface OverloadResult {
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
  // One server after the other, so that only the first one loads the starter catalog.
  const place = data ?? temporaryFolder('overload');
  const attacks: AttackResult[] = [];
  let quietMs: number[] = [];
  const measure = async (target: Target, name: string, attacker: HammerOptions) => {
    const { afterMs, ...result } = await measureAttack(target, random, seconds, name, attacker);
    attacks.push({ ...result, quietMs: [...quietMs, ...afterMs] });
    quietMs = afterMs;
    onLine(describeAttack(attacks.at(-1) as AttackResult));
  };
  const measureAttacks = async (target: Target) => {
    const { port } = target;
    await measureKey(target, random, seconds);
    quietMs = await measureUnrefused('before the attacks', target, random, seconds);
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
    const target = await startTarget(place, settings);
    await measureAttacks(target).finally(target.stop);
  }
  const crowd = isWanted(CROWD) ? await measureCrowd({ data: place, settings, random, seconds }) : undefined;
  if (crowd) onLine(describeCrowd(crowd));
  return { attacks, crowd, leftOut };
}

/** Fonts and documents that are loaded once do not count. A measurement of a second is not judged. */
const LONGEST_WARM_UP_MS = 2000;

async function measureAttack(
  target: Target,
  random: Random,
  seconds: number,
  name: string,
  attackerOptions: HammerOptions,
): Promise<Omit<AttackResult, 'quietMs'> & { afterMs: number[] }> {
  const warmUpMs = Math.min(LONGEST_WARM_UP_MS, 1000 * seconds);
  const stop = await startHammer(attackerOptions);
  await pause(warmUpMs);
  const attackedMs = await measureUnrefused(name, target, random, seconds);
  const { status: health } = await fetch(`${target.url}/readyz`);
  const attacker = await stop();
  await pause(warmUpMs);
  const afterMs = await measureUnrefused(`after ${name}`, target, random, seconds);
  return { name, attackedMs, afterMs, health, attacker };
}

/** The latencies of the calls of the key. */
async function measureUnrefused(name: string, target: Target, random: Random, seconds: number): Promise<number[]> {
  const { servedMs, refused } = await measureKey(target, random, seconds);
  assert.equal(refused, 0, `${name}: ${refused} calls with a key were refused`);
  return servedMs;
}

function describeAttack({ name, quietMs, attackedMs, attacker, health }: AttackResult): string {
  const [quiet, attacked] = [percentile(quietMs, 0.99), percentile(attackedMs, 0.99)];
  return (
    `${name}: p50 ${percentile(quietMs, 0.5).toFixed(1)} → ${percentile(attackedMs, 0.5).toFixed(1)} ms, ` +
    `p99 ${quiet.toFixed(1)} → ${attacked.toFixed(1)} ms (× ${(attacked / quiet).toFixed(1)}) over ${attackedMs.length} calls; ` +
    `the others got ${describeStatuses(attacker)}; /readyz ${health}`
  );
}

/** What was promised and not kept, in one sentence, if anything. Short measurements are not judged. */
export function findBrokenPromise({ attacks, crowd }: OverloadResult): string | undefined {
  const limits = attacks
    .filter(({ attackedMs }) => attackedMs.length >= ENOUGH_CALLS)
    .map(({ name, quietMs, attackedMs }): Limit => {
      const times = percentile(attackedMs, 0.99) / percentile(quietMs, 0.99);
      return [`p99 of the key during "${name}", in times the quiet one`, times, 3];
    });
  if (crowd) limits.push(...listCrowdLimits(crowd));
  const broken = limits.filter(([, value, most]) => value > most);
  if (broken.length === 0) return undefined;
  const reasons = broken.map(([what, value, most]) => `${what}: ${Number(value.toFixed(1))}, at most ${most}`);
  return `A promise is broken: ${reasons.join('; ')} (other work on the machine does this, too: repeat it alone, and with more --seconds).`;
}

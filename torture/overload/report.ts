import { percentile } from '../../bench/measure.ts';
import type { CrowdResult } from './crowd.ts';
import type { AttackResult, OverloadResult } from './overload.ts';
import type { HammerResult } from './start-hammer.ts';

export function describeAttack({ name, quietMs, attackedMs, attacker, health }: AttackResult): string {
  const [quiet, attacked] = [percentile(quietMs, 0.99), percentile(attackedMs, 0.99)];
  return (
    `${name}: p50 ${percentile(quietMs, 0.5).toFixed(1)} → ${percentile(attackedMs, 0.5).toFixed(1)} ms, ` +
    `p99 ${quiet.toFixed(1)} → ${attacked.toFixed(1)} ms (× ${(attacked / quiet).toFixed(1)}) over ${attackedMs.length} calls; ` +
    `the others got ${describeStatuses(attacker)}; /readyz ${health}`
  );
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

/** With fewer calls the p99 is one of the two slowest, which says little. */
const ENOUGH_CALLS = 1000;
const [MOST_TIMES_QUIET, LEAST_TIMES_CAPACITY, LONGEST_MS, LONGEST_RECOVERY_MS] = [3, 9, 250, 5000];

/** What was promised and not kept, in one sentence, if anything. Short measurements are not judged. */
export function findBrokenPromise({ attacks, crowd }: OverloadResult): string | undefined {
  const broken = attacks
    .filter(({ attackedMs }) => attackedMs.length >= ENOUGH_CALLS)
    .flatMap(({ name, quietMs, attackedMs }) => {
      const times = percentile(attackedMs, 0.99) / percentile(quietMs, 0.99);
      return times > MOST_TIMES_QUIET
        ? [
            `during "${name}" the p99 of the key was ${times.toFixed(1)} times the quiet one, more than ${MOST_TIMES_QUIET}`,
          ]
        : [];
    });
  if (crowd) broken.push(...findBrokenByCrowd(crowd));
  return broken.length === 0
    ? undefined
    : `A promise is broken: ${broken.join('; ')} (other work on the machine does this, too: repeat it alone, and with more --seconds).`;
}

function findBrokenByCrowd(crowd: CrowdResult): string[] {
  const { offered, measured, watched, recoveredMs } = crowd;
  const broken: string[] = [];
  if (measured.servedMs.length + measured.refused >= ENOUGH_CALLS) {
    const times = timesSent(crowd);
    if (times < LEAST_TIMES_CAPACITY)
      broken.push(`only ${times.toFixed(1)} times the capacity could be sent, so that nothing is proved`);
    for (const [who, servedMs] of [
      ['the crowd', offered.servedMs],
      ['another client', measured.servedMs],
    ] as const) {
      const p99 = percentile(servedMs, 0.99);
      if (p99 >= LONGEST_MS)
        broken.push(
          `with ten times the capacity the p99 of served calls of ${who} was ${p99.toFixed(0)} ms, not under ${LONGEST_MS} ms`,
        );
    }
  }
  if (offered.withoutRetryAfter > 0) broken.push(`${offered.withoutRetryAfter} answers with 503 had no Retry-After`);
  for (const [path, { statuses }] of Object.entries(watched))
    if (Object.keys(statuses).join() !== '200') broken.push(`${path} got ${describeStatuses({ statuses })}`);
  if (recoveredMs > LONGEST_RECOVERY_MS)
    broken.push(
      `calls were served as before only after ${(recoveredMs / 1000).toFixed(1)} s, more than ${LONGEST_RECOVERY_MS / 1000}`,
    );
  return broken;
}

function describeStatuses({ statuses }: Pick<HammerResult, 'statuses'>): string {
  return (
    Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ') || 'nothing'
  );
}

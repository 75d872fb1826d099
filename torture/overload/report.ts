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

export function describeCrowd({ capacity, offered, measured, seconds, recoveredMs, residentMb }: CrowdResult): string {
  const { servedMs, refused } = measured;
  const own = [0.5, 0.99].map((part) => percentile(offered.servedMs, part).toFixed(0));
  return (
    `ten times the capacity of ${Math.round(capacity)} calls a second: ${Math.round(offered.sent / seconds)} a second were sent, ` +
    `${describeStatuses(offered)}, served in p50 ${own[0]} ms, p99 ${own[1]} ms; ` +
    `another client was served ${servedMs.length} times in p50 ${percentile(servedMs, 0.5).toFixed(0)} ms, ` +
    `p99 ${percentile(servedMs, 0.99).toFixed(0)} ms, and refused ${refused} times; ` +
    `served again ${recoveredMs.toFixed(0)} ms after the end; ${Math.round(residentMb)} MB`
  );
}

/** With fewer calls the p99 is one of the two slowest, which says little. */
const ENOUGH_CALLS = 1000;
const [MOST_TIMES_QUIET, LONGEST_MS, LONGEST_RECOVERY_MS] = [3, 250, 5000];

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
  if (crowd && crowd.measured.servedMs.length >= ENOUGH_CALLS) {
    const p99 = percentile(crowd.measured.servedMs, 0.99);
    if (p99 >= LONGEST_MS)
      broken.push(
        `with ten times the capacity the p99 of served calls was ${p99.toFixed(0)} ms, not under ${LONGEST_MS} ms`,
      );
  }
  if (crowd && crowd.recoveredMs > LONGEST_RECOVERY_MS)
    broken.push(
      `calls were served again only after ${(crowd.recoveredMs / 1000).toFixed(1)} s, more than ${LONGEST_RECOVERY_MS / 1000}`,
    );
  return broken.length === 0
    ? undefined
    : `A promise is broken: ${broken.join('; ')} (other work on the machine does this, too: repeat it alone, and with more --seconds).`;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function describeStatuses({ statuses }: HammerResult): string {
  return (
    Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ') || 'nothing'
  );
}

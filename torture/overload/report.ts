import type { CrowdResult } from './crowd.ts';
import type { AttackResult } from './overload.ts';
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

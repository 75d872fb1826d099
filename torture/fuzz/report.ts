import assert from 'node:assert/strict';
import type { FuzzResult } from './fuzz.ts';

/** With fewer requests the server is still warming up. */
const ENOUGH = 50_000;
const LARGEST_GROWTH = 1.1;

/** Fails if memory still grows after caches are full and code is compiled. */
export function assertFlat({ requests, memoryMb: { settled, last } }: FuzzResult): void {
  if (requests < ENOUGH) return;
  assert.ok(last < settled * LARGEST_GROWTH, `memory grew from ${Math.round(settled)} to ${Math.round(last)} MB`);
}

export function writeFuzzReport({ requests, byStatus, byKind, slowRefused, memoryMb }: FuzzResult): string {
  const { settled, last } = memoryMb;
  return [
    `${requests} answers without a fault`,
    `Statuses: ${list(byStatus)}`,
    `Exchanges: ${list(byKind)}`,
    `Slow clients refused: ${slowRefused}`,
    `Resident memory: ${Math.round(settled)} MB after a third, ${Math.round(last)} MB at the end`,
  ].join('\n');
}

function list(counts: Map<string | number, number>): string {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
}

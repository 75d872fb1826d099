import { assertFlat, describeMemory } from '../memory.ts';
import type { FuzzResult } from './fuzz.ts';

/** With fewer requests the server is still warming up. */
const ENOUGH = 50_000;

/** Fails if memory still grows after caches are full and code is compiled. */
export function assertFlatFuzz({ requests, memory }: FuzzResult): void {
  if (requests >= ENOUGH) assertFlat(memory);
}

export function writeFuzzReport({ requests, byStatus, byKind, slowRefused, memory }: FuzzResult): string {
  return [
    `${requests} answers without a fault`,
    `Statuses: ${list(byStatus)}`,
    `Exchanges: ${list(byKind)}`,
    `Slow clients refused: ${slowRefused}`,
    describeMemory(memory),
  ].join('\n');
}

function list(counts: Map<string | number, number>): string {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
}

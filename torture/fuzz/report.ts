import { assertFlat, describeMemory } from '../memory.ts';
import type { FuzzResult } from './fuzz.ts';

/** With fewer requests the server is still warming up. */
const ENOUGH = 50_000;
/** Each thread remembers up to 20,000 different requests, and then forgets all of them. */
const LARGEST_GROWTH = 0.1;

/** Fails if memory still grows after caches are full and code is compiled. */
export function assertFlatFuzz({ requests, memory }: FuzzResult): void {
  if (requests >= ENOUGH) assertFlat(memory, LARGEST_GROWTH);
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

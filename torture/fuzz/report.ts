import assert from 'node:assert/strict';
import { assertFlat, describeMemory } from '../memory.ts';
import type { FuzzResult } from './fuzz.ts';

/** The fuzzer sends from a few connections, so that hardly anything is too much. */
const MOST_REFUSED = 0.01;
const ALWAYS_ALLOWED = 5;

/** Fails if the server refused more than a few requests for being busy. */
export function assertFewRefused({ requests, byStatus }: Pick<FuzzResult, 'requests' | 'byStatus'>): void {
  const refused = byStatus.get(503) ?? 0;
  assert.ok(
    refused <= Math.max(ALWAYS_ALLOWED, requests * MOST_REFUSED),
    `${refused} of ${requests} answers were 503, more than ${100 * MOST_REFUSED} %, though the server had little to do`,
  );
}

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
    requests < ENOUGH ? `Too few requests to judge the memory, which grows at first` : describeMemory(memory),
  ].join('\n');
}

function list(counts: Map<string | number, number>): string {
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
}

import assert from 'node:assert/strict';
import type { SoakResult, Work } from './soak.ts';

/** In less time the server is still warming up. */
const ENOUGH_MINUTES = 8;
const LARGEST_CHANGE = 0.05;

/** Fails if memory still changes after caches are full and code is compiled. */
export function assertFlatSoak(result: SoakResult, minutes: number): void {
  if (minutes < ENOUGH_MINUTES) return;
  const { settled, last } = result.memoryMb;
  assert.ok(Math.abs(last / settled - 1) <= LARGEST_CHANGE, `memory is not flat. ${writeSoakReport(result)}`);
}

export function writeSoakReport({ done, memoryMb: { settled, last, peak } }: SoakResult): string {
  const change = (100 * (last / settled - 1)).toFixed(1);
  return (
    `${describeWork(done)}, without a wrong answer or a failed request. ` +
    `Resident memory: ${Math.round(settled)} MB after a third, ${Math.round(last)} MB at the end (${change} %), ` +
    `at most ${Math.round(peak)} MB`
  );
}

export function describeWork({ requests, imports, edits, people }: Record<Work, number>): string {
  return `${requests} requests, ${imports} imports, ${edits} edits, ${people} people who signed up and rotated their key`;
}

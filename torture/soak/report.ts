import { assertFlat, describeMemory } from '../memory.ts';
import type { SoakResult, Work } from './soak.ts';

/** In less time the server is still warming up. */
const ENOUGH_MINUTES = 8;
const LARGEST_GROWTH = 0.05;

/** Fails if memory still grows after caches are full and code is compiled. */
export function assertFlatSoak({ memory }: SoakResult, minutes: number): void {
  if (minutes >= ENOUGH_MINUTES) assertFlat(memory, LARGEST_GROWTH);
}

export function writeSoakReport({ done, memory }: SoakResult, minutes: number): string {
  const grown =
    minutes < ENOUGH_MINUTES ? 'Too short to judge the memory, which grows at first' : describeMemory(memory);
  return `${describeWork(done)}, without a wrong answer or a failed request. ${grown}`;
}

export function describeWork({ requests, imports, edits, people }: Record<Work, number>): string {
  return `${requests} requests, ${imports} imports, ${edits} edits, ${people} people who signed up and rotated their key`;
}

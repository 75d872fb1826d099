import { getOrInsert } from '../../get-or-insert.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** A set of games: for each position 1 or 0. */
export type Marks = Uint8Array;

export function markAll(lists: Iterable<Uint32Array>, size: number): Marks {
  const marks = new Uint8Array(size);
  for (const list of lists) for (let i = 0; i < list.length; i++) marks[list[i] as number] = 1;
  return marks;
}

/** How many of the positions are marked. */
export function countMarked(marks: Marks, positions: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < positions.length; i++) count += marks[positions[i] as number] as number;
  return count;
}

/** Facts that not every game has. */
export type Fact = 'platform' | 'genre' | 'group' | 'year' | 'company';

const marksOfFacts = new WeakMap<Snapshot, Map<Fact, Marks>>();

/** The games for which a fact is known. Computed once per snapshot. */
export function gamesWith(snapshot: Snapshot, fact: Fact): Marks {
  const marks = getOrInsert(marksOfFacts, snapshot, () => new Map<Fact, Marks>());
  return getOrInsert(marks, fact, () => markAll(listsWith(snapshot, fact), snapshot.ids.length));
}

function listsWith(snapshot: Snapshot, fact: Fact): Uint32Array[] {
  const { published, developed, credited } = snapshot.filters;
  if (fact === 'company') return [published, developed, credited].map(({ positions }) => positions);
  return [snapshot[fact].positions];
}

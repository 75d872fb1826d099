import { getOrInsert } from '../../get-or-insert.ts';

export type Partition = readonly (readonly number[])[];

/** Joins groups, directly or through others. The order of groups and of their numbers stays the same. */
export function joinGroups(
  groups: Partition,
  joinAll: (join: (group: number, other: number) => void) => void,
): Partition {
  const parents = groups.map((_, i) => i);
  /** The first of all groups that are joined to one. */
  const rootOf = (group: number): number => {
    let root = group;
    while (parents[root] !== root) root = parents[root] = parents[parents[root] as number] as number;
    return root;
  };
  joinAll((a, b) => {
    const [one, other] = [rootOf(a), rootOf(b)];
    parents[Math.max(one, other)] = Math.min(one, other);
  });
  const joined = new Map<number, number[]>();
  for (const [i, numbers] of groups.entries()) getOrInsert(joined, rootOf(i), () => []).push(...numbers);
  return [...joined.values()];
}

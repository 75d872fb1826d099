/** Groups of numbers. */
export interface Partition {
  /** The number of groups. */
  readonly size: number;
  list(group: number): readonly number[];
  /** The group of each number. */
  groupsOf(): Int32Array;
  /** Joins groups, directly or through others. The order of groups and of their numbers stays the same. */
  join(joinAll: (join: Join) => void): Partition;
}

type Join = (group: number, other: number) => void;

/** The numbers below `length`, each in a group of its own. */
export function openPartition(length: number): Partition {
  return toPartition(Array.from({ length }, (_, i) => [i]));
}

function toPartition(groups: readonly (readonly number[])[]): Partition {
  return {
    size: groups.length,
    list: (group) => groups[group] ?? [],
    groupsOf: () => {
      const groupOf = new Int32Array(groups.reduce((sum, { length }) => sum + length, 0));
      for (const [group, numbers] of groups.entries()) for (const number of numbers) groupOf[number] = group;
      return groupOf;
    },
    join: (joinAll) => {
      const parents = new Int32Array(groups.length).map((_, i) => i);
      joinAll((a, b) => {
        const [one, other] = [rootOf(parents, a), rootOf(parents, b)];
        parents[Math.max(one, other)] = Math.min(one, other);
      });
      return toPartition(joinGroups(groups, parents));
    },
  };
}

/** Appends the numbers of each group to its root. */
function joinGroups(groups: readonly (readonly number[])[], parents: Int32Array): number[][] {
  const joined = new Map<number, number[]>();
  for (const [i, numbers] of groups.entries()) {
    const root = joined.get(rootOf(parents, i));
    if (root) for (const number of numbers) root.push(number);
    else joined.set(i, [...numbers]);
  }
  return [...joined.values()];
}

/** The first of all groups that are joined to one. */
function rootOf(parents: Int32Array, group: number): number {
  let root = group;
  while (parents[root] !== root) root = parents[root] = parents[parents[root] as number] as number;
  return root;
}

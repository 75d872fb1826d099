/** Items in groups. Inside there are only numbers: a hundred thousand groups as arrays would weigh more than the items. */
export interface Partition<T> {
  /** How many groups there are, and of how many items. */
  readonly size: number;
  readonly items: number;
  list(group: number): T[];
  /** What is left when groups are joined, directly or through others. Groups and members keep their order. */
  join(joinAll: (join: Join) => void): Partition<T>;
  /** The same groups of something else. */
  map<U>(change: (item: T) => U): Partition<U>;
}

type Join = (group: number, other: number) => void;

/** Every item is a group of its own. */
export function openPartition<T>(items: readonly T[]): Partition<T> {
  return toPartition(items, { members: upTo(items.length), starts: upTo(items.length + 1) });
}

/** Group `i` has the members from `starts[i]` to `starts[i + 1]`: indexes of items. */
interface Layout {
  members: Int32Array;
  starts: Int32Array;
}

function toPartition<T>(items: readonly T[], layout: Layout): Partition<T> {
  const { members, starts } = layout;
  const size = starts.length - 1;
  return {
    size,
    items: items.length,
    list: (group) => Array.from(members.subarray(starts[group], starts[group + 1]), (i) => items[i] as T),
    map: (change) => toPartition(items.map(change), layout),
    join: (joinAll) => {
      const parents = upTo(size);
      joinAll((a, b) => {
        const [one, other] = [rootOf(parents, a), rootOf(parents, b)];
        parents[Math.max(one, other)] = Math.min(one, other);
      });
      return toPartition(items, rearrange(layout, parents));
    },
  };
}

/** Lays the members of every group behind those of the groups that it was joined to. */
function rearrange({ members, starts }: Layout, parents: Int32Array): Layout {
  const lengths = new Int32Array(parents.length);
  for (const i of parents.keys()) add(lengths, rootOf(parents, i), at(starts, i + 1) - at(starts, i));
  const roots = parents.filter((parent, i) => parent === i);
  const next = new Int32Array(parents.length);
  const newStarts = new Int32Array(roots.length + 1);
  for (const [n, root] of roots.entries()) {
    next[root] = at(newStarts, n);
    newStarts[n + 1] = at(newStarts, n) + at(lengths, root);
  }
  const newMembers = new Int32Array(members.length);
  for (const i of parents.keys()) {
    const own = members.subarray(starts[i], starts[i + 1]);
    newMembers.set(own, next[rootOf(parents, i)]);
    add(next, rootOf(parents, i), own.length);
  }
  return { members: newMembers, starts: newStarts };
}

/** The first of all that are joined. */
function rootOf(parents: Int32Array, i: number): number {
  let root = i;
  while (parents[root] !== root) root = parents[root] = at(parents, at(parents, root));
  return root;
}

function upTo(length: number): Int32Array {
  return new Int32Array(length).map((_, i) => i);
}

function at(numbers: Int32Array, i: number): number {
  return numbers[i] as number;
}

function add(numbers: Int32Array, i: number, more: number): void {
  numbers[i] = at(numbers, i) + more;
}

/** The numbers up to some length in groups; inside there are only arrays of numbers, for there are many of them. */
export interface Partition {
  /** How many groups there are. */
  readonly size: number;
  list(group: number): number[];
  /** The group that each number is in. */
  groupsOf(): Int32Array;
  /** What is left when groups are joined, directly or through others. Groups and members keep their order. */
  join(joinAll: (join: Join) => void): Partition;
}

type Join = (group: number, other: number) => void;

/** Every number is a group of its own. */
export function openPartition(length: number): Partition {
  return toPartition({ members: upTo(length), starts: upTo(length + 1) });
}

/** Group `i` has the members from `starts[i]` to `starts[i + 1]`. */
interface Layout {
  members: Int32Array;
  starts: Int32Array;
}

function toPartition(layout: Layout): Partition {
  const { members, starts } = layout;
  const size = starts.length - 1;
  const membersOf = (group: number) => members.subarray(starts[group], starts[group + 1]);
  return {
    size,
    list: (group) => {
      const list: number[] = [];
      const end = at(starts, group + 1);
      for (let i = at(starts, group); i < end; i++) list.push(at(members, i));
      return list;
    },
    groupsOf: () => {
      const groups = new Int32Array(members.length);
      for (let group = 0; group < size; group++) for (const member of membersOf(group)) groups[member] = group;
      return groups;
    },
    join: (joinAll) => {
      const parents = upTo(size);
      joinAll((a, b) => {
        const [one, other] = [rootOf(parents, a), rootOf(parents, b)];
        parents[Math.max(one, other)] = Math.min(one, other);
      });
      return toPartition(rearrange(layout, parents));
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

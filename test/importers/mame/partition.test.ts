import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openPartition, type Partition } from '../../../src/importers/mame/partition.ts';

const groups = (partition: Partition) => Array.from({ length: partition.size }, (_, i) => partition.list(i));

test('groups are joined transitively, and the order of groups and members stays', () => {
  const first = openPartition(6).join((join) => join(3, 1));
  assert.deepEqual(groups(first), [[0], [1, 3], [2], [4], [5]]);
  const second = first.join((join) => {
    join(4, 2);
    join(1, 2);
    join(2, 1);
  });
  assert.deepEqual(groups(second), [[0], [1, 3, 2, 5], [4]]);
  assert.deepEqual([...second.groupsOf()], [0, 1, 1, 1, 2, 1]);
  assert.equal(openPartition(0).size, 0);
});

test('every number is in one group, and joined numbers are in the same group', () => {
  const pairs = fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 20 });
  fc.assert(
    fc.property(pairs, pairs, (some, more) => {
      const one = openPartition(20).join((join) => {
        for (const [a, b] of some) join(a, b);
      });
      const before = one.groupsOf();
      const two = one.join((join) => {
        for (const [a, b] of more) join(before[a]!, before[b]!);
      });
      const all = groups(two).flat();
      assert.deepEqual([all.length, new Set(all).size], [20, 20]);
      const after = two.groupsOf();
      for (const [a, b] of [...some, ...more]) assert.equal(after[a], after[b]);
    }),
  );
});

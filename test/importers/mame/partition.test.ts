import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openPartition, type Partition } from '../../../src/importers/mame/partition.ts';

const groups = <T>(partition: Partition<T>) => Array.from({ length: partition.size }, (_, i) => partition.list(i));

test('groups are joined through others, and keep the order of groups and of members', () => {
  const letters = openPartition([...'abcdef']);
  const first = letters.join((join) => join(3, 1));
  assert.deepEqual(groups(first), [['a'], ['b', 'd'], ['c'], ['e'], ['f']]);
  const second = first.join((join) => {
    join(4, 2);
    join(1, 2);
    join(2, 1);
  });
  assert.deepEqual(groups(second), [['a'], ['b', 'd', 'c', 'f'], ['e']]);
  assert.deepEqual(groups(second.map((letter) => letter.toUpperCase())), [['A'], ['B', 'D', 'C', 'F'], ['E']]);
  assert.deepEqual([second.size, second.items, openPartition([]).size], [3, 6, 0]);
});

test('whatever is joined, every item is in one group, and joined ones in the same', () => {
  const pairs = fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 20 });
  fc.assert(
    fc.property(pairs, pairs, (some, more) => {
      const items = Array.from({ length: 20 }, (_, i) => i);
      const one = openPartition(items).join((join) => {
        for (const [a, b] of some) join(a, b);
      });
      const groupOf = new Map(groups(one).flatMap((group, i) => group.map((item) => [item, i])));
      const two = one.join((join) => {
        for (const [a, b] of more) join(groupOf.get(a)!, groupOf.get(b)!);
      });
      assert.deepEqual(
        groups(two)
          .flat()
          .toSorted((a, b) => a - b),
        items,
      );
      const found = new Map(groups(two).flatMap((group, i) => group.map((item) => [item, i])));
      for (const [a, b] of [...some, ...more]) assert.equal(found.get(a), found.get(b));
    }),
  );
});

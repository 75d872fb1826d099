import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinGroups, type Partition } from '../../../src/importers/mame/slips.ts';

const joinPairs = (groups: Partition, pairs: [number, number][]) =>
  joinGroups(groups, (join) => {
    for (const [a, b] of pairs) join(a, b);
  });
const singles = (count: number) => Array.from({ length: count }, (_, i) => [i]);

test('groups are joined transitively, and the order of groups and members stays', () => {
  const first = joinPairs(singles(6), [[3, 1]]);
  assert.deepEqual(first, [[0], [1, 3], [2], [4], [5]]);
  const second = joinPairs(first, [
    [4, 2],
    [1, 2],
    [2, 1],
  ]);
  assert.deepEqual(second, [[0], [1, 3, 2, 5], [4]]);
  assert.deepEqual(joinPairs([], []), []);
});

test('every number is in one group, and joined numbers are in the same group', () => {
  const pairs = fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 20 });
  fc.assert(
    fc.property(pairs, pairs, (some, more) => {
      const one = joinPairs(singles(20), some);
      const groupIn = (groups: Partition, number: number) => groups.findIndex((group) => group.includes(number));
      const two = joinPairs(
        one,
        more.map(([a, b]) => [groupIn(one, a), groupIn(one, b)]),
      );
      assert.deepEqual(
        two.flat().toSorted((a, b) => a - b),
        singles(20).flat(),
      );
      for (const [a, b] of [...some, ...more]) assert.equal(groupIn(two, a), groupIn(two, b));
    }),
  );
});

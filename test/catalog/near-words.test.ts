import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findNearWords } from '../../src/catalog/search/near-words.ts';
import { packTexts } from '../../src/catalog/snapshot/shared-arrays.ts';

const word = (minLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1'), minLength, maxLength: 9 });
const searched = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 });
const dictionary = fc.uniqueArray(word(1), { minLength: 1, maxLength: 200 }).map((words) => words.toSorted());

test('the words near another one are those of few edits, in the order of the dictionary', () => {
  fc.assert(
    fc.property(dictionary, searched, fc.constantFrom(0, 1, 2), (words, target, maxEdits) => {
      const found = findNearWords(packTexts(words), target, maxEdits, false);
      const isNear = (one: string) =>
        /^[a-z]+$/.test(one) && distance(one, target) <= maxEdits && (maxEdits < 2 || one[0] === target[0]);
      assert.deepEqual(
        found.map(({ from, to, edits }) => [words.slice(from, to), edits]),
        words.filter(isNear).map((one) => [[one], distance(one, target)]),
      );
    }),
    { numRuns: 500 },
  );
});

test('the words whose beginning is near another one are found once', () => {
  fc.assert(
    fc.property(dictionary, searched, (words, target) => {
      const found = findNearWords(packTexts(words), target, 1, true);
      const hasNearStart = (one: string) =>
        Array.from({ length: one.length + 1 }, (_, length) => one.slice(0, length)).some(
          (start) => /^[a-z]*$/.test(start) && distance(start, target) <= 1,
        );
      assert.deepEqual(
        found.flatMap(({ from, to }) => words.slice(from, to)),
        words.filter(hasNearStart),
      );
    }),
    { numRuns: 500 },
  );
});

/** With swaps of neighbours. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      (rows[i] as number[])[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]),
        isSwap ? at(i - 2, j - 2) + 1 : Infinity,
      );
    }
  return at(a.length, b.length);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildTitleIndex, searchTitles } from '../../src/catalog/search/title-index.ts';
import { findMergedPositions } from '../../src/catalog/snapshot/merge-snapshots.ts';
import { findAliasTarget } from '../../src/catalog/snapshot/snapshot.ts';
import { fold } from '../../src/folding.ts';
import { snapshotOf } from '../support/snapshot.ts';

/** Nineteen letters and the terminator: so few that the codes of trigrams are close to each other. */
const LETTERS = Array.from('abcdefghijklmnopqrs');
const titles = LETTERS.flatMap((one) => LETTERS.map((other) => `${one}${other}`));

test('a letter that no title contains finds nothing', () => {
  const index = buildTitleIndex(titles);
  assert.deepEqual([...searchTitles(index, 'as')], [titles.indexOf('as')]);
  for (const letter of LETTERS)
    for (const needle of [`${letter}z`, `z${letter}`, `${letter}az`, `${letter}za`, `${letter}az${letter}`, 'z'])
      assert.deepEqual([...searchTitles(index, needle)], [], needle);
});

/** So few letters that trigrams repeat, and titles with and without offsets: those of more than 255 bytes have none. */
const text = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'ゼ'), minLength: 1, maxLength });
const manyTitles = fc.array(
  fc.oneof(
    text(8),
    text(40),
    text(120).map((part) => part.repeat(4)),
  ),
  { maxLength: 40 },
);

test('a needle of any length finds the titles that contain it', () => {
  fc.assert(
    fc.property(manyTitles, fc.array(text(12), { minLength: 1 }), (all, needles) => {
      const index = buildTitleIndex(all);
      for (const needle of [...needles, ...all.map((title) => title.slice(-5)), 'aba\0', '\0'])
        assert.deepEqual(
          [...searchTitles(index, needle)],
          all.flatMap((title, position) => (title.includes(needle) ? [position] : [])),
          needle,
        );
    }),
  );
});

test('a final sigma in the needle matches a sigma inside a word: ΕΥΣ is in Ευσέβιος (contract gap 12)', () => {
  const index = buildTitleIndex([fold('Ευσέβιος'), fold('Οδυσσεύς')]);
  assert.deepEqual([...searchTitles(index, fold('ΕΥΣ'))], [0, 1]);
});

test('the alias of a removed game has no target', () => {
  const aliases = [
    { gameId: 5, targetId: 1 },
    { gameId: 6, targetId: 5 },
    { gameId: 7, targetId: 4 },
  ];
  const snapshot = snapshotOf([{ id: 1 }], { aliases });
  const found = [5, 6, 7].map((id) => findAliasTarget(snapshot, id));
  assert.deepEqual(found, [1, 1, undefined]);
});

test('changed games are merged into the present games, or the merge is refused', () => {
  const older = { ids: [1, 2], revisions: [1, 1] };
  const present = { ids: [1, 3], revisions: [1, 2] };
  assert.deepEqual(findMergedPositions(older, { ids: [3] }, present), {
    size: 2,
    kept: Uint32Array.of(0, 0xffff_ffff),
    added: Uint32Array.of(1),
  });
  assert.equal(findMergedPositions(older, { ids: [] }, present), undefined, '3 is in neither');
  assert.equal(findMergedPositions(older, { ids: [3, 4] }, present), undefined, '4 is not among them');
  assert.equal(findMergedPositions({ ...older, revisions: [2, 1] }, { ids: [3] }, present), undefined, '1 is another');
});

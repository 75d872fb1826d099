import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rankMatches } from '../../src/catalog/search/rank-matches.ts';
import { addSimilar } from '../../src/catalog/search/similar-titles.ts';
import { openMatches } from '../../src/catalog/search/title-matches.ts';
import { buildWordIndex } from '../../src/catalog/search/word-index.ts';
import type { Variant } from '../../src/catalog/search/word-variants.ts';
import { packTexts } from '../../src/catalog/snapshot/shared-arrays.ts';
import { newBits, setBits } from '../../src/catalog/snapshot/sorted-lists.ts';

const SIZE = 60;
const LIMIT = 10;
const names = Array.from({ length: SIZE }, (_, i) => `game ${i}`);
const searchable = {
  wordIndex: buildWordIndex(names, names),
  titles: packTexts(names),
  notability: Uint16Array.from(names, (_, i) => 200 + ((i * 7) % 13)),
};

/** The titles of a word, in up to three lists, which may have titles twice. */
const term = fc.record({
  isNumber: fc.boolean(),
  lists: fc.array(fc.record({ titles: fc.array(fc.nat(SIZE - 1)), form: fc.constantFrom('sorted', 'set', 'list') }), {
    maxLength: 3,
  }),
});
type Term = { isNumber: boolean; lists: { titles: number[]; form: string }[] };
const hasTitle = ({ lists }: Term, title: number) => lists.some(({ titles }) => titles.includes(title));

test('similar titles are those with the heaviest words, and with half of the names', () => {
  fc.assert(
    fc.property(fc.array(term, { minLength: 1, maxLength: 5 }), (all) => {
      const isSomewhereAll = names.some((_, title) => all.every((one) => hasTitle(one, title)));
      fc.pre(!isSomewhereAll);
      const words = all.map(({ isNumber }, i) => (isNumber ? String(i) : `word${'abcde'[i]}`));
      const matches = openMatches(searchable, words);
      addSimilar(matches, words, all.map(toVariants));
      const found = rankMatches(matches, () => () => 0, LIMIT).positions;
      assert.deepEqual([...found], listHeaviest(all));
      assert.ok(matches.points.every((points) => points === 0));
    }),
    { numRuns: 1000 },
  );
});

function toVariants({ lists }: Term): Variant[] {
  return lists.map(({ titles, form }) => {
    const isSorted = form === 'sorted';
    const list = Uint32Array.from(isSorted ? [...new Set(titles)].toSorted((a, b) => a - b) : titles);
    const set = newBits(SIZE);
    setBits(set, list);
    return { titles: list, isSorted, cost: 0, halves: 2, set: form === 'set' ? set : undefined };
  });
}

/** The same, title by title: all have the same points but for notability. */
function listHeaviest(all: readonly Term[]): number[] {
  const weights = all.map((one) => {
    const count = toVariants(one).reduce((sum, { titles }) => sum + titles.length, 0);
    return one.isNumber ? 1 : Math.ceil(16 * Math.log2(1 + SIZE / (1 + count)));
  });
  const named = all.filter(({ isNumber }) => !isNumber);
  const weigh = (title: number) =>
    all.reduce((sum, one, i) => sum + (hasTitle(one, title) ? (weights[i] as number) : 0), 0);
  const near = names
    .map((_, title) => title)
    .filter((title) => weigh(title) > 0 && named.filter((one) => hasTitle(one, title)).length * 2 >= named.length);
  const heaviest = Math.max(...near.map(weigh));
  const notability = (title: number) => searchable.notability[title] as number;
  return near
    .filter((title) => weigh(title) === heaviest)
    .toSorted((a, b) => notability(b) - notability(a) || a - b)
    .slice(0, LIMIT);
}

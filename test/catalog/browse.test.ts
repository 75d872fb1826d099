import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openCatalog } from '../../src/catalog/catalog.ts';
import {
  type BrowseFilter,
  browseGames,
  countFacetValues,
  matchBrowseFilter,
  SORTS,
  type Sort,
  sumByDecade,
} from '../../src/catalog/search/browse.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { fold, plainWords } from '../../src/folding.ts';
import { snapshotOf } from '../support/snapshot.ts';

const RUNS = { numRuns: 200 };

const games = fc.array(
  fc.record({
    title: fc
      .array(fc.constantFrom('alpha', 'Beta', 'Érable', 'ゴ', '7'), { minLength: 1, maxLength: 4 })
      .map((all) => all.join(' ')),
    modifiedAt: fc.integer({ min: 0, max: 5 }),
    platforms: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
    years: fc.array(fc.integer({ min: 1978, max: 1992 }), { maxLength: 1 }),
    notability: fc.constantFrom(1, 2, 2047),
  }),
  { maxLength: 40 },
);
type Game = { title: string; modifiedAt: number; platforms: number[]; years: number[]; notability: number };

const filter: fc.Arbitrary<BrowseFilter> = fc.record({
  platform: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
  genre: fc.constant([]),
  group: fc.constant([]),
  company: fc.constant([]),
  title: fc.constantFrom('', 'alpha', 'er'),
  match: fc.constantFrom('all' as const, 'any' as const),
  years: fc.constantFrom(
    { from: 0, to: 9999 },
    { from: 1980, to: 1989 },
    { from: 1985, to: 1985 },
    { from: 2001, to: 9999 },
  ),
});

function catalogOf(snapshot: Snapshot) {
  const unused = {} as never;
  return openCatalog(
    unused,
    unused,
    snapshot,
    { publicUrl: '', mediaUrl: 'https://x.example/media', originalFields: false, generatedCovers: false },
    1_000_000,
  );
}

function passes({ title, platforms, years }: Game, asked: BrowseFilter): boolean {
  const has = (id: number) => platforms.includes(id);
  const onPlatform =
    asked.match === 'any' && asked.platform.length > 0 ? asked.platform.some(has) : asked.platform.every(has);
  const { from, to } = asked.years ?? { from: 0, to: 9999 };
  const inYears = years.some((year) => year >= from && year <= to);
  const words = plainWords(title).split(' ');
  const typed = plainWords(asked.title).split(' ');
  return onPlatform && inYears && typed.every((word) => words.some((own) => own.startsWith(word)));
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byTitle = (list: readonly Game[]) => (a: number, b: number) =>
  byText(fold(list[a]?.title ?? ''), fold(list[b]?.title ?? '')) || a - b;
const yearAt = (list: readonly Game[], at: number, none: number) => list[at]?.years[0] ?? none;

/** A game that is on many platforms is less known for a chosen one. */
function pointsOf({ notability, platforms }: Game, asked: BrowseFilter): number {
  return asked.platform.length === 0 ? notability : notability - Math.round(60 * Math.log2(platforms.length));
}

/** A naive implementation of each sort order. */
const NAIVE: Record<
  Exclude<Sort, 'best'>,
  (list: readonly Game[], asked: BrowseFilter) => (a: number, b: number) => number
> = {
  id: () => (a, b) => a - b,
  title: byTitle,
  notable: (list, asked) => (a, b) => pointsOf(list[b] as Game, asked) - pointsOf(list[a] as Game, asked) || a - b,
  changed: (list) => (a, b) => (list[b]?.modifiedAt ?? 0) - (list[a]?.modifiedAt ?? 0) || a - b,
  oldest: (list) => (a, b) => yearAt(list, a, 9999) - yearAt(list, b, 9999) || byTitle(list)(a, b),
  newest: (list) => (a, b) => yearAt(list, b, 0) - yearAt(list, a, 0) || byTitle(list)(a, b),
};

for (const sort of SORTS) {
  if (sort === 'best') continue;
  test(`sorting by "${sort}" equals a naive implementation`, () => {
    fc.assert(
      fc.property(games, filter, fc.nat(20), (list, asked, offset) => {
        const snapshot = snapshotOf(list);
        const expected = list
          .map((_, at) => at)
          .filter((at) => passes(list[at] as Game, asked))
          .toSorted(NAIVE[sort](list, asked));
        const found = browseGames(catalogOf(snapshot), snapshot, { filter: asked, sort }, { offset, limit: 10 });
        assert.equal(found.total, expected.length);
        assert.deepEqual([...found.positions], expected.slice(offset, offset + 10));
      }),
      RUNS,
    );
  });
}

test('platforms and decades count the matching games', () => {
  fc.assert(
    fc.property(games, filter, (list, asked) => {
      const snapshot = snapshotOf(list);
      const matches = matchBrowseFilter(snapshot, asked);
      const left = list.filter((game) => passes(game, asked));
      const counts = (ids: number[]) => {
        const sorted = [...new Set(ids)].toSorted((a, b) => a - b);
        return sorted.map((id) => ({ id, count: ids.filter((other) => other === id).length }));
      };
      const size = list.length;
      assert.deepEqual(
        countFacetValues(snapshot.platform, matches, size),
        counts(left.flatMap(({ platforms }) => platforms)),
      );
      assert.deepEqual(
        sumByDecade(countFacetValues(snapshot.year, matches, size)),
        counts(left.flatMap(({ years }) => years.map((year) => year - (year % 10)))),
      );
    }),
    RUNS,
  );
});

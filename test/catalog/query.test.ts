import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listGames, openCatalog } from '../../src/catalog/catalog.ts';
import { type GameFilter, matchGames } from '../../src/catalog/search/query.ts';
import type { Snapshot, TitleMatch } from '../../src/catalog/snapshot/snapshot.ts';
import { fold, plainWords } from '../../src/folding.ts';
import type { Facets } from '../../src/store/facets.ts';
import { snapshotOf } from '../support/snapshot.ts';

interface IndexedGame extends Pick<Facets, 'platforms' | 'genres' | 'groups'> {
  years: readonly number[];
  id: number;
  title: string;
  alternates: string[];
  modifiedAt: number;
}

const RUNS = { numRuns: 300 };

/** Few letters, so that titles overlap. Many scripts, so that characters have one to four bytes. */
const letter = fc.constantFrom(
  ...'aeAE  éÉåÅßøØæΣσςΆάДдйゴコ龍가🎮🎲İıﬁ',
  'e\u0301',
  'SS',
  ' - ',
  ': ',
  '.',
  "'",
  ' II',
);
const titleText = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join(''));
const facet = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 });

const catalog = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 500 }),
      title: titleText,
      alternates: fc.array(titleText, { maxLength: 2 }),
      modifiedAt: fc.integer({ min: 0, max: 20 }),
      platforms: facet,
      genres: facet,
      groups: facet,
      years: fc.array(fc.integer({ min: 1979, max: 1992 }), { maxLength: 1 }),
    }),
    { selector: (game) => game.id, maxLength: 60 },
  )
  .map((games) => games.toSorted((a, b) => a.id - b.id));

const filter: fc.Arbitrary<GameFilter> = fc.record({
  platform: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
  genre: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 2 }),
  group: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 2 }),
  title: fc.oneof(fc.constant(''), titleText, letter),
  match: fc.constantFrom('all', 'any'),
});
const titleMatches = fc.constantFrom<TitleMatch[]>('contract', 'wide');
const page = fc.record({ offset: fc.integer({ min: 0, max: 70 }), limit: fc.integer({ min: 1, max: 100 }) });

/** A naive implementation of the contract. */
function passes(game: IndexedGame, asked: GameFilter, titleMatch: TitleMatch): boolean {
  const has = (own: readonly number[], wanted: readonly number[]) =>
    wanted.length === 0 ||
    (asked.match === 'any' ? wanted.some((id) => own.includes(id)) : wanted.every((id) => own.includes(id)));
  return (
    has(game.platforms, asked.platform) &&
    has(game.genres, asked.genre) &&
    has(game.groups, asked.group) &&
    (fold(game.title).includes(fold(asked.title)) || (titleMatch === 'wide' && passesLoosely(game, asked.title)))
  );
}

function passesLoosely({ title, alternates }: IndexedGame, asked: string): boolean {
  const loose = (text: string) => plainWords(text).replaceAll(' ', '');
  // A hyphen between letters neither ends a word nor starts a Roman numeral.
  const spellings = [title, ...alternates].flatMap((text) => [text, text.replace(/(?<=\p{L})-(?=\p{L})/gu, '')]);
  const wanted = loose(asked.replace(/, (the|an?)(?= - |$)/i, ''));
  return wanted !== '' && spellings.some((text) => loose(text).includes(wanted));
}

function idsAt(snapshot: Snapshot, positions: ArrayLike<number>): number[] {
  return Array.from(positions, (position) => snapshot.ids[position] as number);
}

test('a page of the snapshot equals a naive filter over the records', () => {
  fc.assert(
    fc.property(catalog, filter, page, titleMatches, (games, asked, { offset, limit }, titleMatch) => {
      const snapshot = snapshotOf(games, { titleMatch });
      const opened = openCatalog({} as never, {} as never, snapshot, {} as never, 1_000_000);
      const found = listGames(opened, snapshot, asked, { sort: 'id', offset, limit });
      const expected = games.filter((game) => passes(game, asked, titleMatch)).map((game) => game.id);
      assert.equal(found.total, expected.length);
      assert.deepEqual(idsAt(snapshot, found.positions), expected.slice(offset, offset + limit));
    }),
    RUNS,
  );
});

test('every substring of every title finds its game', () => {
  fc.assert(
    fc.property(catalog, fc.nat(), fc.nat(), fc.nat(), (games, which, from, length) => {
      const game = games[which % Math.max(1, games.length)];
      if (!game) return;
      const characters = Array.from(fold(game.title));
      const start = from % characters.length;
      const needle = characters.slice(start, start + 1 + (length % 8)).join('');
      const snapshot = snapshotOf(games);
      const asked: GameFilter = { platform: [], genre: [], group: [], title: needle, match: 'all' };
      assert.ok(idsAt(snapshot, matchGames(snapshot, asked) ?? []).includes(game.id));
    }),
    RUNS,
  );
});

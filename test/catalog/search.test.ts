import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchGames } from '../../src/catalog/search/query.ts';
import { buildTitleIndex, searchTitles } from '../../src/catalog/search/title-index.ts';
import { findMergedPositions } from '../../src/catalog/snapshot/merge-snapshots.ts';
import { findAliasTarget, type TitleMatch } from '../../src/catalog/snapshot/snapshot.ts';
import { fold, plainWords } from '../../src/folding.ts';
import { snapshotOf } from '../support/samples/snapshot.ts';

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

/** Few letters, so that titles overlap. Many scripts, so that characters have one to four bytes. */
const letter = fc.constantFrom(
  ...'aeAE  éÉåÅßøØæΣσςΆάДдйゴコ龍가🎮🎲İıﬁ',
  ...['e\u0301', 'SS', ' - ', ': ', '.', "'", ' II'],
);
const written = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => letters.join(''));
const named = fc.record({ title: written, alternates: fc.array(written, { maxLength: 2 }) });
type Named = { title: string; alternates: string[] };

/** A naive implementation of LUDEX_TITLE_MATCH=wide. */
function matchesWidely({ title, alternates }: Named, asked: string): boolean {
  const loose = (text: string) => plainWords(text).replaceAll(' ', '');
  // A hyphen between letters neither ends a word nor starts a Roman numeral.
  const spellings = [title, ...alternates].flatMap((text) => [text, text.replace(/(?<=\p{L})-(?=\p{L})/gu, '')]);
  const wanted = loose(asked.replace(/, (the|an?)(?= - |$)/i, ''));
  return wanted !== '' && spellings.some((text) => loose(text).includes(wanted));
}

test('the title filter finds the titles that contain a text, and a wide one all spellings', () => {
  const titleMatches = fc.constantFrom<TitleMatch[]>('contract', 'wide');
  fc.assert(
    fc.property(
      fc.array(named, { maxLength: 60 }),
      fc.oneof(written, letter),
      titleMatches,
      (games, title, titleMatch) => {
        const snapshot = snapshotOf(games, { titleMatch });
        const found = matchGames(snapshot, { platform: [], genre: [], group: [], title, match: 'all' });
        const isFound = (game: Named) =>
          fold(game.title).includes(fold(title)) || (titleMatch === 'wide' && matchesWidely(game, title));
        assert.deepEqual(
          [...(found ?? [])],
          games.flatMap((game, position) => (isFound(game) ? [position] : [])),
        );
      },
    ),
    { numRuns: 300 },
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

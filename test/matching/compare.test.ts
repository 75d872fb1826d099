import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, RULES, SAME } from '../../src/matching/compare.ts';
import { describe, join } from '../../src/matching/evidence.ts';
import { explain, formatReason } from '../../src/matching/explain.ts';
import { evidenceOf } from '../support/samples/evidence.ts';
import { type GamePair, nameInJapan, native, testPairs } from '../support/samples/game-pairs.ts';

const SAME_GAMES: GamePair[] = [
  ['title and company on one platform', 'Hop', 'nes 1990 by acme', 'nes 1996 by acme'],
  ['title and year on one platform', 'Hop', 'nes 1990', 'nes 1991 by bolt'],
  ['title alone on one platform', 'Hop', 'nes 1990 by acme', 'nes'],
  [
    'two titles in a list that has one game under several',
    { title: 'Hop Story', by: 'acme', year: 1990, on: 'amstrad-cpc', members: ['mame:cpc_flop/x'] },
    {
      title: 'Hop: The Story',
      alternate_titles: nameInJapan('Hop Story'),
      by: 'acme',
      year: 1990,
      on: 'amstrad-cpc',
      members: ['mame:cpc_flop/y'],
    },
  ],
];

const DIFFERENT_GAMES: GamePair[] = [
  ['the same company twenty years later', 'Hop Story', 'nes 1987 by acme', 'playstation-3 2008 by acme'],
  [
    'two entries of one list with different titles',
    { title: 'Hop Story 2', by: 'acme', year: 1990, list: 'nes', alternate_titles: nameInJapan('Hoppu') },
    { title: 'Hoppu', by: 'acme', year: 1990, list: 'nes' },
  ],
  [
    'two entries of one list, of which one was joined to a game with both titles',
    { title: 'Hop 2', by: 'acme', year: 1990, list: 'nes', alternate_titles: native('ホップ') },
    { title: 'Hop', by: 'acme', year: 1990, list: 'nes', alternate_titles: native('ホップ') },
  ],
  [
    'two entries of one list with one title by different companies',
    { title: 'Tarzan', by: 'acme', year: 1984, list: 'bbc' },
    { title: 'Tarzan', by: 'bolt', year: 1984, list: 'bbc' },
  ],
  ['a company and a year alone', { title: 'Hop', by: 'acme', year: 1990 }, { title: 'Jump', by: 'acme', year: 1990 }],
];

testPairs(SAME_GAMES, DIFFERENT_GAMES);

test('every rule is explained in words', () => {
  for (const rule of RULES) assert.notEqual(explain(rule), rule.name, rule.name);
  assert.equal(explain({ name: 'years', weight: -5 }), 'Released more than 15 years apart');
});

test('the reasons say what was counted', () => {
  const [a, b] = [evidenceOf({ by: 'acme', year: 1990 }), evidenceOf({ by: 'acme', year: 1995 }, 'libretro')];
  assert.deepEqual(compare(a, b).reasons.map(formatReason), ['title +3', 'same platform +2', 'company +3']);
});

test('two games that one source of games lists on a platform stay two', () => {
  const listed = (title: string) => evidenceOf({ title, by: 'acme', year: 1990, members: undefined } as never, 'own');
  assert.ok(compare(listed('Hop Story'), listed('Hop Story')).score < 0);
});

test('a list that keeps two titles apart does so in games that have joined others', () => {
  const sequel = evidenceOf({ title: 'Hop 2', by: 'acme', year: 1991, list: 'snes' });
  const joined = join(sequel, evidenceOf({ title: 'Hop', by: 'acme', year: 1992, list: 'saturn', on: 'sega-saturn' }));
  const first = evidenceOf({ title: 'Hop', by: 'acme', year: 1990, list: 'snes' });
  assert.ok(compare(joined, first).score < SAME);
});

test('a list of games that people made says that two entries of one list are one game', () => {
  const more = { by: 'acme', year: 1996, on: 'game-boy' };
  const names = [{ title: 'Pocket Blue', description: 'Alternate title' }];
  const curated = describe(
    {
      key: 'starter:red',
      title: 'Pocket Red',
      alternate_titles: names,
      platforms: [{ platform: 'platform:game-boy', first_release_date: '1996' }],
    },
    'starter',
  );
  const [red, blue] = ['Pocket Red', 'Pocket Blue'].map((title) => evidenceOf({ title, list: 'gameboy', ...more }));
  assert.ok(red && blue && compare(red, blue).score < SAME);
  assert.ok(red && blue && compare(join(curated, red), blue).score >= SAME);
});

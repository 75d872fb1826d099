import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, SAME } from '../../src/matching/compare.ts';
import { describe } from '../../src/matching/evidence.ts';
import { evidenceOf } from '../support/evidence.ts';
import { type GamePair, testPairs } from '../support/game-pairs.ts';

const SAME_GAMES: GamePair[] = [
  ['one company on a platform of fans', 'Lords of Time', 'nascom 1984 by level-9', 'galaksija 1984 by level-9'],
  [
    'a game for the PC that an enriching source names a company of',
    { title: 'Skeet Shoot', by: 'apollo', year: 1981, on: 'atari-2600' },
    { title: 'Skeet Shoot', by: 'sorber-software', year: 1982, on: 'dos', enriches: true },
  ],
  [
    'two games of fans',
    { title: 'Boulder Hop', by: 'acme', year: 2002, on: 'atari-5200', groups: ['group:homebrew-and-doujin-games'] },
    { title: 'Boulder Hop', year: 2002, on: 'atari-8-bit' },
  ],
  [
    'a product that only one source calls a compilation',
    { title: 'Choice Cuts', by: 'sega', on: 'sega-saturn' },
    { title: 'Choice Cuts', by: 'sega', on: 'sega-saturn', year: 1995, groups: ['group:compilations'] },
  ],
  [
    'copies of two homebrew authors under one name',
    { title: 'Hop', by: 'acme', groups: ['group:homebrew-and-doujin-games'] },
    { title: 'Hop', by: 'acme', groups: ['group:homebrew-and-doujin-games'], on: 'snes' },
  ],
];

const DIFFERENT_GAMES: GamePair[] = [
  ['a dedicated handheld', 'Donkey Hop', 'nes 1982 by acme', 'dedicated-handheld 1982 by acme'],
  [
    'a homebrew game',
    { title: 'Donkey Hop', by: 'acme', year: 1982 },
    { title: 'Donkey Hop', by: 'bolt', year: 1983, groups: ['group:homebrew-and-doujin-games'] },
  ],
  [
    'a compilation',
    { title: 'Donkey Hop', by: 'acme', year: 1982 },
    { title: 'Donkey Hop', by: 'acme', year: 1983, on: 'snes', groups: ['group:compilations'] },
  ],
  [
    'a copy where nothing is licensed',
    'Boulder Dash',
    'atari-8-bit 1984 by first-star',
    'mikrosha 1984 by clever-hands',
  ],
  [
    'a game for the PC by a person whom only an enriching source names',
    { title: 'Skeet Shoot', by: 'apollo', year: 1981, on: 'atari-2600' },
    { title: 'Skeet Shoot', by: 't-sorber', year: 1982, on: 'dos', enriches: true },
  ],
  ['a copy after the life of its platform', 'Prince of Hop', 'playstation-3 2014 by acme', 'bbc-micro 2014 by bolt'],
  [
    'two amateurs where nothing is licensed',
    'Boulder Dash',
    'mikrosha 1989 by clever-hands',
    'tesla-pmd-85 1988 by vbg',
  ],
];

testPairs(SAME_GAMES, DIFFERENT_GAMES);

test('a copy without a licence is another game, though a database has one id for both', () => {
  const ids = { gamedatabase: ['superhopbros'] };
  const line = (platform: string, description: string, attributes: string[] = []) => ({
    key: `gamedatabase:${platform}/superhopbros`,
    title: platform === 'nes' ? 'Super Hop Bros.' : 'Super Hop 2',
    enriches: true,
    ids,
    platforms: [
      {
        platform: `platform:${platform}`,
        attributes,
        releases: [{ release_date: null, countries: [], companies: [], product_codes: [], description }],
      },
    ],
  });
  const game = describe(line('nes', ''), 'gamedatabase');
  const compared = (...more: [string, string[]?]) => compare(game, describe(line('genesis', ...more), 'gamedatabase'));
  assert.ok(compared('').score >= SAME);
  assert.ok(compared('Unlicensed').score < SAME);
  assert.ok(compared('', ['attribute:kind/pirate']).score < SAME);
});

test('pirates of one company stay apart from the game whose id a database gives them', () => {
  const id = { ids: { gamedatabase: ['superhopbros'] } };
  const game = evidenceOf({ title: 'Super Hop Bros.', by: 'nintendo', year: 1993, ...id });
  const attributes = ['attribute:kind/pirate'];
  const pirate = describe(
    {
      key: 'gamedatabase:genesis/hop',
      title: 'Super Hop Bros.',
      enriches: true,
      ...id,
      platforms: [
        {
          platform: 'platform:genesis',
          attributes,
          releases: [
            {
              release_date: '1994',
              countries: [],
              companies: [{ company: 'company:gamtec', role: 'Published by' }],
              product_codes: [],
            },
          ],
        },
      ],
    },
    'gamedatabase',
  );
  assert.ok(compare(game, pirate).score < SAME);
});

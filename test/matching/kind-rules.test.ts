import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, SAME } from '../../src/matching/compare.ts';
import { evidenceOf, type LineSketch } from '../support/samples/evidence.ts';
import { type GamePair, testPairs } from '../support/samples/game-pairs.ts';

const SAME_GAMES: GamePair[] = [
  [
    'a game that a small company sold for a modern console',
    { title: 'Hopping Story', by: 'acme', year: 1999, on: 'arcade' },
    { title: 'Hopping Story', on: 'dreamcast', groups: ['group:unlicensed-games'] },
  ],
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
  ['a book with games for children', 'Magic Hop Bus', 'genesis 1995 by sega', 'sega-pico 1995 by sega'],
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

const PIRATE = ['attribute:kind/pirate'];
const ids = { gamedatabase: ['superhopbros'] };

test('a copy without a licence is another game, though a database has one id for both', () => {
  const line = (more: LineSketch) => evidenceOf({ ids, enriches: true, ...more }, 'gamedatabase');
  const game = line({ title: 'Super Hop Bros.' });
  const compared = (more: LineSketch) => compare(game, line({ title: 'Super Hop 2', on: 'genesis', ...more })).score;
  assert.ok(compared({}) >= SAME);
  assert.ok(compared({ edition: 'Unlicensed' }) < SAME);
  assert.ok(compared({ attributes: PIRATE }) < SAME);
});

test('pirates of one company stay apart from the game whose id a database gives them', () => {
  const line = { title: 'Super Hop Bros.', ids };
  const game = evidenceOf({ ...line, by: 'nintendo', year: 1993 });
  const pirate = { ...line, enriches: true, on: 'genesis', by: 'gamtec', year: 1994, attributes: PIRATE };
  assert.ok(compare(game, evidenceOf(pirate, 'gamedatabase')).score < SAME);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../src/matching/compare.ts';
import { evidenceOf } from '../support/evidence.ts';
import { type GamePair, testPairs } from '../support/game-pairs.ts';

const SAME_GAMES: GamePair[] = [
  [
    'a branch of the company',
    { title: 'Hop', by: 'nintendo', year: 1990 },
    { title: 'Hop', by: 'nintendo-of-america', on: 'snes', year: 1993 },
  ],
  [
    'a label of the same company',
    { title: 'Feud', by: 'mastertronic', year: 1987 },
    { title: 'Feud', by: 'bulldog', on: 'msx', year: 1990 },
  ],
  [
    'a distributor of many companies',
    { title: 'Hop', by: 'acme', year: 1987 },
    { title: 'Hop', by: 'erbe', on: 'msx', year: 1987 },
  ],
  [
    'a reissue by a label for games of many companies',
    { title: 'Xybots', by: 'domark', year: 1989, on: 'zx-spectrum' },
    { title: 'Xybots', by: 'the-hit-squad', year: 1992, on: 'zx-spectrum' },
  ],
  [
    'a reissue by a label of the company',
    { title: 'Hop', by: 'ocean', year: 1987, on: 'zx-spectrum' },
    { title: 'Hop', by: 'the-hit-squad', year: 1991, on: 'amiga' },
  ],
  [
    'a reissue by the maker of the machine',
    { title: 'Lode Hopper', by: 'acme', year: 1983, on: 'atari-8-bit' },
    { title: 'Lode Hopper', by: 'atari', year: 1987, on: 'atari-8-bit' },
  ],
];

testPairs(SAME_GAMES, []);

test('a reissue is more like the game on its platform than like the arcade machine', () => {
  const reissue = evidenceOf({ title: 'Xybots', by: 'the-hit-squad', year: 1989, on: 'zx-spectrum' });
  const home = evidenceOf({ title: 'Xybots', by: 'domark', year: 1989, on: 'zx-spectrum' }, 'libretro');
  const arcade = evidenceOf({ title: 'Xybots', by: 'atari-games', year: 1988, on: 'arcade' }, 'libretro');
  assert.ok(compare(reissue, home).score > compare(reissue, arcade).score);
});

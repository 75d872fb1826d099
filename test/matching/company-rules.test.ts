import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../src/matching/compare.ts';
import { evidenceOf } from '../support/samples/evidence.ts';
import { type GamePair, testPairs } from '../support/samples/game-pairs.ts';

const SAME_GAMES: GamePair[] = [
  ['a branch of the company', 'Hop', 'nes 1990 by nintendo', 'snes 1993 by nintendo-of-america'],
  ['a label of the same company', 'Feud', 'nes 1987 by mastertronic', 'msx 1990 by bulldog'],
  ['a distributor of many companies', 'Hop', 'nes 1987 by acme', 'msx 1987 by erbe'],
  ['a reissue by a label of many companies', 'Xybots', 'msx 1989 by domark', 'msx 1992 by the-hit-squad'],
  ['a reissue by a label of the company', 'Hop', 'zx-spectrum 1987 by ocean', 'amiga 1991 by the-hit-squad'],
  ['a reissue by the maker of the machine', 'Lode Hopper', 'atari-8-bit 1983 by acme', 'atari-8-bit 1987 by atari'],
];

testPairs(SAME_GAMES, []);

test('a reissue is more like the game on its platform than like the arcade machine', () => {
  const reissue = evidenceOf({ title: 'Xybots', by: 'the-hit-squad', year: 1989, on: 'zx-spectrum' });
  const home = evidenceOf({ title: 'Xybots', by: 'domark', year: 1989, on: 'zx-spectrum' }, 'libretro');
  const arcade = evidenceOf({ title: 'Xybots', by: 'atari-games', year: 1988, on: 'arcade' }, 'libretro');
  assert.ok(compare(reissue, home).score > compare(reissue, arcade).score);
});

test('what names no company is not by the maker of the machine rather than by another company', () => {
  const unnamed = evidenceOf({ title: 'Lode Hopper', on: 'nes' });
  const byMaker = evidenceOf({ title: 'Lode Hopper', by: 'nintendo', year: 1986, on: 'nes' });
  const byOther = evidenceOf({ title: 'Lode Hopper', by: 'acme', year: 1988, on: 'nes' });
  assert.equal(compare(unnamed, byMaker).score, compare(unnamed, byOther).score);
});

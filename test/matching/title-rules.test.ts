import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, SAME } from '../../src/matching/compare.ts';
import { join } from '../../src/matching/evidence.ts';
import { evidenceOf } from '../support/samples/evidence.ts';
import { type GamePair, nameInJapan, native, testPairs } from '../support/samples/game-pairs.ts';

const SAME_GAMES: GamePair[] = [
  ['a longer title two years apart', 'Rainbow Hoppers', 'nes 1988 by acme', 'zx-spectrum 1990 by bolt'],
  ['a common title on one platform in one year, one without a company', 'Castle', 'nes 1985 by acme', 'nes 1985'],
  [
    'a number at the end that is that of the console',
    { title: 'StarHop', alternate_titles: native('스타크'), by: 'acme', year: 1998, on: 'nintendo-64' },
    { title: 'StarHop 64', alternate_titles: native('스타크'), by: 'acme', year: 2000, on: 'nintendo-64' },
  ],
  [
    'the native title',
    { title: 'Hoppu', alternate_titles: native('ホップ'), year: 1992 },
    { title: 'Jump', alternate_titles: native('ホップ'), year: 1993 },
  ],
  [
    'a reissue with the name of its series',
    { title: 'Hop Story', by: 'nintendo', year: 1986, on: 'nes' },
    { title: 'Famicom Mini 09 - Hop Story', by: 'nintendo', year: 1990, on: 'game-boy-advance' },
  ],
  [
    'a title in the romanisation of the id',
    { title: 'Keiou Yuugekitai', by: 'acme', year: 1993 },
    { title: 'Keio Flying Squadron', by: 'acme', year: 1994, ids: { gamedatabase: ['keiouyuugekitai'] } },
  ],
  [
    'a numbered title, with and without its subtitle',
    { title: 'Hop II', by: 'acme', year: 1990 },
    { title: 'Hop 2: The Final Jump', by: 'acme', on: 'amiga', year: 1991 },
  ],
  [
    'versions for the Master System and the Game Gear with other ids',
    { title: 'Taz Hopper', by: 'sega', year: 1992, on: 'game-gear', ids: { gamedatabase: ['tazhopgg'] } },
    { title: 'Taz Hopper', by: 'tec-toy', year: 1993, on: 'sega-master-system', ids: { gamedatabase: ['tazhop'] } },
  ],
  [
    'a copied title with its native spelling',
    {
      title: 'Space Invaders',
      alternate_titles: native('スペースインベーダー'),
      by: 'taito',
      year: 1990,
      on: 'game-boy',
    },
    { title: 'Space Invaders', alternate_titles: native('スペースインベーダー'), by: 'wiz', year: 1992, on: 'pc-98' },
  ],
  [
    'the first of a series with its numeral',
    { title: 'R-Hop', by: 'acme', year: 1988 },
    { title: 'R-Hop I', by: 'acme', year: 1988 },
  ],
  [
    'a possessive in one of them',
    { title: "Hop*bert's Cubes", by: 'acme', year: 1984 },
    { title: 'Hop*bert Cubes', by: 'acme', year: 1984, on: 'colecovision' },
  ],
  [
    'a Chinese title on a console that runs games of another',
    { title: 'Hop Kart 64', alternate_titles: native('马力欧卡'), by: 'acme', year: 1996, on: 'nintendo-64' },
    { title: 'Hǎopù Kǎ', alternate_titles: native('马力欧卡'), by: 'acme', year: 2003, on: 'ique-player' },
  ],
  [
    'another title on one console in one year',
    { title: 'GunHop: New Story', alternate_titles: nameInJapan('GunHop'), by: 'acme', year: 1990 },
    { title: 'Gun Hop', year: 1990 },
  ],
];

const DIFFERENT_GAMES: GamePair[] = [
  ['a title of some length two years apart', 'Bubble Hop', 'nes 1988 by acme', 'zx-spectrum 1990 by bolt'],
  ['a common title by another company', 'Backgammon', 'nes 1983 by acme', 'nes 1983 by bolt'],
  [
    'other names in Japan',
    { title: 'Mega Hop 2', by: 'acme', year: 1989, alternate_titles: nameInJapan('Rock 2') },
    { title: 'Mega Hop II', by: 'acme', on: 'game-boy', year: 1992, alternate_titles: nameInJapan('World 2') },
  ],
  [
    'an alternate title with another number',
    {
      title: 'Last Story VI',
      by: 'acme',
      year: 1994,
      alternate_titles: [{ title: 'Last Story III', description: 'United States title' }],
    },
    { title: 'Last Story III', by: 'acme', on: 'snes', year: 1990 },
  ],
  [
    'the name of a bootleg that another game has, too',
    {
      title: 'Pac-Man',
      by: 'namco',
      year: 1982,
      alternate_titles: [{ title: 'Piranha', description: 'Alternate title' }],
    },
    { title: 'Piranha', year: 1983 },
  ],
  [
    'a sequel with the native title of the first game',
    { title: 'Double Hop', alternate_titles: native('双截龍'), by: 'technos-japan', year: 1990, on: 'game-boy' },
    { title: 'Double Hop II', alternate_titles: native('双截龍'), by: 'technos-japan', year: 1991, on: 'game-boy' },
  ],
  [
    'a native title alone, years apart',
    { title: 'Hop Man', alternate_titles: native('ボンバー'), by: 'hudson', year: 1983, on: 'msx' },
    { title: 'Mega Hop Man', alternate_titles: native('ボンバー'), by: 'hudson', year: 1993, on: 'turbografx-16' },
  ],
  [
    'a numbered title, and an edition of it',
    { title: 'Street Hop II', by: 'acme', year: 1991, on: 'arcade' },
    { title: 'Street Hop II: Champion Edition', by: 'acme', year: 1992, on: 'genesis' },
  ],
  [
    'a numbered title on a console, and one with a subtitle',
    { title: 'Spider Hop 2', by: 'acme', year: 2002, on: 'game-boy-advance' },
    { title: 'Spider Hop 2: Enter Jump', by: 'acme', year: 2001, on: 'playstation' },
  ],
  [
    'an expansion that a list has as a version of the game',
    {
      title: 'Hopping Manager',
      alternate_titles: [{ title: 'Hopping Manager: Expansion Kit', description: 'Alternate title' }],
      by: 'acme',
      year: 1988,
    },
    { title: 'Hopping Manager: Expansion Kit', by: 'acme', year: 1988, on: 'amiga' },
  ],
  [
    'the title with a plus',
    { title: 'Intergalactic Karate', by: 'acme', year: 1986 },
    { title: 'Intergalactic Karate +', by: 'acme', year: 1987, on: 'amiga' },
  ],
  [
    'a native title of a game that was only sold again later',
    {
      title: 'H-Zero',
      alternate_titles: native('エイチゼロ'),
      by: 'acme',
      on: 'snes',
      year: 1990,
    },
    { title: 'H-Zero: Maximum Jump', alternate_titles: native('エイチゼロ'), by: 'acme', year: 2001, on: 'nes' },
  ],
  [
    'versions for two machines with other ids in a database',
    { title: 'Streets of Hop II', by: 'sega', year: 1993, on: 'genesis', ids: { gamedatabase: ['bareknuckle2'] } },
    { title: 'Streets of Hop 2', by: 'sega', year: 1993, on: 'game-boy', ids: { gamedatabase: ['streetsofhop2'] } },
  ],
];

testPairs(SAME_GAMES, DIFFERENT_GAMES);

test('games with one number and other subtitles stay apart, also if one of them is called by the number alone', () => {
  const lair = evidenceOf({ title: 'Wonder Hop III: Monster Lair', by: 'acme', year: 1988, on: 'amiga' });
  const trap = evidenceOf({ title: "Wonder Hop III: The Dragon's Trap", by: 'acme', year: 1989, on: 'atari-st' });
  const short = evidenceOf({ title: 'Wonder Hop III', by: 'acme', year: 1989, on: 'sega-master-system' });
  assert.ok(compare(trap, short).score >= SAME);
  assert.ok(compare(join(trap, short), lair).score < SAME);
});

test('a game that was sold again in the year of another one with its native title is not that game', () => {
  const names = { alternate_titles: native('エイチゼロ'), by: 'nintendo', on: 'snes' };
  const first = evidenceOf({ title: 'H-Zero', year: 1990, ...names });
  const again = evidenceOf({ title: 'H-Zero', year: 2006, ...names }, 'gamedatabase');
  const other = evidenceOf({ ...names, title: 'H-Zero: Maximum Jump', year: 2001, on: 'game-boy-advance' });
  assert.ok(compare(join(first, again), other).score < SAME);
});

test('a product code says more than two spellings of a title in Japan', () => {
  const codes = new Set(['code slpm86171 platform:playstation']);
  const line = (title: string, source: string) => ({
    ...evidenceOf({ title, in: 'Japan', on: 'playstation' }, source),
    codes,
  });
  assert.ok(compare(line('Guuguuthropus', 'libretro'), line('Googootrops', 'mame')).score >= SAME);
});

test('a distinctive title is that of a game on many platforms, also years later', () => {
  const on = (platform: string) =>
    evidenceOf({ title: 'Hopball 2: Brutal Deluxe', by: 'acme', year: 1991, on: platform });
  const later = evidenceOf({ title: 'Hopball 2: Brutal Deluxe', by: 'bolt', year: 2002, on: 'game-boy-advance' });
  assert.ok(compare(['amiga', 'dos', 'lynx', 'atari-st'].map(on).reduce(join), later).score >= SAME);
  assert.ok(compare(on('amiga'), later).score < SAME);
});

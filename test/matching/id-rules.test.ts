import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../src/matching/compare.ts';
import { evidenceOf } from '../support/samples/evidence.ts';
import { type GamePair, native, testPairs } from '../support/samples/game-pairs.ts';

const SAME_GAMES: GamePair[] = [
  [
    'a game and its reissue for another machine, whose key says the first one',
    { title: 'Hop', by: 'acme', year: 1988, on: 'nes' },
    { title: 'Hop', by: 'bolt', year: 2008, on: 'wii', key: 'libretro:wii/hop@nes', members: [] },
  ],
  [
    'a game of a disc and its reissue, whose key says the console',
    { title: 'Hop of Ys', by: 'acme', year: 1992, on: 'turbografx-cd' },
    {
      title: 'Hop of Ys',
      by: 'bolt',
      year: 2010,
      on: 'playstation-3',
      key: 'libretro:playstation-3/hop-of-ys@turbografx-16',
    },
  ],
  [
    'another title, and the same file',
    { title: 'Hop', ids: { sha1: ['a'.repeat(40)] }, on: 'snes' },
    { title: 'Jump', ids: { sha1: ['a'.repeat(40)] }, on: 'snes' },
  ],
  [
    'a renamed address in a database that has one number for them',
    { title: 'Hopper', by: 'acme', year: 1988, ids: { igdb: ['1'], igdb_slug: ['hopper'] }, on: 'nes' },
    { title: 'Hop', by: 'acme', year: 1988, ids: { igdb: ['1'], igdb_slug: ['hop--1'] }, on: 'nes' },
  ],
  [
    'other ids in a database that has an entry for each platform',
    { title: 'Jumping Hopper', by: 'acme', year: 1988, ids: { launchbox: ['1'] }, on: 'nes' },
    { title: 'Jumping Hopper', by: 'acme', year: 1988, ids: { launchbox: ['2'] }, on: 'snes' },
  ],
  [
    'two titles that the table knows as one game',
    { title: 'Contra', on: 'arcade', by: 'konami', year: 1987 },
    { title: 'Gryzor', on: 'commodore-64', by: 'ocean', year: 1988 },
  ],
  [
    'a reissue long after, by another company, in the table of namesakes',
    { title: 'Mappy', by: 'namco', year: 1984, on: 'nes' },
    { title: 'Famicom Mini 08 - Mappy', by: 'nintendo', year: 2004, on: 'game-boy-advance' },
  ],
  [
    'a reissue in a series of Japan',
    { title: 'Jumping Hopper', by: 'acme', year: 1988, on: 'arcade', in: 'Japan' },
    {
      title: 'Video Game Anthology Vol. 2: Jumping Hopper',
      by: 'bolt',
      year: 1993,
      on: 'sharp-x68000',
      in: 'Japan',
    },
  ],
  [
    'titles that the table knows as one game, by other companies on one platform',
    { title: 'World Karate Championship', by: 'epyx', year: 1986, on: 'dos' },
    { title: 'International Karate', by: 'system-3', year: 1987, on: 'dos' },
  ],
  [
    'two halves of a game that were sold apart',
    { title: 'R-Type', by: 'hudson-soft', year: 1988, on: 'turbografx-16', ids: { gamedatabase: ['rtype1'] } },
    { title: 'R-Type Part-2', by: 'hudson-soft', year: 1988, on: 'turbografx-16', ids: { gamedatabase: ['rtype2'] } },
  ],
  [
    'an id with a slip',
    { title: 'Rainbow Hop', by: 'acme', year: 1990, ids: { gamedatabase: ['rainbowhopping'] } },
    { title: 'Rainbow Hop', by: 'acme', year: 1990, on: 'snes', ids: { gamedatabase: ['raibowhopping'] } },
  ],
  [
    'a port under another title that the table knows, with another id',
    {
      title: "Wonder Boy III: The Dragon's Trap",
      by: 'sega',
      year: 1989,
      on: 'sega-master-system',
      ids: { gamedatabase: ['wonderboy3tdt'] },
    },
    {
      title: "Dragon's Curse",
      by: 'hudson',
      year: 1990,
      on: 'turbografx-16',
      ids: { gamedatabase: ['adventureisland'] },
    },
  ],
  [
    'an entry that it names by key',
    { title: 'Hop', list: 'arcade', on: 'arcade' },
    { title: 'Jump', ids: { key: ['mame:arcade/y'] }, on: 'arcade' },
  ],
];

const DIFFERENT_GAMES: GamePair[] = [
  [
    'two items of Wikidata with one id in a shop',
    { title: 'Hopper', by: 'acme', year: 1998, ids: { wikidata: ['Q1'], steam: ['7'] }, on: 'playstation' },
    { title: 'Hopper', by: 'acme', year: 2016, ids: { wikidata: ['Q2'], steam: ['7'] }, on: 'playstation-4' },
  ],
  [
    'other ids in a database of games',
    { title: 'Hopper', by: 'acme', year: 1988, ids: { igdb: ['1'] }, on: 'nes' },
    { title: 'Hopper', by: 'acme', year: 1989, ids: { igdb: ['2'] }, on: 'snes' },
  ],
  [
    'a line that left that of a game with the same title, year and platform',
    { title: 'Gauntlet', year: 1985, on: 'amstrad-cpc', key: 'mame:cpc_cass/gauntlet', members: [] },
    { title: 'Gauntlet', year: 1985, on: 'amstrad-cpc', key: 'mame:cpc_cass/gauntletmp', members: [] },
  ],
  [
    'a listing that left the line of a game, and that game on another platform',
    { title: 'Xenon', year: 1988, on: 'amstrad-cpc', key: 'mame:cpc_flop/xenonf19', members: [] },
    { title: 'Xenon', by: 'melbourne-house', year: 1988, on: 'amiga' },
  ],
  [
    'a game of the Mega Drive and a reissue of the game of the Master System',
    { title: 'Sonic the Hedgehog', by: 'sega', year: 1991, on: 'genesis' },
    { title: 'Sonic the Hedgehog', by: 'sega', on: 'wii', key: 'libretro:wii/sonic-the-hedgehog@sega-master-system' },
  ],
  [
    'games under one id, which the table of namesakes has as two',
    { title: 'Super Turrican', by: 'factor-5', year: 1993, on: 'snes', ids: { gamedatabase: ['megaturrican'] } },
    { title: 'Mega Turrican', by: 'factor-5', year: 1994, on: 'genesis', ids: { gamedatabase: ['megaturrican'] } },
  ],
  [
    'games that the table of namesakes tells apart',
    { title: 'Alien vs Predator', on: 'jaguar', by: 'atari', year: 1994 },
    { title: 'Alien vs. Predator', on: 'arcade', by: 'capcom', year: 1994 },
  ],
  [
    'a game that the table of namesakes tells apart from all others of its title',
    { title: 'Amplitude', on: 'playstation-2', by: 'harmonix', year: 2003 },
    { title: 'Amplitude', on: 'playstation-3', by: 'harmonix', year: 2004 },
  ],
  [
    'a package of two games, of which the table of namesakes knows one',
    {
      title: 'Puzzle Bobble 2X',
      on: 'sega-saturn',
      year: 1998,
      alternate_titles: [{ title: 'Space Invaders', description: 'Alternate title' }],
    },
    { title: 'Space Invaders', on: 'sega-saturn', by: 'bolt', year: 1996 },
  ],
  [
    'two games on one platform, of which the table of namesakes knows one',
    { title: 'Dragon Slayer', by: 'acme', year: 1984, list: 'spectrum', on: 'zx-spectrum' },
    { title: 'Dragon Slayer', by: 'bolt', year: 1992, list: 'spectrum', on: 'zx-spectrum' },
  ],
  [
    'another entry of the list than the one it names by key',
    { title: 'Top Gunner', list: 'arcade', on: 'arcade', by: 'acme', year: 1986 },
    { title: 'Top Gunner', ids: { key: ['mame:arcade/jackal'] }, on: 'arcade', by: 'acme', year: 1986 },
  ],
  [
    'ids of one database',
    { title: 'Hop Story', by: 'acme', year: 1990, ids: { wikidata: ['Q1'] } },
    { title: 'Hop Story', by: 'acme', year: 1990, on: 'snes', ids: { wikidata: ['Q2'] } },
  ],
  [
    'one id of two titles by other companies',
    { title: 'Hop Maker 2', by: 'acme', year: 1993, ids: { gamedatabase: ['hopmaker2'] } },
    { title: 'Hop Maker: Legend', by: 'bolt', year: 1995, on: 'snes', ids: { gamedatabase: ['hopmaker2'] } },
  ],
  [
    'one id and native title of other companies, years apart',
    {
      title: 'World Hop',
      alternate_titles: native('サッカー'),
      by: 'acme',
      year: 1987,
      ids: { gamedatabase: ['hop'] },
    },
    {
      title: 'Striker Hop',
      alternate_titles: native('サッカー'),
      by: 'bolt',
      year: 1993,
      on: 'snes',
      ids: { gamedatabase: ['hop'] },
    },
  ],
];

testPairs(SAME_GAMES, DIFFERENT_GAMES);

test('an entry that is named by its key is more alike than one with the same id in a database', () => {
  const ids = { gamedatabase: ['doublehop'] };
  const line = { title: 'Double Hop', by: 'acme', year: 1995, on: 'arcade' };
  const naming = evidenceOf({ ...line, ids: { ...ids, key: ['mame:arcade/y'] } }, 'gamedatabase');
  const named = evidenceOf({ ...line, list: 'arcade' });
  const other = evidenceOf({ ...line, ids, on: 'game-gear' }, 'gamedatabase');
  assert.ok(compare(naming, named).score > compare(naming, other).score);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, RULES, SAME } from '../../src/matching/compare.ts';
import { describe, join } from '../../src/matching/evidence.ts';
import { explain, formatReason } from '../../src/matching/explain.ts';
import { evidenceOf, type LineSketch } from '../support/evidence.ts';

const nameInJapan = (title: string) => [{ title, description: 'Japan title' }];
const native = (title: string) => [{ title, description: 'Japanese spelling' }];

const SAME_GAMES: [name: string, a: LineSketch, b: LineSketch][] = [
  [
    'title and company on one platform',
    { title: 'Hop', by: 'acme', year: 1990 },
    { title: 'Hop', by: 'acme', year: 1996 },
  ],
  ['title and year on one platform', { title: 'Hop', year: 1990 }, { title: 'Hop', by: 'bolt', year: 1991 }],
  ['title alone on one platform', { title: 'Hop', by: 'acme', year: 1990 }, { title: 'Hop' }],
  [
    'a branch of the company',
    { title: 'Hop', by: 'nintendo', year: 1990 },
    { title: 'Hop', by: 'nintendo-of-america', on: 'snes', year: 1993 },
  ],
  [
    'a port by another publisher in the same year',
    { title: 'Bubble Hop', by: 'acme', year: 1988 },
    { title: 'Bubble Hop', by: 'bolt', on: 'zx-spectrum', year: 1988 },
  ],
  [
    'a longer title two years apart',
    { title: 'Rainbow Hoppers', by: 'acme', year: 1988 },
    { title: 'Rainbow Hoppers', by: 'bolt', on: 'zx-spectrum', year: 1990 },
  ],
  [
    'a game of the same company on a platform of fans',
    { title: 'Lords of Time', by: 'level-9', year: 1984, on: 'nascom' },
    { title: 'Lords of Time', by: 'level-9', year: 1984, on: 'galaksija' },
  ],
  [
    'two games of fans',
    { title: 'Boulder Hop', by: 'acme', year: 2002, on: 'atari-5200', groups: ['group:homebrew-and-doujin-games'] },
    { title: 'Boulder Hop', year: 2002, on: 'atari-8-bit' },
  ],
  [
    'a common title on one platform in one year, of which one names no company',
    { title: 'Castle', by: 'acme', year: 1985 },
    { title: 'Castle', year: 1985 },
  ],
  [
    'a number at the end that is that of the console',
    { title: 'StarHop', alternate_titles: native('스타크'), by: 'acme', year: 1998, on: 'nintendo-64' },
    { title: 'StarHop 64', alternate_titles: native('스타크'), by: 'acme', year: 2000, on: 'nintendo-64' },
  ],
  [
    'a product that only one source calls a compilation',
    { title: 'Choice Cuts', by: 'sega', on: 'sega-saturn' },
    { title: 'Choice Cuts', by: 'sega', on: 'sega-saturn', year: 1995, groups: ['group:compilations'] },
  ],
  [
    'a home version of an arcade machine',
    { title: 'Strider', on: 'arcade', by: 'capcom', year: 1989 },
    { title: 'Strider', on: 'zx-spectrum', by: 'u-s-gold', year: 1989 },
  ],
  [
    'another title, and the same file',
    { title: 'Hop', ids: { sha1: ['a'.repeat(40)] }, on: 'snes' },
    { title: 'Jump', ids: { sha1: ['a'.repeat(40)] }, on: 'snes' },
  ],
  [
    'the native title',
    { title: 'Hoppu', alternate_titles: native('ホップ'), year: 1992 },
    { title: 'Jump', alternate_titles: native('ホップ'), year: 1993 },
  ],
  [
    'two titles that the table knows as one game',
    { title: 'Contra', on: 'arcade', by: 'konami', year: 1987 },
    { title: 'Gryzor', on: 'commodore-64', by: 'ocean', year: 1988 },
  ],
  [
    'a reissue with the name of its series',
    { title: 'Hop Story', by: 'nintendo', year: 1986, on: 'nes' },
    { title: 'Famicom Mini 09 - Hop Story', by: 'nintendo', year: 1990, on: 'game-boy-advance' },
  ],
  [
    'a reissue long after, by another company, in the table of namesakes',
    { title: 'Mappy', by: 'namco', year: 1984, on: 'nes' },
    { title: 'Famicom Mini 08 - Mappy', by: 'nintendo', year: 2004, on: 'game-boy-advance' },
  ],
  [
    'a title in the romanisation of the id',
    { title: 'Keiou Yuugekitai', by: 'acme', year: 1993 },
    { title: 'Keio Flying Squadron', by: 'acme', year: 1994, ids: { gamedatabase: ['keiouyuugekitai'] } },
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
    'a numbered title, with and without its subtitle',
    { title: 'Hop II', by: 'acme', year: 1990 },
    { title: 'Hop 2: The Final Jump', by: 'acme', on: 'amiga', year: 1991 },
  ],
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
  [
    'titles that the table knows as one game, by other companies on one platform',
    { title: 'World Karate Championship', by: 'epyx', year: 1986, on: 'dos' },
    { title: 'International Karate', by: 'system-3', year: 1987, on: 'dos' },
  ],
  [
    'a reissue by the maker of the machine',
    { title: 'Lode Hopper', by: 'acme', year: 1983, on: 'atari-8-bit' },
    { title: 'Lode Hopper', by: 'atari', year: 1987, on: 'atari-8-bit' },
  ],
  [
    'versions for the Master System and the Game Gear with other ids',
    { title: 'Taz Hopper', by: 'sega', year: 1992, on: 'game-gear', ids: { gamedatabase: ['tazhopgg'] } },
    { title: 'Taz Hopper', by: 'tec-toy', year: 1993, on: 'sega-master-system', ids: { gamedatabase: ['tazhop'] } },
  ],
  [
    'an id with a slip',
    { title: 'Rainbow Hop', by: 'acme', year: 1990, ids: { gamedatabase: ['rainbowhopping'] } },
    { title: 'Rainbow Hop', by: 'acme', year: 1990, on: 'snes', ids: { gamedatabase: ['raibowhopping'] } },
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
    'another title on one console in one year',
    { title: 'GunHop: New Story', alternate_titles: nameInJapan('GunHop'), by: 'acme', year: 1990 },
    { title: 'Gun Hop', year: 1990 },
  ],
  [
    'a title of common words in later years',
    { title: 'Jungle Fever', by: 'acme', year: 1988, on: 'amiga' },
    { title: 'Jungle Fever', by: 'bolt', year: 1989, on: 'zx-spectrum' },
  ],
  [
    'a title of common words by a company that sold games of others',
    { title: 'Jungle Fever', by: 'acme', year: 1982, on: 'atari-2600' },
    { title: 'Jungle Fever', by: 'timex', year: 1983, on: 'zx-spectrum' },
  ],
  [
    'a title with an uncommon word in the early years',
    { title: 'Squishy Hop', by: 'acme', year: 1983, on: 'atari-2600' },
    { title: 'Squishy Hop', by: 'bolt', year: 1984, on: 'msx' },
  ],
  [
    'a licensed home version of the early years',
    { title: 'Gorph', by: 'acme', year: 1981, on: 'arcade' },
    { title: 'Gorph', by: 'atarisoft', year: 1983, on: 'bbc-micro' },
  ],
  [
    'an entry that it names by key',
    { title: 'Hop', list: 'arcade', on: 'arcade' },
    { title: 'Jump', ids: { key: ['mame:arcade/y'] }, on: 'arcade' },
  ],
  [
    'copies of two homebrew authors under one name',
    { title: 'Hop', by: 'acme', groups: ['group:homebrew-and-doujin-games'] },
    { title: 'Hop', by: 'acme', groups: ['group:homebrew-and-doujin-games'], on: 'snes' },
  ],
];

const DIFFERENT_GAMES: [name: string, a: LineSketch, b: LineSketch][] = [
  ['a title alone on another platform', { title: 'Hop Story Deluxe' }, { title: 'Hop Story Deluxe', on: 'snes' }],
  [
    'a short title by another company on another platform',
    { title: 'Exodus', by: 'acme', year: 1990 },
    { title: 'Exodus', by: 'bolt', on: 'zx-spectrum', year: 1990 },
  ],
  [
    'a title of some length two years apart',
    { title: 'Bubble Hop', by: 'acme', year: 1988 },
    { title: 'Bubble Hop', by: 'bolt', on: 'zx-spectrum', year: 1990 },
  ],
  [
    'a common title by another company',
    { title: 'Backgammon', by: 'acme', year: 1983 },
    { title: 'Backgammon', by: 'bolt', year: 1983 },
  ],
  [
    'the same company twenty years later',
    { title: 'Hop Story', by: 'acme', year: 1987 },
    { title: 'Hop Story', by: 'acme', on: 'playstation-3', year: 2008 },
  ],
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
    'a dedicated handheld',
    { title: 'Donkey Hop', by: 'acme', year: 1982 },
    { title: 'Donkey Hop', by: 'acme', on: 'dedicated-handheld', year: 1982 },
  ],
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
    'games that the table of namesakes tells apart',
    { title: 'Alien vs Predator', on: 'jaguar', by: 'atari', year: 1994 },
    { title: 'Alien vs. Predator', on: 'arcade', by: 'capcom', year: 1994 },
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
  [
    'two games on one platform, of which the table of namesakes knows one',
    { title: 'Dragon Slayer', by: 'acme', year: 1984, list: 'spectrum', on: 'zx-spectrum' },
    { title: 'Dragon Slayer', by: 'bolt', year: 1992, list: 'spectrum', on: 'zx-spectrum' },
  ],
  [
    'a copy on a platform without licensed games',
    { title: 'Boulder Dash', by: 'first-star-software', year: 1984, on: 'atari-8-bit' },
    { title: 'Boulder Dash', by: 'clever-hands', year: 1984, on: 'mikrosha' },
  ],
  [
    'a copy made after the life of its platform',
    { title: 'Prince of Hop', by: 'acme', year: 2014, on: 'playstation-3' },
    { title: 'Prince of Hop', by: 'bolt', year: 2014, on: 'bbc-micro' },
  ],
  [
    'an alternate title of an arcade machine on a platform where nobody names a company',
    {
      title: 'Hop',
      alternate_titles: [{ title: 'Space Hopper World', description: 'Alternate title' }],
      on: 'arcade',
      year: 1985,
    },
    { title: 'Space Hopper World', on: 'amstrad-cpc', year: 1989 },
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
    'one machine years after the other',
    { title: 'Double Hop', by: 'acme', year: 1987, list: 'arcade', on: 'arcade', members: ['mame:arcade/a'] },
    { title: 'Double Hop', by: 'acme', year: 1995, list: 'arcade', on: 'arcade', members: ['mame:arcade/b'] },
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
    'a version without a company years before the machine',
    { title: 'Final Hop Story', by: 'acme', year: 1989, on: 'arcade' },
    { title: 'Final Hop Story', year: 1986, on: 'atari-8-bit' },
  ],
  [
    'versions of two amateurs for machines without licensed games',
    { title: 'Boulder Dash', by: 'clever-hands', year: 1989, on: 'mikrosha' },
    { title: 'Boulder Dash', by: 'vbg', year: 1988, on: 'tesla-pmd-85' },
  ],
  [
    'versions for two machines with other ids in a database',
    { title: 'Streets of Hop II', by: 'sega', year: 1993, on: 'genesis', ids: { gamedatabase: ['bareknuckle2'] } },
    { title: 'Streets of Hop 2', by: 'sega', year: 1993, on: 'game-boy', ids: { gamedatabase: ['streetsofhop2'] } },
  ],
  [
    'a title of common words by other small companies of the early years',
    { title: 'Jungle Fever', by: 'acme', year: 1982, on: 'atari-2600' },
    { title: 'Jungle Fever', by: 'bolt', year: 1983, on: 'zx-spectrum' },
  ],
  [
    'two common words written as one',
    { title: 'Dragonfire', by: 'acme', year: 1982, on: 'atari-2600' },
    { title: 'Dragonfire', by: 'bolt', year: 1981, on: 'apple-ii' },
  ],
  [
    'a clone of an arcade machine for a home computer of the early years',
    { title: 'Gorph', by: 'acme', year: 1981, on: 'arcade' },
    { title: 'Gorph', by: 'bolt', year: 1983, on: 'bbc-micro' },
  ],
  ['a company and a year alone', { title: 'Hop', by: 'acme', year: 1990 }, { title: 'Jump', by: 'acme', year: 1990 }],
];

for (const [cases, isSame] of [
  [SAME_GAMES, true],
  [DIFFERENT_GAMES, false],
] as const) {
  for (const [name, a, b] of cases) {
    test(`${isSame ? 'the same game' : 'different games'}: ${name}`, () => {
      const [one, other] = [evidenceOf(a, 'mame'), evidenceOf(b, b.list ? 'mame' : 'libretro')];
      const { score, reasons } = compare(one, other);
      assert.equal(score >= SAME, isSame, reasons.map(formatReason).join(', '));
      assert.deepEqual(compare(other, one).score, score, 'in both directions');
    });
  }
}

test('games with one number and other subtitles stay apart, also if one of them is called by the number alone', () => {
  const lair = evidenceOf({ title: 'Wonder Hop III: Monster Lair', by: 'acme', year: 1988, on: 'amiga' });
  const trap = evidenceOf({ title: "Wonder Hop III: The Dragon's Trap", by: 'acme', year: 1989, on: 'atari-st' });
  const short = evidenceOf({ title: 'Wonder Hop III', by: 'acme', year: 1989, on: 'sega-master-system' });
  assert.ok(compare(trap, short).score >= SAME);
  assert.ok(compare(join(trap, short), lair).score < SAME);
});

test('a reissue is more like the game on its platform than like the arcade machine', () => {
  const reissue = evidenceOf({ title: 'Xybots', by: 'the-hit-squad', year: 1989, on: 'zx-spectrum' });
  const home = evidenceOf({ title: 'Xybots', by: 'domark', year: 1989, on: 'zx-spectrum' }, 'libretro');
  const arcade = evidenceOf({ title: 'Xybots', by: 'atari-games', year: 1988, on: 'arcade' }, 'libretro');
  assert.ok(compare(reissue, home).score > compare(reissue, arcade).score);
});

test('a second home version of an arcade machine on one platform is the same game', () => {
  const arcade = evidenceOf({ title: 'Zaxxon', by: 'sega', year: 1982, on: 'arcade' });
  const home = (platform: string) => evidenceOf({ title: 'Zaxxon', by: 'sega', year: 1983, on: platform });
  const second = evidenceOf({ title: 'Zaxxon', by: 'datasoft', year: 1984, on: 'atari-8-bit' });
  const ported = join(arcade, home('atari-8-bit'));
  assert.ok(compare(ported, second).score < SAME);
  assert.ok(compare(['sg-1000', 'msx'].map(home).reduce(join, ported), second).score >= SAME);
});

test('a long title without a year and a company is a port of a game that is on many platforms', () => {
  const on = (platform: string) => evidenceOf({ title: 'Hopping Challenge', by: 'acme', year: 1990, on: platform });
  const nameless = evidenceOf({ title: 'Hopping Challenge', on: 'zx-spectrum' });
  const many = ['amiga', 'dos', 'lynx', 'atari-st'].map(on).reduce(join);
  assert.ok(compare(many, nameless).score >= SAME);
  assert.ok(compare(on('amiga'), nameless).score < SAME);
  assert.ok(compare(many, evidenceOf({ title: 'Hopping Challenge', on: 'psp' })).score < SAME);
});

test('a short uncommon title of a game that is on many platforms is a port by another company', () => {
  const on = (title: string) => (platform: string) => evidenceOf({ title, by: 'acme', year: 1990, on: platform });
  const many = (title: string) => ['amiga', 'dos', 'lynx', 'atari-st'].map(on(title)).reduce(join);
  const port = (title: string) => evidenceOf({ title, by: 'bolt', year: 1991, on: 'pc-98' });
  assert.ok(compare(many('Deflekt'), port('Deflekt')).score >= SAME);
  assert.ok(compare(on('Deflekt')('amiga'), port('Deflekt')).score < SAME);
  assert.ok(compare(many('Fighter'), port('Fighter')).score < SAME);
});

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

test('a machine that runs games of a console is compared as a game of it', () => {
  const platform = (attributes: string[]) => ({ platform: 'platform:arcade', attributes, first_release_date: '1989' });
  const line = (attributes: string[]) => ({
    key: 'mame:arcade/x',
    title: 'Ninja Gaiden',
    platforms: [platform(attributes)],
  });
  const playChoice = describe(line(['attribute:arcade-system/playchoice-10']), 'mame');
  const nes = evidenceOf({ title: 'Ninja Gaiden', on: 'nes', by: 'tecmo', year: 1989 });
  assert.ok(compare(playChoice, nes).score >= SAME);
  assert.ok(compare(describe(line([]), 'mame'), nes).score < SAME);
});

test('a list that keeps two titles apart does so in games that have joined others', () => {
  const sequel = evidenceOf({ title: 'Hop 2', by: 'acme', year: 1991, list: 'snes' });
  const joined = join(sequel, evidenceOf({ title: 'Hop', by: 'acme', year: 1992, list: 'saturn', on: 'sega-saturn' }));
  const first = evidenceOf({ title: 'Hop', by: 'acme', year: 1990, list: 'snes' });
  assert.ok(compare(joined, first).score < SAME);
});

test('a game that was sold again in the year of another one with its native title is not that game', () => {
  const names = { alternate_titles: native('エイチゼロ'), by: 'nintendo', on: 'snes' };
  const first = evidenceOf({ title: 'H-Zero', year: 1990, ...names });
  const again = evidenceOf({ title: 'H-Zero', year: 2006, ...names }, 'gamedatabase');
  const other = evidenceOf({ ...names, title: 'H-Zero: Maximum Jump', year: 2001, on: 'game-boy-advance' });
  assert.ok(compare(join(first, again), other).score < SAME);
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

test('a distinctive title is that of a game on many platforms, also years later', () => {
  const on = (platform: string) =>
    evidenceOf({ title: 'Hopball 2: Brutal Deluxe', by: 'acme', year: 1991, on: platform });
  const later = evidenceOf({ title: 'Hopball 2: Brutal Deluxe', by: 'bolt', year: 2002, on: 'game-boy-advance' });
  assert.ok(compare(['amiga', 'dos', 'lynx', 'atari-st'].map(on).reduce(join), later).score >= SAME);
  assert.ok(compare(on('amiga'), later).score < SAME);
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

test('an entry that is named by its key is more alike than one with the same id in a database', () => {
  const ids = { gamedatabase: ['doublehop'] };
  const line = { title: 'Double Hop', by: 'acme', year: 1995, on: 'arcade' };
  const naming = evidenceOf({ ...line, ids: { ...ids, key: ['mame:arcade/y'] } }, 'gamedatabase');
  const named = evidenceOf({ ...line, list: 'arcade' });
  const other = evidenceOf({ ...line, ids, on: 'game-gear' }, 'gamedatabase');
  assert.ok(compare(naming, named).score > compare(naming, other).score);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, SAME } from '../../src/matching/compare.ts';
import { describe, join } from '../../src/matching/evidence.ts';
import { evidenceOf } from '../support/evidence.ts';
import { type GamePair, testPairs } from '../support/game-pairs.ts';

/** New games of libretro: mostly a title and a platform. */
const NAMED: [name: string, isSame: boolean, ...lines: Parameters<typeof evidenceOf>[0][]][] = [
  [
    'a short title on consoles of one generation',
    true,
    { title: 'Rexz', on: 'dreamcast' },
    { title: 'Rexz', on: 'playstation-2' },
  ],
  ['a short title on consoles of two', false, { title: 'Rexz', on: 'dreamcast' }, { title: 'Rexz', on: 'xbox-360' }],
  [
    'a long title on consoles of two',
    true,
    { title: 'Hopping Adventure', on: 'dreamcast' },
    { title: 'Hopping Adventure', on: 'xbox-360' },
  ],
  [
    'a title years later',
    false,
    { title: 'Rexz', on: 'gamecube', year: 2002 },
    { title: 'Rexz', on: 'playstation-2', year: 2008 },
  ],
  [
    'publishers of two consoles',
    true,
    { title: 'Ikarugo', on: 'dreamcast', by: 'acme', year: 2002 },
    { title: 'Ikarugo', on: 'gamecube', by: 'bolt', year: 2003 },
  ],
];

for (const [name, isSame, ...lines] of NAMED) {
  test(`new games of one source with ${name}`, () => {
    const [a, b] = lines.map((line) => evidenceOf(line, 'libretro')) as [
      ReturnType<typeof evidenceOf>,
      ReturnType<typeof evidenceOf>,
    ];
    assert.equal(compare(a, b).score >= SAME, isSame);
  });
}

const MACHINES: [name: string, isSame: boolean, title: string, platform: string, year: number][] = [
  ['a console of its time', true, 'Rexz Rally 2', 'dreamcast', 1998],
  ['an older console', true, 'Rexz', 'dreamcast', 2005],
  ['a console that came soon after', true, 'Rexz', 'playstation-2', 1997],
  ['a console of another time', false, 'Rexz', 'xbox-360', 1996],
  ['a common title on a console of its time', false, 'Chess', 'dreamcast', 1998],
];

for (const [name, isSame, title, platform, year] of MACHINES) {
  test(`an arcade machine and a new game of libretro without a year on ${name}`, () => {
    const machine = evidenceOf({ title, on: 'arcade', by: 'acme', year });
    const home = evidenceOf({ title, on: platform }, 'libretro');
    assert.equal(compare(machine, home).score >= SAME, isSame);
  });
}

const LISTED: [name: string, isSame: boolean, title: string, platform: string, game: { on: string; year: number }][] = [
  ['a computer of its time', true, 'Rexz', 'commodore-64', { on: 'zx-spectrum', year: 1986 }],
  ['a computer, of a game of another time', false, 'Rexz', 'commodore-64', { on: 'amiga', year: 1994 }],
  ['a console, of a game for computers', false, 'Rexz', '3do', { on: 'amiga', year: 1993 }],
  ['a console, with a long title of a game for computers', true, 'Rexzian Rally', '3do', { on: 'amiga', year: 1993 }],
  [
    'a computer, with a title of common words',
    false,
    'Treasure Hunt',
    'commodore-64',
    { on: 'zx-spectrum', year: 1986 },
  ],
  ['a computer, with a long one', true, 'Great Treasure Hunt', 'commodore-64', { on: 'zx-spectrum', year: 1986 }],
  ['a later console, where titles are used again', false, 'Rexz', 'playstation-2', { on: 'playstation', year: 2000 }],
];

for (const [name, isSame, title, platform, game] of LISTED) {
  test(`a game, and its title alone in a list for ${name}`, () => {
    const known = evidenceOf({ title, by: 'acme', ...game });
    const listed = evidenceOf({ title, on: platform }, 'libretro');
    assert.equal(compare(known, listed).score >= SAME, isSame);
  });
}

const SAME_GAMES: GamePair[] = [
  [
    'a long uncommon title without a year',
    { title: "Everybody's a Wallyboy", by: 'acme', year: 1985, on: 'amstrad-cpc' },
    { title: "Everybody's a Wallyboy", on: 'zx-spectrum' },
  ],
  [
    'a title of common words on a console and a computer of its time',
    { title: 'Jungle Fever', year: 1993, on: 'amiga' },
    { title: 'Jungle Fever', by: 'acme', year: 1993, on: 'snes' },
  ],
  [
    'a port by another publisher in the same year',
    { title: 'Bubble Hop', by: 'acme', year: 1988 },
    { title: 'Bubble Hop', by: 'bolt', on: 'zx-spectrum', year: 1988 },
  ],
  [
    'a home version of an arcade machine',
    { title: 'Strider', on: 'arcade', by: 'capcom', year: 1989 },
    { title: 'Strider', on: 'zx-spectrum', by: 'u-s-gold', year: 1989 },
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
];

const DIFFERENT_GAMES: GamePair[] = [
  [
    'a short title on a home computer without a company and a Japanese computer',
    { title: 'Zanadur', year: 1986, on: 'amstrad-cpc' },
    { title: 'Zanadur', by: 'acme', year: 1985, on: 'pc-88' },
  ],
  [
    'a title of common words on a home computer without a company and in an arcade',
    { title: 'Jungle Fever', year: 1992, on: 'atari-8-bit' },
    { title: 'Jungle Fever', by: 'acme', year: 1992, on: 'arcade' },
  ],
  [
    'a title of common words without a year',
    { title: 'Jungle Story', by: 'acme', year: 1985, on: 'amstrad-cpc' },
    { title: 'Jungle Story', on: 'zx-spectrum' },
  ],
  [
    'a title of common words on a console and a home computer',
    { title: 'Jungle Fever', year: 1993, on: 'amstrad-cpc' },
    { title: 'Jungle Fever', by: 'acme', year: 1993, on: 'snes' },
  ],
  [
    'a title that several games are known to have, by another company',
    { title: 'Vindicators', by: 'acme', year: 1988, on: 'arcade' },
    { title: 'Vindicators', by: 'bolt', year: 1988, on: 'msx' },
  ],
  [
    'a game for a toy computer',
    { title: 'Hopping Adventure', by: 'acme', year: 2010, on: 'wii' },
    { title: 'Hopping Adventure', by: 'acme', year: 2010, on: 'vtech-mobigo' },
  ],
  ['a title alone on another platform', { title: 'Hop Story Deluxe' }, { title: 'Hop Story Deluxe', on: 'snes' }],
  [
    'a short title by another company on another platform',
    { title: 'Exodus', by: 'acme', year: 1990 },
    { title: 'Exodus', by: 'bolt', on: 'zx-spectrum', year: 1990 },
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
    'one machine years after the other',
    { title: 'Double Hop', by: 'acme', year: 1987, list: 'arcade', on: 'arcade', members: ['mame:arcade/a'] },
    { title: 'Double Hop', by: 'acme', year: 1995, list: 'arcade', on: 'arcade', members: ['mame:arcade/b'] },
  ],
  [
    'a version without a company years before the machine',
    { title: 'Final Hop Story', by: 'acme', year: 1989, on: 'arcade' },
    { title: 'Final Hop Story', year: 1986, on: 'atari-8-bit' },
  ],
  [
    'a title of common words by another company years before the machine',
    { title: 'Ninja Commando', by: 'acme', year: 1992, on: 'arcade' },
    { title: 'Ninja Commando', by: 'bolt', year: 1989, on: 'zx-spectrum' },
  ],
  [
    'a title of common words by other small companies of the early years',
    { title: 'Jungle Fever', by: 'acme', year: 1982, on: 'atari-2600' },
    { title: 'Jungle Fever', by: 'bolt', year: 1983, on: 'zx-spectrum' },
  ],
  [
    'a long title of common words by other small companies of the early years',
    { title: 'Galactic Raiders', by: 'acme', year: 1983, on: 'dragon-32-64' },
    { title: 'Galactic Raiders', by: 'bolt', year: 1983, on: 'zx-spectrum' },
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
];

testPairs(SAME_GAMES, DIFFERENT_GAMES);

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

test('a machine that runs a console game does not keep the game from the machine that it is a version of', () => {
  const line = (key: string, title: string, attributes: string[] = []) => ({
    key,
    title,
    members: [key],
    platforms: [{ platform: 'platform:arcade', attributes, first_release_date: '1985' }],
  });
  const machine = describe(line('mame:arcade/hop', 'Hop Kid'), 'mame-machines');
  const vs = describe(
    line('mame:arcade/vshop', 'Vs. Super Hop Kid', ['attribute:arcade-system/vs-system']),
    'mame-machines',
  );
  const console = evidenceOf({ title: 'Hop Kid', on: 'nes', by: 'acme', year: 1986 });
  assert.ok(compare(machine, join(vs, console)).score >= SAME);
});

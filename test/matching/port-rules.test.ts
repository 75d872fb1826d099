import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, SAME } from '../../src/matching/compare.ts';
import { join } from '../../src/matching/evidence.ts';
import { evidenceOf } from '../support/samples/evidence.ts';
import { type GamePair, sketch, testPairs } from '../support/samples/game-pairs.ts';

/** What sources say of a title on two platforms. Libretro names games in one way, and its new games are mostly a title. */
type Case = [name: string, isSame: boolean, title: string, a: string, b: string];

const NEW_GAMES: Case[] = [
  ['a short title on consoles of one generation', true, 'Rexz', 'dreamcast', 'playstation-2'],
  ['a short title on consoles of two', false, 'Rexz', 'dreamcast', 'xbox-360'],
  ['a long title on consoles of two', true, 'Hopping Adventure', 'dreamcast', 'xbox-360'],
  ['a title years later', false, 'Rexz', 'gamecube 2002', 'playstation-2 2008'],
  ['a computer that had died before the game', false, 'Rexz', 'macintosh 2009 by acme', 'commodore-64'],
  ['a handheld and a console of its time', false, 'Hopping Adventure', 'nintendo-ds', 'wii'],
  ['a handheld that had the games of consoles', true, 'Hopping Adventure', 'psp', 'playstation-2'],
  ['publishers of two consoles', true, 'Ikarugo', 'dreamcast 2002 by acme', 'gamecube 2003 by bolt'],
];

const TITLES_ALONE: Case[] = [
  ['a machine and a console of its time', true, 'Rexz Rally 2', 'arcade 1998 by acme', 'dreamcast'],
  ['a machine and an older console', true, 'Rexz', 'arcade 2005 by acme', 'dreamcast'],
  ['a machine and a console that came soon after', true, 'Rexz', 'arcade 1997 by acme', 'playstation-2'],
  ['a machine and a console of another time', false, 'Rexz', 'arcade 1996 by acme', 'xbox-360'],
  ['a machine with a common title', false, 'Chess', 'arcade 1998 by acme', 'dreamcast'],
  ['a computer of its time', true, 'Rexz', 'zx-spectrum 1986 by acme', 'commodore-64'],
  ['a computer, of a game of another time', false, 'Rexz', 'amiga 1994 by acme', 'commodore-64'],
  ['a console, of a game for computers', false, 'Rexz', 'amiga 1993 by acme', '3do'],
  ['a console, with a long title of a game for computers', true, 'Rexzian Rally', 'amiga 1993 by acme', '3do'],
  ['a title of common words', false, 'Treasure Hunt', 'zx-spectrum 1986 by acme', 'commodore-64'],
  ['a long one of common words', true, 'Great Treasure Hunt', 'zx-spectrum 1986 by acme', 'commodore-64'],
  ['a later console, where titles are used again', false, 'Rexz', 'playstation 2000 by acme', 'playstation-2'],
];

for (const [source, cases] of [
  ['libretro', NEW_GAMES],
  ['mame', TITLES_ALONE],
] as const) {
  for (const [name, isSame, title, a, b] of cases) {
    test(`${title} of ${source} and a new game of libretro: ${name}`, () => {
      const [one, other] = [evidenceOf(sketch(title, a), source), evidenceOf(sketch(title, b), 'libretro')];
      assert.equal(compare(one, other).score >= SAME, isSame);
    });
  }
}

const SAME_GAMES: GamePair[] = [
  ['a game of a handheld on a later console', 'Hopping Adventure', 'game-boy-advance 2001 by acme', 'wii 2009 by acme'],
  ['an older game for a handheld', 'Hopping Adventure', 'snes 1994 by acme', 'game-boy-advance 2002 by acme'],
  ['a title without a year on two computers', 'Jungle Story', 'amstrad-cpc 1985 by acme', 'zx-spectrum'],
  ['a title without a year on two consoles', 'Hop Story Deluxe', 'nes', 'snes'],
  ['a long uncommon title without a year', "Everybody's a Wallyboy", 'amstrad-cpc 1985 by acme', 'zx-spectrum'],
  [
    'a title of common words on a console and a computer in one year',
    'Jungle Fever',
    'amiga 1993',
    'snes 1993 by acme',
  ],
  ['a port by another publisher in the same year', 'Bubble Hop', 'nes 1988 by acme', 'zx-spectrum 1988 by bolt'],
  ['a home version of an arcade machine', 'Strider', 'arcade 1989 by capcom', 'zx-spectrum 1989 by u-s-gold'],
  ['a title of common words in later years', 'Jungle Fever', 'amiga 1988 by acme', 'zx-spectrum 1989 by bolt'],
  [
    'common words by a company that sold games of others',
    'Jungle Fever',
    'atari-2600 1982 by acme',
    'zx-spectrum 1983 by timex',
  ],
  ['a title with an uncommon word in the early years', 'Squishy Hop', 'atari-2600 1983 by acme', 'msx 1984 by bolt'],
  ['a licensed home version of the early years', 'Gorph', 'arcade 1981 by acme', 'bbc-micro 1983 by atarisoft'],
];

const DIFFERENT_GAMES: GamePair[] = [
  [
    'a version for a handheld that a database has as the same game',
    { title: 'Hop Racing', by: 'acme', year: 2000, on: 'nintendo-64', ids: { gamedatabase: ['hopracing'] } },
    { title: 'Hop Racing', by: 'acme', year: 2000, on: 'game-boy-color', ids: { gamedatabase: ['hopracing'] } },
  ],
  [
    'a version for a handheld by the same publisher',
    'Hopping Adventure',
    'playstation-2 2003 by acme',
    'game-boy-advance 2003 by acme',
  ],
  ['a short title on a home computer and a Japanese computer', 'Zanadur', 'amstrad-cpc 1986', 'pc-88 1985 by acme'],
  ['common words on a home computer and in an arcade', 'Jungle Fever', 'atari-8-bit 1992', 'arcade 1992 by acme'],
  ['a title of common words on a console and a home computer', 'Jungle Fever', 'amstrad-cpc 1993', 'snes 1993 by acme'],
  ['a title of several known games by another company', 'Vindicators', 'arcade 1988 by acme', 'msx 1988 by bolt'],
  ['a game for a toy computer', 'Hopping Adventure', 'wii 2010 by acme', 'vtech-mobigo 2010 by acme'],
  ['a short title by another company on another platform', 'Exodus', 'nes 1990 by acme', 'zx-spectrum 1990 by bolt'],
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
  ['no company, and years before the machine', 'Final Hop Story', 'arcade 1989 by acme', 'atari-8-bit 1986'],
  ['common words by another company years before', 'Ninja Commando', 'arcade 1992 by acme', 'zx-spectrum 1989 by bolt'],
  [
    'common words by other companies of early years',
    'Jungle Fever',
    'atari-2600 1982 by acme',
    'zx-spectrum 1983 by bolt',
  ],
  [
    'a long title of common words of early years',
    'Galactic Raiders',
    'dragon-32-64 1983 by acme',
    'zx-spectrum 1983 by bolt',
  ],
  ['two common words written as one', 'Dragonfire', 'atari-2600 1982 by acme', 'apple-ii 1981 by bolt'],
  ['a clone of an arcade machine of the early years', 'Gorph', 'arcade 1981 by acme', 'bbc-micro 1983 by bolt'],
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
  const nameless = evidenceOf({ title: 'Hopping Challenge', on: 'snes' });
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

const machine = (title: string, ...attributes: string[]) =>
  evidenceOf({ title, on: 'arcade', year: 1985, attributes, members: ['mame:arcade/x'] }, 'mame-machines');

test('a machine that runs games of a console is compared as a game of it', () => {
  const nes = evidenceOf({ title: 'Ninja Gaiden', on: 'nes', by: 'tecmo', year: 1985 });
  assert.ok(compare(machine('Ninja Gaiden', 'attribute:arcade-system/playchoice-10'), nes).score >= SAME);
  assert.ok(compare(machine('Ninja Gaiden'), nes).score < SAME);
});

test('a machine that runs a console game does not keep the game from the machine that it is a version of', () => {
  const vs = machine('Vs. Super Hop Kid', 'attribute:arcade-system/vs-system');
  const console = evidenceOf({ title: 'Hop Kid', on: 'nes', by: 'acme', year: 1986 });
  assert.ok(compare(machine('Hop Kid'), join(vs, console)).score >= SAME);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOfTitle } from '../../../src/importers/dumps/kinds.ts';
import { findKind, GAME_KINDS, type GameKind } from '../../../src/vocabulary/kinds.ts';
import { readTable } from '../../../src/vocabulary/tables.ts';
import { convertLists, type SoftwareSketch } from '../../support/mame.ts';

const HOP: SoftwareSketch = { name: 'hop', description: 'Hop (USA)', year: '1990', publisher: 'Acme' };
const clone = (description: string): SoftwareSketch => ({
  ...HOP,
  name: description.replaceAll(' ', ''),
  cloneof: 'hop',
  description,
});

/** The entries of one game, and its kind. */
const GAMES: [what: string, entries: SoftwareSketch[], kind: GameKind | undefined][] = [
  ['an ordinary game', [HOP], undefined],
  ['a game with a prototype, a demo and a hack of it', [HOP, clone('Hop (prototype)'), clone('Hop (demo)')], undefined],
  ['nothing but prototypes', [{ ...HOP, description: 'Hop (prototype)' }, clone('Hop (beta)')], 'prototype'],
  ['a game that was never released', [{ ...HOP, description: 'Hop (unreleased)' }], 'prototype'],
  ['a cracked copy', [{ ...HOP, description: 'Hop (cracked)' }], undefined],
  ['a game without a licence', [{ ...HOP, description: 'Hop (unlicensed)' }], undefined],
  ['a prototype and a demo', [{ ...HOP, description: 'Hop (demo)' }, clone('Hop (prototype)')], 'prototype'],
  ['a game of an amateur', [{ ...HOP, publisher: '<doujin>' }], 'homebrew'],
  ['a pirate', [{ ...HOP, publisher: '<pirate>' }], 'pirate'],
  ['a multicart of pirates', [{ ...HOP, description: '42-in-1', publisher: '<pirate>' }], 'pirate'],
  ['a compilation', [{ ...HOP, description: 'Hop + Skip' }], 'compilation'],
  ['a compilation by its tag', [{ ...HOP, description: 'Hops (compilation)' }], 'compilation'],
  ['a tool by its tag', [{ ...HOP, description: 'Hop (utility)' }], 'utility'],
  [
    'a lesson of a publisher for schools',
    [{ ...HOP, description: 'Nouns', publisher: 'Hartley Courseware' }],
    'utility',
  ],
  ['a game that two companies published', [{ ...HOP, publisher: 'Hartley Courseware / Acme' }], undefined],
  ['a game made long after its machine', [{ ...HOP, year: '2014' }], 'homebrew'],
  ['a file name', [{ ...HOP, description: 'NATERA88', publisher: '<unknown>', year: '19??' }], 'unknown-disk'],
  ['a file name of a known publisher', [{ ...HOP, description: 'NATERA88' }], undefined],
  ['a program of ORDOS', [{ ...HOP, description: 'AIRFGHT$', publisher: '<unknown>', year: '19??' }], 'unknown-disk'],
  ['a tool of an amateur', [{ ...HOP, description: 'Sprite Editor', publisher: '<homebrew>' }], 'utility'],
];

/** Entries of consoles. */
const CONSOLE_GAMES: [what: string, entries: SoftwareSketch[], kind: GameKind | undefined][] = [
  ['a game of a known pirate', [{ ...HOP, publisher: 'Waixing' }], 'pirate'],
  ['a game of unknown publisher from Asia', [{ ...HOP, description: 'Hop (Asia)', publisher: '<unknown>' }], 'pirate'],
  [
    'a game of unknown publisher from Korea',
    [{ ...HOP, description: 'Hop (Korea)', publisher: '<unknown>' }],
    undefined,
  ],
  ['a game of unknown publisher and country', [{ ...HOP, description: 'Hop 64', publisher: '<unlicensed>' }], 'pirate'],
  [
    'a prototype of unknown publisher and country',
    [{ ...HOP, description: 'Hop (prototype)', publisher: '<unknown>' }],
    'prototype',
  ],
  ['an unlicensed game of Sachen', [{ ...HOP, description: 'Hop (Asia)', publisher: 'Sachen' }], undefined],
  [
    'a pirate with another dump of unknown publisher',
    [
      { ...HOP, publisher: '<pirate>' },
      { ...clone('Hop (18 characters)'), publisher: '<unknown>' },
    ],
    'pirate',
  ],
  ['a game with a pirate copy', [HOP, { ...clone('Hop (Asia)'), publisher: 'J.Y. Company' }], undefined],
];

for (const [list, games] of Object.entries({ msx1_cass: GAMES, nes: CONSOLE_GAMES }))
  for (const [what, entries, kind] of games)
    test(`${what} is ${kind ? `a ${kind}` : 'a game'} in ${list}`, async () => {
      const { games } = await convertLists({ [list]: entries }, { profile: 'all', include: 'all' });
      const found = games[0]?.platforms[0]?.attributes?.filter((key) => key.startsWith('attribute:kind/'));
      assert.deepEqual([games.length, found], [1, kind ? [`attribute:kind/${kind}`] : []]);
    });

test('disks of unknown origin are unknown disks, unless their title is that of a game', async () => {
  const RAW = ['DDRAGON1', 'Robocop #1', 'spaceegg', 'Aliens & Navy Moves', 'BeverlyHills_Kraken91', 'Hop, Skip, Jump'];
  const titles = [...RAW, 'Olli and Lissa 3', 'Snooker', 'HOP (UK)', 'SKIP [Original]'];
  const entries = titles.map((description, i) => ({
    name: `e${i}`,
    description,
    year: '19??',
    publisher: '<unknown>',
  }));
  const known = { name: 'known', description: 'IK+', year: '1988', publisher: 'System 3' };
  const { games, leftOut } = await convertLists({ cpc_flop: [...entries, known] }, { profile: 'all' });
  assert.deepEqual(games.map(({ title }) => title).toSorted(), ['HOP', 'IK+', 'Olli and Lissa 3', 'SKIP', 'Snooker']);
  assert.deepEqual(leftOut, { 'unknown-disk': RAW.length });
});

test('a pirate copy is no release of its game, and a demo gives it no title', async () => {
  const pirate = { ...clone('Hop (FMG pirate)'), publisher: 'FMG', year: '1986' };
  const demo = { ...clone('Hop Demo Disc (Japan, demo)'), publisher: 'Acme' };
  const { games } = await convertLists({ nes: [{ ...HOP, publisher: 'Acme' }, pirate, { ...demo, name: 'hopdemo' }] });
  assert.deepEqual(
    games.map(({ title, alternate_titles }) => [title, alternate_titles]),
    [['Hop', []]],
  );
  const companies = games[0]?.platforms[0]?.releases?.flatMap((release) => release.companies.map((one) => one.company));
  assert.deepEqual([...new Set(companies)], ['company:acme']);
});

test('a pirate copy gives its game no title, and a name may be that of a pirate on consoles only', async () => {
  const pirate = { ...clone('Hop World 9 (Asia)'), publisher: 'Mars' };
  const titlesOf = async (list: string) => {
    const { games } = await convertLists({ [list]: [HOP, pirate] }, { profile: 'all' });
    return games.flatMap(({ title, alternate_titles = [] }) => [
      title,
      ...alternate_titles.map((other) => other.title),
    ]);
  };
  assert.deepEqual(await titlesOf('nes'), ['Hop']);
  assert.deepEqual(await titlesOf('neogeo'), ['Hop', 'Hop World 9']);
});

test('only games and compilations are imported by default; the others are counted', async () => {
  const lists = {
    nes: [
      HOP,
      { ...HOP, name: 'pair', description: 'Hop + Skip' },
      { ...HOP, name: 'skip', description: 'Skip (prototype)' },
      { ...HOP, name: 'leap', description: 'Leap (prototype)' },
      { ...HOP, name: 'jump', description: 'Jump', publisher: '<homebrew>' },
    ],
  };
  const included = async (flags: Record<string, string>) => {
    const { games, leftOut } = await convertLists(lists, flags);
    return [games.map(({ title }) => title).toSorted(), leftOut];
  };
  assert.deepEqual(await included({}), [['Hop', 'Hop + Skip'], { prototype: 2, homebrew: 1 }]);
  assert.deepEqual(await included({ include: 'homebrew' }), [['Hop', 'Hop + Skip', 'Jump'], { prototype: 2 }]);
  assert.deepEqual(await included({ include: 'all' }), [['Hop', 'Hop + Skip', 'Jump', 'Leap', 'Skip'], {}]);
});

/** Titles of computers. */
const TITLES: Record<GameKind | 'game', string[]> = {
  compilation: ['Arcade Collection', 'Hit Pack 3', 'Cassette 50', '10 Great Games'],
  prototype: [],
  homebrew: [],
  pirate: [],
  hack: [],
  'add-on': ['Hop - Mission Disk 2', 'Hop Scenario Shuu', 'Hop Expansion Pack'],
  demo: ['Winter Demo', 'Hop Crack Intro', 'Technical Slideshow', 'Mega-Demo 4'],
  magazine: ['Acorn User Issue 55', 'Some Club Newsletter 7', 'Hop Magazine Disk 12', 'Outlet issue 026'],
  utility: [
    'CP/M 2.2 System Disk',
    'MS-DOS 5.0',
    'Z80 Disassembler',
    'Traitement de Texte',
    'Fractions',
    'Junior Maths 2',
    'French Verbs',
    'Mathématiques CM1 - Division',
    'Vähennyslasku',
  ],
  'unknown-disk': ['DISC126A', 'Disk 7', 'Unknown Games Compilation Disk 4', 'Compilation Disk 128'],
  game: [
    'Taxi Driver',
    'Solar System Trader',
    'Pinball Construction Set',
    'Hacker II',
    'Maths Games',
    'Basic Maths',
    'Maths Armada',
    'Spelling Bee',
    'Division One 85',
  ],
};

test('the title tells the kind of the software of computers', () => {
  for (const [kind, titles] of Object.entries(TITLES))
    for (const title of titles) assert.equal(kindOfTitle(title, { isComputer: true }) ?? 'game', kind, title);
});

test('games of consoles are rarely taken for anything else', () => {
  for (const title of ['Sprite Designer', 'Contabilidad', 'Winter Demo 3 Turbo', 'Hop Expansion Pack'])
    assert.equal(kindOfTitle(title, { isComputer: false }), undefined, title);
  assert.equal(kindOfTitle('Hop Demo Disc 3', { isComputer: false }), 'demo');
  for (const title of ['Game Boy Test Cartridge', 'Family BASIC', 'Parame ROM Cassette Vol. 1'])
    assert.equal(kindOfTitle(title, { isComputer: false }), 'utility', title);
});

test('rules for single lists name what no word gives away', () => {
  const cases: [list: string, title: string, kind: GameKind | undefined][] = [
    ['cpc_flop', 'Golden Axe #1', 'unknown-disk'],
    ['cpc_flop', 'AM-Mag Hors-Serie Numero 6', 'magazine'],
    ['saturn', 'Saturn Sampler', 'demo'],
    ['sat_cart', 'Ultraman', undefined],
    ['spectrum_cass', 'Jet Set Willy: Mind Control', 'hack'],
    ['spectrum_cass', 'Jet Set Willy 2', undefined],
  ];
  for (const [list, title, kind] of cases) assert.equal(kindOfTitle(title, { isComputer: true, list }), kind, title);
});

test('rules for a platform hold for all sources of it', () => {
  const cases: [platform: string, title: string, kind: GameKind | undefined][] = [
    ['nintendo-ds', 'My Spanish Coach: Learn a New Language', 'utility'],
    ['nintendo-ds', 'Brain Age: Train Your Brain in Minutes a Day!', undefined],
    ['game-boy', 'Kachiuma Yosou Keiba Kizoku', 'utility'],
    ['wii', 'Forecast Channel', 'utility'],
    ['playstation-3', 'FirstPlay Episode 042', 'magazine'],
    ['snes', 'Kachiuma Yosou Soft: Baken Renkinjutsu', 'utility'],
    ['snes', 'Mario Paint', undefined],
    ['zx-spectrum', 'The Chess Player', undefined],
    ['zx-spectrum', 'Endzone: 88f Rosters', 'add-on'],
  ];
  for (const [slug, title, kind] of cases) {
    const platform = `platform:${slug}`;
    for (const list of ['', 'libretro', 'nds'])
      assert.equal(kindOfTitle(title, { isComputer: false, list, platform }), kind, title);
  }
});

test('lists that keep to their headings say what the entries below are', async () => {
  const under = (heading: string, name: string) => ({ ...HOP, heading, name, description: name });
  const entries = [
    under('Games', 'Hop'),
    under('**** Applications ****', 'Skip'),
    under('not a heading', 'Jump'),
    under('Educational', 'Leap'),
    under('Demos', 'Dive'),
  ];
  const kindsIn = async (list: string) => {
    const { games } = await convertLists({ [list]: entries }, { profile: 'all', include: 'all' });
    return Object.fromEntries(
      games.map(({ title, platforms }) => [title, findKind(platforms[0]?.attributes ?? []) ?? 'game']),
    );
  };
  assert.deepEqual(await kindsIn('to_flop'), {
    ...{ Hop: 'game', Skip: 'utility', Jump: 'utility', Leap: 'game', Dive: 'demo' },
  });
  assert.deepEqual(new Set(Object.values(await kindsIn('c64_cass'))), new Set(['game']));
});

test('the rules of titles for a platform name a platform that a source has', () => {
  const platforms = [...readTable('mame-lists.tsv'), ...readTable('libretro-platforms.tsv')].map(([, key = '']) => key);
  for (const [, lists = ''] of readTable('title-kinds.tsv').filter(([, lists]) => lists?.startsWith('platform:')))
    assert.ok(
      platforms.some((key) => new RegExp(`^(?:${lists})$`).test(key)),
      lists,
    );
});

test('the rules of titles name known kinds', () => {
  for (const [kind = '', , pattern = ''] of readTable('title-kinds.tsv'))
    assert.ok(['', 'game', ...GAME_KINDS].includes(kind) && pattern !== '', `${kind} ${pattern}`);
  for (const [lists = '', headings = '', kind = ''] of readTable('mame-sections.tsv'))
    assert.ok(['', ...GAME_KINDS].includes(kind) && lists !== '' && headings !== '', `${lists} ${kind}`);
});

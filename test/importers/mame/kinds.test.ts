import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOfTitle } from '../../../src/importers/dumps/kinds.ts';
import { findKind } from '../../../src/vocabulary/kinds.ts';
import { convertLists, type SoftwareSketch } from '../../support/samples/mame.ts';

const HOP: SoftwareSketch = { name: 'hop', description: 'Hop (USA)', year: '1990', publisher: 'Acme' };
const clone = (description: string): SoftwareSketch => ({
  ...HOP,
  name: description.replaceAll(' ', ''),
  cloneof: 'hop',
  description,
});

/** The entries of one game, as `description|publisher|year`, and its kind. */
const GAMES: Record<string, string> = {
  msx1_cass: `
Hop → game
Hop; Hop (prototype); Hop (demo) → game
Hop (prototype); Hop (beta) → prototype
Hop (unreleased) → prototype
Hop (cracked) → game
Hop (unlicensed) → game
Hop (demo); Hop (prototype) → prototype
Hop|<doujin> → homebrew
Hop|<pirate> → pirate
42-in-1|<pirate> → pirate
Hop + Skip → compilation
Hops (compilation) → compilation
Hop (utility) → utility
Nouns|Hartley Courseware → utility
Hop|Hartley Courseware / Acme → game
Hop|Acme|2014 → homebrew
NATERA88|<unknown>|19?? → unknown-disk
NATERA88 → game
AIRFGHT$|<unknown>|19?? → unknown-disk
Sprite Editor|<homebrew> → utility`,
  nes: `
Hop|Waixing → pirate
Hop (Asia)|<unknown> → pirate
Hop (Korea)|<unknown> → game
Hop 64|<unlicensed> → pirate
Hop (prototype)|<unknown> → prototype
Hop (Asia)|Sachen → game
Hop|<pirate>; Hop (18 characters)|<unknown> → pirate
Hop; Hop (Asia)|J.Y. Company → game`,
};

for (const [list, games] of Object.entries(GAMES))
  test(`the entries of a game say what it is, in ${list}`, async () => {
    for (const line of games.trim().split('\n')) {
      const [text = '', kind] = line.split(' → ');
      const entries = text.split('; ').map((entry, i) => {
        const [description = '', publisher = 'Acme', year = '1990'] = entry.split('|');
        return { name: `hop${i}`, description, publisher, year, ...(i > 0 && { cloneof: 'hop0' }) };
      });
      const { games } = await convertLists({ [list]: entries }, { profile: 'all', include: 'all' });
      assert.equal(games.length, 1, line);
      assert.equal(findKind(games[0]?.platforms[0]?.attributes ?? []) ?? 'game', kind, line);
    }
  });

test('disks of unknown origin are unknown disks, unless their title is that of a game', async () => {
  const RAW = ['DDRAGON1', 'Robocop #1', 'spaceegg', 'Aliens & Navy Moves', 'BeverlyHills_Kraken91', 'Hop, Skip, Jump'];
  const titles = [...RAW, 'Olli and Lissa 3', 'Snooker', 'HOP (UK)', 'SKIP [Original]'];
  const entries = titles.map((description, i) => ({ ...HOP, name: `e${i}`, description, publisher: '<unknown>' }));
  const known = { name: 'known', description: 'IK+', year: '1988', publisher: 'System 3' };
  const cpc_flop = [...entries.map((entry) => ({ ...entry, year: '19??' })), known];
  const { games, leftOut } = await convertLists({ cpc_flop }, { profile: 'all' });
  assert.deepEqual(games.map(({ title }) => title).toSorted(), ['HOP', 'IK+', 'Olli and Lissa 3', 'SKIP', 'Snooker']);
  assert.deepEqual(leftOut, { 'unknown-disk': RAW.length });
});

test('a pirate copy is no release of its game and gives it no title, and neither does a demo', async () => {
  const pirate = { ...clone('Hop World 9 (FMG pirate)'), publisher: 'FMG', year: '1986' };
  const { games } = await convertLists({ nes: [HOP, pirate, clone('Hop Demo Disc (Japan, demo)')] });
  assert.deepEqual([games.length, games[0]?.title, games[0]?.alternate_titles], [1, 'Hop', []]);
  const companies = games[0]?.platforms[0]?.releases?.flatMap((release) => release.companies.map((one) => one.company));
  assert.deepEqual([...new Set(companies)], ['company:acme']);
});

test('a name may be that of a pirate on consoles only', async () => {
  const othersIn = async (list: string) => {
    const entries = [HOP, { ...clone('Hop World 9 (Asia)'), publisher: 'Mars' }];
    const { games } = await convertLists({ [list]: entries }, { profile: 'all' });
    return games[0]?.alternate_titles?.map(({ title }) => title);
  };
  assert.deepEqual([await othersIn('nes'), await othersIn('neogeo')], [[], ['Hop World 9']]);
});

/** The kinds of titles: on computers, on consoles, in a list, and on a platform in any list. */
const TITLES: [context: Parameters<typeof kindOfTitle>[1], titles: string][] = [
  [
    { isComputer: true },
    `
compilation: Arcade Collection; Hit Pack 3; Cassette 50; 10 Great Games
add-on: Hop - Mission Disk 2; Hop Scenario Shuu; Hop Expansion Pack
demo: Winter Demo; Hop Crack Intro; Technical Slideshow; Mega-Demo 4
magazine: Acorn User Issue 55; Some Club Newsletter 7; Hop Magazine Disk 12; Outlet issue 026
utility: CP/M 2.2 System Disk; MS-DOS 5.0; Z80 Disassembler; Traitement de Texte; Fractions; Junior Maths 2; French Verbs
utility: Mathématiques CM1 - Division; Vähennyslasku
unknown-disk: DISC126A; Disk 7; Unknown Games Compilation Disk 4; Compilation Disk 128
game: Taxi Driver; Solar System Trader; Pinball Construction Set; Hacker II; Maths Games; Basic Maths; Maths Armada
game: Spelling Bee; Division One 85`,
  ],
  [
    { isComputer: false },
    `
game: Sprite Designer; Contabilidad; Winter Demo 3 Turbo; Hop Expansion Pack
demo: Hop Demo Disc 3
utility: Game Boy Test Cartridge; Family BASIC; Parame ROM Cassette Vol. 1`,
  ],
  [{ isComputer: true, list: 'cpc_flop' }, 'unknown-disk: Golden Axe #1\nmagazine: AM-Mag Hors-Serie Numero 6'],
  [{ isComputer: true, list: 'saturn' }, 'demo: Saturn Sampler'],
  [{ isComputer: true, list: 'sat_cart' }, 'game: Ultraman'],
  [{ isComputer: true, list: 'spectrum_cass' }, 'hack: Jet Set Willy: Mind Control\ngame: Jet Set Willy 2'],
  ...['', 'libretro', 'nds'].flatMap((list) =>
    Object.entries({
      'nintendo-ds':
        'utility: My Spanish Coach: Learn a New Language\ngame: Brain Age: Train Your Brain in Minutes a Day!',
      'game-boy': 'utility: Kachiuma Yosou Keiba Kizoku',
      wii: 'utility: Forecast Channel',
      'playstation-3': 'magazine: FirstPlay Episode 042',
      snes: 'utility: Kachiuma Yosou Soft: Baken Renkinjutsu\ngame: Mario Paint',
      'zx-spectrum': 'game: The Chess Player\nadd-on: Endzone: 88f Rosters',
    }).map(([slug, titles]): [Parameters<typeof kindOfTitle>[1], string] => [
      { isComputer: false, list, platform: `platform:${slug}` },
      titles,
    ]),
  ),
];

test('the title tells the kind of software', () => {
  for (const [context, lines] of TITLES)
    for (const line of lines.trim().split('\n')) {
      const [, kind, titles = ''] = /^([\w-]+): (.*)$/.exec(line) ?? [];
      for (const title of titles.split('; ')) assert.equal(kindOfTitle(title, context) ?? 'game', kind, title);
    }
});

test('lists that keep to their headings say what the entries below are', async () => {
  const headings = {
    Hop: 'Games',
    Skip: '**** Applications ****',
    Jump: 'not a heading',
    Leap: 'Educational',
    Dive: 'Demos',
  };
  const entries = Object.entries(headings).map(([name, heading]) => ({ ...HOP, heading, name, description: name }));
  const kindsIn = async (list: string) => {
    const { games } = await convertLists({ [list]: entries }, { profile: 'all', include: 'all' });
    const kinds = games.map(({ title, platforms: [first] }) => [title, findKind(first?.attributes ?? []) ?? 'game']);
    return Object.fromEntries(kinds);
  };
  assert.deepEqual(await kindsIn('to_flop'), {
    ...{ Hop: 'game', Skip: 'utility', Jump: 'utility', Leap: 'game', Dive: 'demo' },
  });
  assert.deepEqual(new Set(Object.values(await kindsIn('c64_cass'))), new Set(['game']));
});

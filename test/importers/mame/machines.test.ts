import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../../src/bundle/bundle.ts';
import type { GameLine } from '../../../src/bundle/lines.ts';
import { exportCatalog } from '../../../src/merging/export/export-catalog.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { consoleOf } from '../../../src/vocabulary/platforms.ts';
import { temporaryFolder } from '../../support/bundle.ts';
import { listGames, newStore } from '../../support/layers.ts';
import { convertLists, type Lists, type MachineSketch, machinesXml } from '../../support/mame.ts';
import { readJsonLines, writeTemporary } from '../../support/sources.ts';

const NO_LISTS: Lists = { nes: [] };

function convertMachines(machines: readonly MachineSketch[], catver?: string, lists = NO_LISTS) {
  const listxml = writeTemporary('machines.xml', machinesXml(machines));
  return convertLists(lists, {
    listxml,
    include: 'all',
    ...(catver !== undefined && { catver: writeTemporary('catver.ini', catver) }),
  });
}

test('a machine with several games keeps its whole title, and a clone may be a sequel', async () => {
  const { games } = await convertMachines([
    { name: 'hop', description: 'Hop' },
    { name: 'hop2', description: 'Hop II', cloneof: 'hop' },
    { name: 'skip', description: 'Skip' },
    { name: 'skipa', description: 'Skippy', cloneof: 'skip' },
    { name: 'both', description: 'Hop / Skip (v1)', manufacturer: 'Bolt', year: '2001' },
    { name: 'anniv', description: 'Hop / Jump Silver Anniversary Edition', manufacturer: 'Bolt', year: '2003' },
    { name: 'names', description: 'Skip / Skippy', manufacturer: 'Bolt', year: '1995' },
  ]);
  const kinds = ['attribute:kind/compilation'];
  assert.deepEqual(
    games.map(({ key, title, platforms }) => [
      key.slice(12),
      title,
      platforms[0]?.attributes?.filter((one) => kinds.includes(one)).length,
    ]),
    [
      ['anniv', 'Hop / Jump Silver Anniversary Edition', 1],
      ['both', 'Hop / Skip', 1],
      ['hop', 'Hop', 0],
      ['hop2', 'Hop II', 0],
      ['names', 'Skip', 0],
      ['skip', 'Skip', 0],
    ],
  );
});

test('Mega-Tech runs games of two consoles, and the description says which', async () => {
  const { games } = await convertMachines([
    { name: 'hop', description: 'Hop (Mega-Tech)', sourcefile: 'megatech.cpp' },
    { name: 'skip', description: 'Skip (Mega-Tech, SMS based)', sourcefile: 'megatech.cpp' },
  ]);
  const systems = games.map(({ platforms }) => platforms[0]?.attributes?.find((one) => one.includes('arcade-system/')));
  assert.deepEqual(
    systems.map((system) => consoleOf(system ?? '')),
    ['platform:genesis', 'platform:sega-master-system'],
  );
});

test('coin-operated machines have lines of their own, and other machines are skipped', async () => {
  const machines: MachineSketch[] = [
    { name: 'hop', description: 'Hop / Hoppy (World, set 1)', manufacturer: 'Acme (Taito license)' },
    { name: 'hopj', description: 'Hop (Japan set 2)', cloneof: 'hop' },
    { name: 'skip', description: 'Skip (bootleg)', manufacturer: 'bootleg' },
    { name: 'dev', description: 'A device', isdevice: 'yes' },
    { name: 'bios', description: 'A BIOS', isbios: 'yes' },
    { name: 'pin', description: 'A pinball', ismechanical: 'yes' },
    { name: 'slot', description: 'A slot machine', controls: ['joy', 'gambling'] },
    { name: 'reels', description: 'Another one', sourcefile: 'barcrest/mpu4.cpp' },
    { name: 'computer', description: 'A computer', coins: 0, lists: ['nes'] },
  ];
  const hop = { name: 'hop', description: 'Hop (USA)', year: '1990', publisher: 'Acme' };
  const { games, folder } = await convertMachines(machines, undefined, { nes: [hop] });
  assert.deepEqual(
    games.map(({ key }) => key),
    ['mame:arcade/hop', 'mame:arcade/skip', 'mame:nes/hop'],
  );
  assert.deepEqual(games[0]?.alternate_titles, [{ title: 'Hoppy', description: 'Alternate title' }]);
  assert.equal(games[0]?.genres, undefined);
  const arcade = games[0]?.platforms.find(({ platform }) => platform === 'platform:arcade');
  assert.deepEqual(arcade?.attributes, [
    'attribute:input-devices-supported/digital-joystick',
    'attribute:media-type/circuit-board',
    'attribute:number-of-players-supported/1-2-players',
  ]);
  assert.deepEqual(
    arcade?.releases?.map(({ countries }) => countries),
    [['Japan'], ['Worldwide']],
  );
  assert.deepEqual(arcade?.releases?.[1]?.companies, [
    { company: 'company:acme', role: 'Developed by' },
    { company: 'company:taito', role: 'Published by' },
  ]);
  assert.deepEqual(
    (await openBundle(folder)).manifest.sources.map(({ id }) => id),
    ['mame', 'mame-machines'],
  );
});

test('a machine whose program has an older date is of the year in which it came', async () => {
  const { games } = await convertMachines([
    { name: 'mk3', description: 'Mortal Kombat 3', year: '1994' },
    { name: 'mk3r10', description: 'Mortal Kombat 3 (rev 1.0)', cloneof: 'mk3', year: '1994' },
    { name: 'mk3mdb', description: 'Mortal Kombat 3 (Japan)', cloneof: 'mk3', year: '1996' },
  ]);
  const dates = games.flatMap(({ platforms }) => platforms.flatMap(({ releases = [] }) => releases));
  assert.deepEqual([...new Set(dates.map(({ release_date }) => release_date))].toSorted(), ['1995', '1996']);
});

test('only lines of machines have the list of machines as their source', async () => {
  const machines: MachineSketch[] = [
    { name: 'hop', description: 'Hop' },
    { name: 'skip', description: 'Skip' },
    { name: 'gnw_jump', description: 'Jump', coins: 0, sourcefile: 'handheld/hh_sm510.cpp' },
  ];
  const lists = {
    nes: [
      { name: 'hop', description: 'Hop (USA)', year: '1984', publisher: 'Acme' },
      { name: 'run', description: 'Run (USA)' },
    ],
  };
  const all = await convertMachines(machines, undefined, lists);
  const ofMachines = all.games.filter(({ source }) => source === 'mame-machines').map(({ key }) => key);
  assert.deepEqual(ofMachines, ['mame:arcade/hop', 'mame:arcade/skip', 'mame:dedicated/gnw_jump']);
  const store = await newStore();
  const load = async ({ folder }: typeof all) => loadBundle(store, await openBundle(folder), { clock: () => 1000 });
  const titles = async () => (await listGames(store)).map((title) => title.replace(/^\d+ /, '')).toSorted();
  await load(all);
  assert.deepEqual(await titles(), ['Hop', 'Jump', 'Run', 'Skip']);
  const free = join(temporaryFolder('mame'), 'free');
  await exportCatalog(store, free, { licences: ['CC0-1.0'] });
  assert.deepEqual(
    readJsonLines<GameLine>(join(free, 'games.jsonl')).map(({ key }) => key),
    ['mame:nes/hop', 'mame:nes/run'],
  );
  const { removed } = await load(await convertLists(lists));
  assert.equal(removed, 0);
  assert.deepEqual(await titles(), ['Hop', 'Jump', 'Run', 'Skip']);
});

const DEDICATED: [machine: MachineSketch, platform: string | undefined][] = [
  [{ name: 'gnw_chef', description: 'Game & Watch: Chef', sourcefile: 'handheld/hh_sm510.cpp' }, 'handheld'],
  [{ name: 'tiny', description: 'Tiny', sourcefile: 'tvgames/generalplus_gpl_unknown.cpp' }, 'handheld'],
  [{ name: 'rad_bass', description: 'Bass', sourcefile: 'tvgames/xavix.cpp' }, 'console'],
  [{ name: 'dgun2500', description: '130 games', sourcefile: 'nintendo/nes_vt02_vt03.cpp' }, 'console'],
  [{ name: 'a2600', description: 'Atari 2600', sourcefile: 'atari/a2600.cpp', lists: ['a2600'] }, undefined],
  [{ name: 'a2600_pop', description: 'Point of Purchase', sourcefile: 'atari/a2600.cpp' }, undefined],
  [{ name: 'vii', description: 'Vii', sourcefile: 'tvgames/spg2xx_vii.cpp', lists: ['vii'] }, undefined],
  [{ name: 'ti30', description: 'TI-30', sourcefile: 'handheld/hh_tms1k.cpp' }, undefined],
  [{ name: 'bigtrak', description: 'A toy', sourcefile: 'handheld/hh_tms1k.cpp', ismechanical: 'yes' }, undefined],
  [{ name: 'mchess', description: 'A chess computer', sourcefile: 'mattel/chess.cpp' }, undefined],
];

test('machines with built-in games are dedicated handhelds and consoles; computers and other machines are skipped', async () => {
  const { games } = await convertMachines(DEDICATED.map(([machine]) => ({ ...machine, coins: 0, players: 1 })));
  const found = new Map(games.map(({ key, platforms }) => [key, platforms[0]?.platform]));
  for (const [{ name }, platform] of DEDICATED)
    assert.equal(found.get(`mame:dedicated/${name}`), platform && `platform:dedicated-${platform}`, name);
  assert.equal(games.length, DEDICATED.filter(([, platform]) => platform).length);
  assert.deepEqual(games.find(({ title }) => title === 'Game & Watch: Chef')?.platforms[0]?.attributes, [
    'attribute:number-of-players-supported/1-player',
  ]);
});

test('a home machine with a coin slot is not an arcade machine', async () => {
  const slot: MachineSketch = { name: 'pachi', description: 'Pachi', sourcefile: 'tvgames/xavix.cpp', coins: 1 };
  const { games } = await convertMachines([slot]);
  assert.equal(games[0]?.platforms[0]?.platform, 'platform:dedicated-console');
});

test('a copy of a machine by another maker lends its game no title, and a licensed one does', async () => {
  const { games } = await convertMachines([
    { name: 'hop', description: 'Hop', manufacturer: 'Acme' },
    { name: 'skip', description: 'Skip', manufacturer: 'Acme (Bolt license)', cloneof: 'hop' },
    { name: 'piranha', description: 'Piranha', manufacturer: 'GL', cloneof: 'hop' },
  ]);
  assert.deepEqual(
    games.map(({ title, alternate_titles, members }) => [title, alternate_titles, members?.length]),
    [['Hop', [{ title: 'Skip', description: 'Alternate title' }], 3]],
  );
});

test('dedicated machines are one game only if they are clones with the same title', async () => {
  const made = (name: string, description: string, manufacturer: string, cloneof?: string): MachineSketch => ({
    ...{ name, description, manufacturer, coins: 0, sourcefile: 'handheld/hh_hmcs40.cpp', year: '1989' },
    ...(cloneof && { cloneof }),
  });
  const machines = [
    made('kcontra', 'Contra (handheld)', 'Konami'),
    made('cpacman', 'Pac-Man (Coleco, Rev. 29)', 'Coleco'),
    made('cpacmanr1', 'Pac-Man (Coleco, Rev. 28)', 'Coleco', 'cpacman'),
    made('tmpacman', 'Pac Man (Tomy)', 'Tomy'),
    made('tgaunt', 'Gauntlet (Tiger)', 'Tiger Electronics'),
    made('trobhood', 'Robin Hood (Tiger)', 'Tiger Electronics', 'tgaunt'),
  ];
  const contra = { name: 'contra', description: 'Contra (USA)', year: '1988', publisher: 'Konami' };
  const { games } = await convertMachines(machines, undefined, { nes: [contra] });
  assert.deepEqual(
    games.map(({ title, members }) => `${title} ${members?.length}`),
    ['Pac-Man 2', 'Contra 1', 'Gauntlet 1', 'Pac Man 1', 'Robin Hood 1', 'Contra 1'],
  );
  const notes = games.flatMap(({ platforms }) => platforms[0]?.releases?.map(({ description }) => description));
  assert.deepEqual(notes, ['Rev. 28; Rev. 29', null, null, null, null, null]);
});

const catverOf = (
  lines: string,
) => `\ufeff;; catver.ini ;;\r\n[FOLDER_SETTINGS]\r\nSubFolderIcon folder\r\n\r\n[Category]\r\n${lines}
; a comment
[VerAdded]
hop=0.36b5
not a line of categories
`;

const CATEGORIES: [category: string, genres: string[] | undefined][] = [
  ['Platform / Run Jump', ['genre:action', 'genre:platform']],
  [
    'Platform / Shooter Scrolling * Mature *',
    ['genre:2d-scrolling', 'genre:action', 'genre:adult', 'genre:platform', 'genre:shooter'],
  ],
  ['TTL * Shooter / Gun', ['genre:action', 'genre:shooter']],
  ['Sports / Soccer', ['genre:football-european-soccer', 'genre:sports']],
  ['Maze / Collect', ['genre:action']],
  ['Tabletop / Mahjong * Mature *', ['genre:adult', 'genre:cards-tiles', 'genre:strategy-tactics']],
  ['MultiGame / Compilation', ['genre:compilation']],
  ['Misc. / Unheard of', []],
  ['Gambling / Cards', undefined],
  ['Casino / Cards * Mature *', undefined],
];

test('a category gives genres, or says that a machine is not a video game', async () => {
  const machines = CATEGORIES.map((_, i) => ({ name: `m${i}`, description: `Machine number ${i}` }));
  const lines = CATEGORIES.map(([category], i) => `m${i}=${category}`);
  const { games, unknown } = await convertMachines(machines, catverOf(lines.join('\n')));
  for (const [i, [category, genres]] of CATEGORIES.entries()) {
    const game = games.find(({ key }) => key === `mame:arcade/m${i}`);
    const support = games.find(({ key }) => key === `mame-support:arcade/m${i}`);
    assert.deepEqual(game && (support?.genres ?? []), genres, category);
  }
  assert.deepEqual(unknown, []);
});

test('a category overrides controls and drivers, and applies to clones', async () => {
  const machines: MachineSketch[] = [
    { name: 'quiz', description: 'Quiz', sourcefile: 'merit/merit.cpp', controls: ['gambling'] },
    { name: 'quiza', description: 'Quiz (set 2)', sourcefile: 'merit/merit.cpp', cloneof: 'quiz' },
    { name: 'cards', description: 'Cards' },
    { name: 'cardsa', description: 'Cards (set 2)', cloneof: 'cards' },
    { name: 'cardsb', description: 'Falling Cards', cloneof: 'cards', controls: ['gambling'] },
    { name: 'other', description: 'Other', sourcefile: 'merit/merit.cpp' },
    { name: 'new', description: 'New' },
  ];
  const { games, unknown } = await convertMachines(
    machines,
    catverOf('quiz = Quiz / English\ncards=Gambling\ncardsb=Puzzle / Drop\nnew=Dreams\nother=Dreams'),
  );
  assert.deepEqual(
    games.map(({ key, members, genres }) => [key, members?.length, genres]),
    [
      ['mame-support:arcade/quiz', undefined, ['genre:game-show-trivia-quiz']],
      ['mame:arcade/new', 1, undefined],
      ['mame:arcade/quiz', 2, undefined],
    ],
  );
  assert.deepEqual(unknown, [{ what: 'category Dreams', count: 2 }]);
});

test('genres apply to all platforms of a game, and are in the bundle', async () => {
  const hop = { name: 'hop', description: 'Hop (USA)', year: '1984', publisher: 'Acme' };
  const { games, counts, folder } = await convertMachines(
    [{ name: 'hop', description: 'Hop' }],
    catverOf('hop=Puzzle / Drop'),
    { nes: [hop] },
  );
  assert.deepEqual(games[0]?.genres, ['genre:falling-block-puzzle', 'genre:puzzle']);
  assert.equal(counts.genres, 2);
  const { files } = (await openBundle(folder)).manifest;
  assert.equal(files.find(({ path }) => path === 'genres.jsonl')?.records, 2);
});

test('different categories make a different version of the source', async () => {
  const versionOf = async (lines: string) => {
    const { folder } = await convertMachines([{ name: 'hop', description: 'Hop' }], catverOf(lines));
    return (await openBundle(folder)).manifest.sources[0]?.version;
  };
  assert.equal(await versionOf('hop=Quiz'), await versionOf('hop=Quiz'));
  assert.notEqual(await versionOf('hop=Quiz'), await versionOf('hop=Maze'));
});

const BROKEN: [name: string, content: string | Buffer, says: RegExp][] = [
  ['a line without a category', '[Category]\nhop=Maze\nskip', /catver\.ini:3: a line of \[Category\] must be like/],
  ['no categories at all', '[Maze]\nhop', /catver\.ini has no \[Category\] section/],
  ['an empty file', '', /catver\.ini has no \[Category\] section/],
  ['another encoding', Buffer.from('[Category]\nhop=Caf\u00e9', 'latin1'), /catver\.ini:2: it is not UTF-8/],
  ['an endless file', Buffer.alloc(32_000_001, 'x'), /catver\.ini is too large/],
];

for (const [name, content, says] of BROKEN) {
  test(`categories: ${name} is reported with file and line`, async () => {
    const work = convertMachines([{ name: 'hop', description: 'Hop' }], content as string);
    await assert.rejects(work, { name: 'OperatorError', message: says });
  });
}

test('categories without machines, and folders instead of files, are rejected', async () => {
  const catver = writeTemporary('catver.ini', catverOf('hop=Maze'));
  await assert.rejects(convertLists(NO_LISTS, { catver }), { message: '--catver needs --listxml' });
  const folder = catver.replace(/catver\.ini$/, '');
  const says = { name: 'OperatorError', message: /is a folder; name a file$/ };
  await assert.rejects(convertLists(NO_LISTS, { listxml: folder }), says);
  const listxml = writeTemporary('machines.xml', machinesXml([]));
  await assert.rejects(convertLists(NO_LISTS, { listxml, catver: folder }), says);
});

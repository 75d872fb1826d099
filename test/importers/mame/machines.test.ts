import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../../src/bundle/bundle.ts';
import type { GameLine } from '../../../src/bundle/lines.ts';
import { exportCatalog } from '../../../src/merging/export/export-catalog.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { consoleOf } from '../../../src/vocabulary/platforms.ts';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { listGames, newStore } from '../../support/samples/layers.ts';
import { convertLists, type Lists, type MachineSketch, machinesXml } from '../../support/samples/mame.ts';
import { readJsonLines, writeTemporary } from '../../support/samples/sources.ts';

const NO_LISTS: Lists = { nes: [] };

function convertMachines(machines: readonly MachineSketch[] | string, catver?: string | Buffer, lists = NO_LISTS) {
  const listxml = writeTemporary('machines.xml', machinesXml(machines));
  const files = { listxml, ...(catver !== undefined && { catver: writeTemporary('catver.ini', catver) }) };
  return convertLists(lists, { ...files, include: 'all' });
}

/** The games as `name: title (attributes whose key contains the text)`. */
const titlesWith = (games: readonly GameLine[], text: string) =>
  games.map(({ key, title, platforms: [first] }) => {
    const own = first?.attributes?.filter((attribute) => attribute.includes(text)) ?? [];
    return `${key.replace('mame:', '')}: ${title}${own.map((one) => ` (${one.replace(/.*\//, '')})`).join('')}`;
  });

test('a machine with several games keeps its whole title, and a clone may be a sequel', async () => {
  const { games } = await convertMachines(`
hop|Hop
hop2|Hop II|||hop
skip|Skip
skipa|Skippy|||skip
both|Hop / Skip (v1)|Bolt|2001
anniv|Hop / Jump Silver Anniversary Edition|Bolt|2003
names|Skip / Skippy|Bolt|1995`);
  assert.deepEqual(titlesWith(games, 'kind/'), [
    'arcade/anniv: Hop / Jump Silver Anniversary Edition (compilation)',
    'arcade/both: Hop / Skip (compilation)',
    'arcade/hop: Hop',
    'arcade/hop2: Hop II',
    'arcade/names: Skip',
    'arcade/skip: Skip',
  ]);
});

test('Mega-Tech runs games of two consoles, and the description says which', async () => {
  const { games } = await convertMachines(`
hop|Hop (Mega-Tech)||||megatech.cpp
skip|Skip (Mega-Tech, SMS based)||||megatech.cpp`);
  const systems = games.map(({ platforms }) => platforms[0]?.attributes?.find((one) => one.includes('arcade-system/')));
  const consoles = systems.map((system) => consoleOf(system ?? ''));
  assert.deepEqual(consoles, ['platform:genesis', 'platform:sega-master-system']);
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
  const { games } = await convertMachines(machines, undefined, { nes: 'hop|Hop (USA)|1990|Acme' });
  assert.deepEqual(titlesWith(games, 'kind/'), ['arcade/hop: Hop', 'arcade/skip: Skip (pirate)', 'nes/hop: Hop']);
  assert.deepEqual(games[0]?.alternate_titles, [{ title: 'Hoppy', description: 'Alternate title' }]);
  const [arcade] = games[0]?.platforms ?? [];
  assert.equal(arcade?.platform, 'platform:arcade');
  assert.deepEqual(arcade?.attributes, [
    'attribute:input-devices-supported/digital-joystick',
    'attribute:media-type/circuit-board',
    'attribute:number-of-players-supported/1-2-players',
  ]);
  const [japan, world] = arcade?.releases ?? [];
  assert.deepEqual([japan?.countries, world?.countries], [['Japan'], ['Worldwide']]);
  assert.deepEqual(world?.companies, [
    { company: 'company:acme', role: 'Developed by' },
    { company: 'company:taito', role: 'Published by' },
  ]);
});

test('a machine whose program has an older date is of the year in which it came', async () => {
  const { games } = await convertMachines(`
mk3|Mortal Kombat 3||1994
mk3r10|Mortal Kombat 3 (rev 1.0)||1994|mk3
mk3mdb|Mortal Kombat 3 (Japan)||1996|mk3`);
  const dates = games.flatMap(({ platforms }) => platforms.flatMap(({ releases = [] }) => releases));
  assert.deepEqual([...new Set(dates.map(({ release_date }) => release_date))].toSorted(), ['1995', '1996']);
});

test('only lines of machines have the list of machines as their source', async () => {
  const machines: MachineSketch[] = [
    { name: 'hop', description: 'Hop' },
    { name: 'gnw_jump', description: 'Jump', coins: 0, sourcefile: 'handheld/hh_sm510.cpp' },
  ];
  const lists = { nes: 'hop|Hop (USA)|1984|Acme; run|Run (USA)' };
  const all = await convertMachines(machines, undefined, lists);
  const ofMachines = all.games.filter(({ source }) => source === 'mame-machines').map(({ key }) => key);
  assert.deepEqual(ofMachines, ['mame:arcade/hop', 'mame:dedicated/gnw_jump']);
  const store = await newStore();
  const load = async ({ folder }: typeof all) => loadBundle(store, await openBundle(folder), { clock: () => 1000 });
  const titles = async () => (await listGames(store)).map((title) => title.replace(/^\d+ /, '')).toSorted();
  await load(all);
  assert.deepEqual(await titles(), ['Hop', 'Jump', 'Run']);
  const free = join(temporaryFolder('mame'), 'free');
  await exportCatalog(store, free, { licences: ['CC0-1.0'] });
  const exported = readJsonLines<GameLine>(join(free, 'games.jsonl')).map(({ key }) => key);
  assert.deepEqual(exported, ['mame:nes/hop', 'mame:nes/run']);
  assert.equal((await load(await convertLists(lists))).removed, 0);
  assert.deepEqual(await titles(), ['Hop', 'Jump', 'Run']);
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
  const { games } = await convertMachines('pachi|Pachi||||tvgames/xavix.cpp');
  assert.equal(games[0]?.platforms[0]?.platform, 'platform:dedicated-console');
});

test('a copy of a machine by another maker lends its game no title, and a licensed one does', async () => {
  const { games } = await convertMachines(`
hop|Hop|Acme
skip|Skip|Acme (Bolt license)||hop
piranha|Piranha|GL||hop`);
  const [game, ...others] = games;
  assert.deepEqual([game?.title, game?.members?.length, others.length], ['Hop', 3, 0]);
  assert.deepEqual(game?.alternate_titles, [{ title: 'Skip', description: 'Alternate title' }]);
});

test('dedicated machines are one game only if they are clones with the same title', async () => {
  const machines = `
kcontra|Contra (handheld)|Konami|1989||handheld/hh_hmcs40.cpp
cpacman|Pac-Man (Coleco, Rev. 29)|Coleco|1989||handheld/hh_hmcs40.cpp
cpacmanr1|Pac-Man (Coleco, Rev. 28)|Coleco|1989|cpacman|handheld/hh_hmcs40.cpp
tmpacman|Pac Man (Tomy)|Tomy|1989||handheld/hh_hmcs40.cpp
tgaunt|Gauntlet (Tiger)|Tiger Electronics|1989||handheld/hh_hmcs40.cpp
trobhood|Robin Hood (Tiger)|Tiger Electronics|1989|tgaunt|handheld/hh_hmcs40.cpp`;
  const { games } = await convertMachines(machines, undefined, { nes: 'contra|Contra (USA)|1988|Konami' });
  assert.deepEqual(
    games.map(({ title, members }) => `${title} ${members?.length}`),
    ['Pac-Man 2', 'Contra 1', 'Gauntlet 1', 'Pac Man 1', 'Robin Hood 1', 'Contra 1'],
  );
  assert.equal(games[0]?.platforms[0]?.releases?.[0]?.description, 'Rev. 28; Rev. 29');
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
  const brief = games.map(({ key, members = [], genres = [] }) => [key, members.length, ...genres].join(' '));
  assert.deepEqual(brief, [
    'mame-support:arcade/quiz 0 genre:game-show-trivia-quiz',
    'mame:arcade/new 1',
    'mame:arcade/quiz 2',
  ]);
  assert.deepEqual(unknown, [{ what: 'category Dreams', count: 2 }]);
});

const BROKEN: [name: string, content: string | Buffer, says: RegExp][] = [
  ['a line without a category', '[Category]\nhop=Maze\nskip', /catver\.ini:3: a line of \[Category\] must be like/],
  ['no categories at all', '[Maze]\nhop', /catver\.ini has no \[Category\] section/],
  ['an empty file', '', /catver\.ini has no \[Category\] section/],
  ['another encoding', Buffer.from('[Category]\nhop=Caf\u00e9', 'latin1'), /catver\.ini:2: it is not UTF-8/],
  ['an endless file', Buffer.alloc(32_000_001, 'x'), /catver\.ini:1: a line of more than 4 MB/],
];

test('broken categories are reported with file and line', async () => {
  for (const [name, content, message] of BROKEN)
    await assert.rejects(convertMachines('hop|Hop', content), { name: 'OperatorError', message }, name);
});

test('categories without machines, and folders instead of files, are rejected', async () => {
  const catver = writeTemporary('catver.ini', catverOf('hop=Maze'));
  await assert.rejects(convertLists(NO_LISTS, { catver }), { message: '--catver needs --listxml' });
  const folder = catver.replace(/catver\.ini$/, '');
  const says = { name: 'OperatorError', message: /is a folder; name a file$/ };
  await assert.rejects(convertLists(NO_LISTS, { listxml: folder }), says);
  const listxml = writeTemporary('machines.xml', machinesXml([]));
  await assert.rejects(convertLists(NO_LISTS, { listxml, catver: folder }), says);
});

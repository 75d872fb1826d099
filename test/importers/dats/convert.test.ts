import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import { idOf, listGames, load, newStore } from '../../support/samples/layers.ts';
import { assertGames, convertSource, writeSource } from '../../support/samples/sources.ts';
import { zipOf } from '../../support/samples/zip.ts';

const sha1 = (crc: string) => crc.repeat(5);
const rom = (crc: string, size = 16, more = '') =>
  `<rom name="${crc}.bin" size="${size}" crc="${crc}" sha1="${sha1(crc)}"${more}/>`;
const game = (crc: string, attributes: string, inside = rom(crc)) => `<game ${attributes}>${inside}</game>`;
const dat = (games: string, name = 'Nintendo - Virtual Boy (Parent-Clone)') =>
  `<?xml version="1.0"?>
<!DOCTYPE datafile PUBLIC "-//Logiqx//DTD ROM Management Datafile//EN" "http://www.logiqx.com/Dats/datafile.dtd">
<datafile><header><name>${name}</name><description>A list</description></header>${games}</datafile>`;
const convert = (files: Record<string, string | Buffer>, flags = {}) =>
  convertSource('dats', [writeSource(files)], flags);

const HOP = game('aaaa0001', 'name="Hop, The (USA)" id="1"', rom('aaaa0001', 16, ' serial="VUE-VHPE-USA"'));
const SKIP = 'name="Skip &amp; Run (Japan) (Beta)" id="2"';

const CLONES: [how: string, games: string][] = [
  ['its name', HOP + game('aaaa0002', `${SKIP} cloneof="Hop, The (USA)"`)],
  ['its id, before the parent', game('aaaa0002', `${SKIP} cloneofid="1"`) + HOP],
];
for (const [how, games] of CLONES) {
  test(`a clone that names its parent by ${how} is the same game under another title`, async () => {
    const { games: lines, counts } = await convert({ 'any.xml': dat(games) });
    assert.equal(counts.roms, 2);
    assertGames(
      lines,
      `
dats:virtual-boy/hop: The Hop
  also Skip & Run (Japan title)
  ids crc32 aaaa0001 aaaa0002; sha1 ${sha1('aaaa0001')} ${sha1('aaaa0002')}
  release - | Japan | Prototype | aaaa0002.bin
  release - | United States | VUE-VHPE-USA Nintendo Media PN | aaaa0001.bin`,
      ...['new', 'also', 'ids', 'release'],
    );
    assert.equal(lines[0]?.platforms[0]?.releases?.[0]?.dumps?.[0]?.size, 16);
  });
}

test('the title is that of the parent, unless the parent was never sold', async () => {
  const cases: [parent: string, clone: string, title: string][] = [
    ['Hop (Europe)', 'Skip (USA)', 'Hop'],
    ['Hop (Europe) (Proto)', 'Skip (USA)', 'Skip'],
  ];
  for (const [parent, clone, title] of cases) {
    const games = game('aaaa0001', `name="${parent}"`) + game('aaaa0002', `name="${clone}" cloneof="${parent}"`);
    assert.equal((await convert({ 'a.dat': dat(games) })).games.map((line) => line.title).join(), title, parent);
  }
});

test('the header names the platform, with or without what it says of the list', async () => {
  const cases: [name: string, platform: string | undefined][] = [
    ['Atari - Jaguar (J64) (Parent-Clone)', 'platform:jaguar'],
    ['Nintendo - Game Boy (20240131-120000)', 'platform:game-boy'],
    ['NEC - PC Engine CD &amp; TurboGrafx CD', 'platform:turbografx-cd'],
    ['Nintendo - Wii (Digital) (CDN)', 'platform:wii'],
    ['Nintendo - Wii (DLC)', undefined],
    ['Acme - Hopper (Parent-Clone)', undefined],
  ];
  for (const [name, platform] of cases) {
    const { games, unknown } = await convert({ 'a.dat': dat(HOP, name) });
    assert.equal(games[0]?.platforms[0]?.platform, platform, name);
    assert.equal(unknown.length, name.startsWith('Acme') ? 1 : 0, name);
  }
});

test('of a disc the largest file tells the game, and what Redump calls no game is none', async () => {
  const disc = (name: string, category: string, crc: string) =>
    game('', `name="${name} (USA)"`, `<category>${category}</category>${rom('bbbb0001')}${rom(crc, 9000)}`);
  const discs = disc('Hop', 'Games', 'bbbb0002') + disc('Tool', 'Applications', 'bbbb0003');
  const files = { 'a.dat': dat(discs, 'Sony - PlayStation') };
  const { games, leftOut } = await convert(files, { 'new-games': 'yes' });
  const created = games.map(({ title, enriches = false, ids }) => `${title} ${!enriches} ${ids?.crc32}`);
  assert.deepEqual(created, ['Hop true bbbb0002', 'Tool false bbbb0003']);
  assert.equal(games[0]?.platforms[0]?.releases?.[0]?.dumps?.length, 2);
  assert.deepEqual(leftOut, { utility: 1 });
});

test('all lists of a ZIP are read, and those of one platform together', async () => {
  const clone = dat(game('aaaa0002', 'name="Hop, The (Japan)"'));
  const zip = zipOf({ 'sub/a (1).dat': dat(HOP), 'b.xml': clone, 'index.txt': 'no list' });
  const { games, counts } = await convert({ 'lists.zip': zip });
  assert.deepEqual([counts.files, games.length, games[0]?.ids?.crc32?.length], [2, 1, 2]);
});

const BAD: [what: string, files: Record<string, string | Buffer>, message: RegExp][] = [
  ['a folder without lists', { 'a.txt': '' }, /has no DAT files \(that end in \.dat/],
  ['a ZIP without lists', { 'a.zip': zipOf({ 'a.txt': '' }) }, /a\.zip has no DAT file; nothing/],
  ['another format', { 'a.dat': 'clrmamepro ( name "x" )' }, /a\.dat is no DAT file in XML: it has no <header>/],
  ['an empty file', { 'a.dat': '' }, /a\.dat is no DAT file in XML/],
  ['a header without a name', { 'a.dat': dat(HOP, '') }, /a\.dat is no DAT file in XML/],
  ['a cut list', { 'a.dat': dat(HOP).slice(0, -20) }, /a\.dat:\d+: .*; nothing was imported/],
  ['another root', { 'a.xml': dat(HOP).replaceAll('datafile>', 'list>') }, /begins with <list>, where <datafile>/],
];
for (const [what, files, message] of BAD)
  test(`${what} is refused in one sentence`, async () => {
    await assert.rejects(convert({ ...files }), message);
  });

test('files of the lists belong to the games of another source', async () => {
  const store = await newStore();
  await load(store, 'mine', [{ key: 'hop', title: 'The Hop' }]);
  const lists = dat(CLONES[0]?.[1] ?? '', 'Nintendo - Nintendo Entertainment System (Headered)');
  const { folder } = await convert({ 'a.dat': lists });
  await loadBundle(store, await openBundle(folder), { clock: () => 1000 });
  assert.equal((await listGames(store)).length, 1);
  const found = await store.catalog.findGamesByHash({ sha1: sha1('aaaa0002') });
  assert.deepEqual(found, [await idOf(store, 'mine:hop')]);
});

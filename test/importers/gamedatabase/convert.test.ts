import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { csvOf, type RowSketch } from '../../support/samples/gamedatabase.ts';
import { assertGames, convertSource, writeSource } from '../../support/samples/sources.ts';

const FILE = 'console_nintendo_virtualboy.csv';
const SHA1 = 'ABCDEF0123456789abcdef0123456789abcdef01';
const MD5 = 'ABCDEF0123456789ABCDEF0123456789';
const convertFiles = (files: Record<string, string | Buffer>, flags = {}) =>
  convertSource('gamedatabase', [writeSource(files)], flags);
const convert = (rows: readonly RowSketch[], flags = {}) => convertFiles({ [FILE]: csvOf(rows) }, flags);

test('who is named in many games, but never first, did a part of them', async () => {
  const rows = ['Hop', 'Skip', 'Jump', 'Run'].map((title) => ({
    title,
    developer: 'Acme/Voices/Bolt',
    publisher: 'Corp',
  }));
  const { games } = await convert([...rows, { title: 'Fly', developer: 'Bolt/Sounds', publisher: 'Corp' }]);
  const credits = games.flatMap(({ platforms }) => platforms[0]?.releases?.flatMap(({ companies }) => companies) ?? []);
  const rolesOf = (company: string) =>
    new Set(credits.filter((one) => one.company === company).map(({ role }) => role));
  assert.deepEqual([...rolesOf('company:voices')], ['Additional work by']);
  for (const company of ['company:acme', 'company:bolt', 'company:sounds'])
    assert.deepEqual([...rolesOf(company)], ['Developed by'], company);
});

test('machines of one id years apart are different games', async () => {
  const row = (rom: string, date: string): RowSketch => ({ title: 'Double Hop', date, tags: `#mamerom:${rom}` });
  const { games } = await convertFiles({
    'arcade_nintendo.csv': csvOf([row('pc_hop', '1988'), row('hopa', '1990')]),
    'arcade_snk.csv': csvOf([row('hop>hopneo', '1995-03-03')]),
  });
  assert.deepEqual(
    games.map(({ key, ids }) => `${key}: ${ids?.key}`),
    [
      'gamedatabase:arcade/doublehop: mame:arcade/hopa,mame:arcade/pc_hop',
      'gamedatabase:arcade/doublehop@1995: mame:arcade/hopneo',
    ],
  );
});

test('a number that the screen and the id have belongs to the title', async () => {
  const { games } = await convert([
    { title: 'Hop', screen: 'Hop 2', id: 'hop2thereturn' },
    { title: 'Skip', screen: 'Skip 2', id: 'skip' },
  ]);
  assert.deepEqual(games.map(({ title }) => title).toSorted(), ['Hop 2', 'Skip']);
});

test('a date in the column of a company is no company', async () => {
  const { games } = await convert([{ title: 'Hop', developer: 'Acme', publisher: '2020-06-18' }]);
  const companies = games[0]?.platforms[0]?.releases?.flatMap((release) => release.companies);
  assert.deepEqual(companies, [{ company: 'company:acme', role: 'Developed by' }]);
});

test('a title in parentheses is not that of a title screen', async () => {
  const { games } = await convert([{ title: 'Hop (AY8912)', screen: '(Hop) (AY8912)', id: 'hop' }]);
  assert.deepEqual(
    games.flatMap((game) => game.alternate_titles ?? []).filter(({ title }) => title.startsWith('(')),
    [],
  );
});

test('the rows of one game become one game with a release for each region', async () => {
  const { games, counts } = await convert([
    {
      title: 'Hoppu no Daibōken',
      exact: 'ホップの大冒険',
      id: 'hop',
      region: 'Japan',
      date: '1995-07-21',
      developer: 'Ukiyotei/SNK',
      publisher: 'SNK',
      tags: '#players:2:vs #genre:action>platformer #save:backup #lang:ja #based:manganime #port:arcade',
      md5: MD5,
      sha1: SHA1,
    },
    { title: 'Hop', screen: 'Hop!!! Over', id: 'hop', region: 'USA/Europe', date: '1995-08', tags: '#players:4:coop' },
  ]);
  assert.equal(counts.rows, 2);
  assertGames(
    games,
    `
gamedatabase:virtual-boy/hop: Hop
  also Hop!!! Over (In-game title); Hoppu no Daibōken (Japan title); ホップの大冒険 (Japanese spelling)
  genres action; licensed; platform
  groups arcade-ports; based-on-manga-and-anime
  ids gamedatabase hop; sha1 ${SHA1.toLowerCase()}
  on virtual-boy; 1995-07
  attributes language/japanese; multiplayer-options/cooperative; multiplayer-options/versus; number-of-players-supported/1-4-players; save-methods/battery
  release 1995-07-21 | Japan | Developed by ukiyotei, Developed by snk, Published by snk | ${SHA1.toLowerCase()}
  release 1995-08 | Europe, United States | Developed by acme, Published by acme`,
    ...['new', 'also', 'genres', 'groups', 'ids', 'on', 'attributes', 'ratings', 'release'],
  );
  const [dump] = games[0]?.platforms[0]?.releases?.[0]?.dumps ?? [];
  assert.deepEqual(dump, { md5: MD5.toLowerCase(), sha1: SHA1.toLowerCase() });
});

test('a revision without a date is part of the dated release; a reissue is a separate release', async () => {
  const hop = { title: 'Hop', date: '1999-05-27' };
  const { games } = await convert([
    hop,
    { ...hop, date: '', tags: '#rev:1' },
    { ...hop, date: '2000-07-20', tags: '#reboxed:snkbestcollection' },
  ]);
  const releases = games[0]?.platforms[0]?.releases?.map((one) => `${one.release_date} ${one.description}`);
  assert.deepEqual(releases, ['1999-05-27 null', '2000-07-20 SNK Best Collection']);
});

test('releases have statuses; a prototype keeps only its year, and a copy or a hack is no release', async () => {
  const { games } = await convert([
    { title: 'Hop', date: '1994-09-06', tags: '#unfinished:beta' },
    { title: 'Hop', date: '1994-10-02', tags: '#unfinished:proto' },
    { title: 'Hop', date: '1996', tags: '#unlicensed:aftermarket' },
    { title: 'Hop (Phoenix Edition)', id: 'hop', date: '1997', tags: '#unlicensed:bootleg' },
    { title: 'Super Hop', id: 'hop', date: '1998', tags: '#unlicensed:hack', developer: 'Others' },
  ]);
  const [platform] = games[0]?.platforms ?? [];
  const releases = platform?.releases?.map((one) => `${one.release_date} ${one.description}`);
  assert.deepEqual(releases, ['1994 Prototype', '1996 Homebrew']);
  assert.deepEqual([platform?.first_release_date, games[0]?.alternate_titles], ['1996', []]);
});

test('a line that enriches has no groups by status; with --new-games it has', async () => {
  const rows = [{ title: 'Hop', tags: '#unfinished:proto #genre:puzzle' }];
  assert.deepEqual((await convert(rows)).games[0]?.groups, []);
  const [game] = (await convert(rows, { 'new-games': 'yes', include: 'prototype' })).games;
  assert.deepEqual([game?.groups, game?.enriches], [['group:prototypes'], undefined]);
});

test('a row of another kind than a game creates none, unless its kind is included', async () => {
  const rows = [
    { title: 'Paint', tags: '#genre:notagame>application' },
    { title: 'Hop', tags: '#genre:action' },
  ];
  const { games } = await convert(rows, { 'new-games': 'yes' });
  assert.equal(games.map(({ title, enriches = false }) => `${title} ${enriches}`).join('; '), 'Hop false; Paint true');
  const [, paint] = (await convert(rows, { 'new-games': 'yes', include: 'utility' })).games;
  assert.deepEqual([paint?.enriches, paint?.platforms[0]?.attributes], [undefined, ['attribute:kind/utility']]);
});

test('an arcade game is identified by its machines in MAME, not by the hash of the set', async () => {
  const row = { title: 'Hop', id: 'hop', sha1: SHA1 };
  const { games } = await convertFiles({
    'arcade_acme.csv': csvOf([
      { ...row, tags: '#mamerom:hop>hopj' },
      { ...row, region: 'World', tags: '#mameparent #mamerom:hop' },
    ]),
  });
  assert.deepEqual(games[0]?.ids, { gamedatabase: ['hop'], key: ['mame:arcade/hop', 'mame:arcade/hopj'] });
});

test('rows of several files are one game, and duplicate rows are skipped', async () => {
  const hop = { title: 'Hop', id: 'hop', date: '1986' };
  const { games } = await convertFiles({
    'console_nintendo_superfamicom_snes.csv': csvOf([hop, hop]),
    'console_nintendo_satellaview.csv': csvOf([{ ...hop, region: 'Japan', date: '1985' }]),
    'console_snk_neogeopocket.csv': csvOf([{ ...hop, tags: '#compatibility:neogeopocket>color' }, hop]),
  });
  assert.deepEqual(
    games.map(({ key, platforms }) => `${key} ${platforms[0]?.releases?.length}`),
    ['gamedatabase:neo-geo-pocket-color/hop 1', 'gamedatabase:neo-geo-pocket/hop 1', 'gamedatabase:snes/hop 2'],
  );
});

test('placeholders and invalid values are skipped or counted', async () => {
  const { games, unknown } = await convert([
    {
      title: 'Hop‚ Skip & Jump',
      date: '2000-17-20',
      developer: '???',
      publisher: 'CAPCOM',
      region: 'Atlantis/Hispanic',
    },
    { title: '(Unsold)', id: '', date: '???', sha1: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' },
    { title: '???', id: 'nothing' },
  ]);
  assertGames(
    games,
    `
gamedatabase:virtual-boy/hopskipjump: Hop, Skip & Jump
  ids gamedatabase hopskipjump
gamedatabase:virtual-boy/unsold: Unsold`,
    'ids',
  );
  const release = games[0]?.platforms[0]?.releases?.[0];
  assert.deepEqual(release?.companies, [{ company: 'company:capcom', role: 'Published by' }]);
  assert.deepEqual([release?.release_date, release?.countries], ['2000', ['Latin America']]);
  assert.deepEqual(unknown.map(({ what }) => what).toSorted(), [
    'region Atlantis',
    'release date 2000-17-20',
    `row without a title in ${FILE}`,
  ]);
});

test('a row that has the id of another game of the file joins the rows of its own game', async () => {
  const [seasons, ages] = ['zeldanodensetsufushiginokinomidaichinoshou', 'zeldanodensetsufushiginokinomijikuunoshou'];
  const file = csvOf([
    { id: ages, title: 'Zelda no Densetsu: Fushigi no Kinomi: Jikū no Shō', region: 'Japan', date: '2001-02-27' },
    { id: seasons, title: 'The Legend of Zelda: Oracle of Ages', region: 'USA', date: '2001-05-14' },
    { id: seasons, title: 'The Legend of Zelda: Oracle of Seasons', region: 'USA', date: '2001-05-14' },
  ]);
  const { games } = await convertFiles({ 'console_nintendo_gameboycolor.csv': file });
  assertGames(
    games,
    `
gamedatabase:game-boy-color/${seasons}: The Legend of Zelda: Oracle of Seasons
  ids gamedatabase ${seasons}
gamedatabase:game-boy-color/${ages}: The Legend of Zelda: Oracle of Ages
  ids gamedatabase ${ages}`,
    'ids',
  );
});

test('a folder is a complete source; single files, compressed or not, are not; unknown files are counted', async () => {
  const text = csvOf([{ title: 'Hop' }]);
  const folder = writeSource({ [FILE]: text, 'computer_acme.csv': text, 'README.md': '' });
  const whole = await convertSource('gamedatabase', [folder]);
  assert.deepEqual(whole.unknown, [{ what: 'file computer_acme.csv', count: 1 }]);
  const { manifest } = await openBundle(whole.folder);
  assert.equal(manifest.complete, true);
  assert.equal(manifest.sources[0]?.licence, 'CC-BY-4.0');
  assert.match(manifest.sources[0]?.version ?? '', /^1 file, [\da-f]{12}$/);
  const packed = writeSource({ [`${FILE}.gz`]: gzipSync(text) });
  const part = await convertSource('gamedatabase', [join(packed, `${FILE}.gz`)]);
  assert.equal((await openBundle(part.folder)).manifest.complete, false);
  assert.deepEqual(part.games, whole.games);
});

const NO_HEADING = 'Name,Year\nHop,1990\n';
const BAD: [what: string, content: string | Buffer, message: RegExp][] = [
  ['no heading', NO_HEADING, /\.csv:1: no column "title", so it is not a file of GameDataBase; nothing was imported$/],
  ['a heading without tags', 'Title,ID,Region\n', /:1: no column "tags"/],
  ['too many cells', `${csvOf([{ title: 'Hop' }])}${','.repeat(20)}\n`, /:3: a row has more or fewer cells than the/],
  ['too few cells', `${csvOf([{ title: 'Hop' }])}Skip,=\n`, /:3: a row has more or fewer cells than the heading/],
  ['a quote around cells', csvOf([{ title: '"Hop', screen: '"Hop' }]), /:2: a row has more or fewer cells/],
  ['an open quote', csvOf([{ title: '"Hop', screen: 'Hop' }, { title: 'Skip' }]), /:\d+: a quote is not closed/],
  ['an endless row', csvOf([{ title: `"${'x'.repeat(1_100_000)}` }]), /:2: a row of more than 1 MB/],
  ['Latin-1', Buffer.from(csvOf([{ title: 'Hop\xe9' }]), 'latin1'), / is not UTF-8/],
];

for (const [what, content, message] of BAD)
  test(`${what} is reported with file and line`, () =>
    assert.rejects(convertFiles({ [FILE]: content }, { strict: '' }), { name: 'OperatorError', message }));

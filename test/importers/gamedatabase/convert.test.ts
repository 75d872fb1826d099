import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf, type RowSketch } from '../../support/gamedatabase.ts';
import { convertSource, writeSource } from '../../support/sources.ts';

const FILE = 'console_nintendo_virtualboy.csv';
const SHA1 = 'ABCDEF0123456789abcdef0123456789abcdef01';
const MD5 = 'ABCDEF0123456789ABCDEF0123456789';
const convertFiles = (files: Record<string, string>, flags = {}) =>
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
    games.map(({ key, ids }) => [key, ids?.key]),
    [
      ['gamedatabase:arcade/doublehop', ['mame:arcade/hopa', 'mame:arcade/pc_hop']],
      ['gamedatabase:arcade/doublehop@1995', ['mame:arcade/hopneo']],
    ],
  );
});

test('a title with a subtitle is another game, if others developed it or it came decades later', async () => {
  const row = { id: 'hop', date: '1995', developer: 'Acme AM2' };
  const { games } = await convert([
    { ...row, title: 'Hop USA' },
    { ...row, title: 'Hop USA: Circuit Edition', date: '1997', developer: 'Acme AM3' },
    { ...row, title: 'Hop USA: Championship Circuit Edition', date: '1996', developer: 'Acme AM3' },
    { ...row, title: 'Hop USA: The Movie', date: '1996' },
    { ...row, title: 'Hop USA: Beta', date: '', developer: 'Bolt' },
    { ...row, id: 'skip', title: 'Skip', date: '1984' },
    { ...row, id: 'skip', title: 'Skip: Championship Edition', date: '2020' },
  ]);
  assert.deepEqual(
    games.map(({ key, ids, platforms }) => [key, ids?.gamedatabase, platforms[0]?.releases?.length]),
    [
      ['gamedatabase:virtual-boy/hop', ['hop'], 3],
      ['gamedatabase:virtual-boy/hop@hopusachampionshipcircuitedition', ['hopusachampionshipcircuitedition'], 2],
      ['gamedatabase:virtual-boy/skip', ['skip'], 1],
      ['gamedatabase:virtual-boy/skip@skipchampionshipedition', ['skipchampionshipedition'], 1],
    ],
  );
});

test('a later season in the same country is another game, and a title by region is not', async () => {
  const row = { id: 'hop95', region: 'USA' };
  const { games } = await convert([
    { ...row, title: 'Hop', date: '1994' },
    { ...row, title: "Hop '95", date: '1995', region: 'Japan' },
    { ...row, title: 'Hop 96', date: '1995' },
    { ...row, title: 'Hop 96', date: '1996', region: 'Japan' },
    { ...row, id: 'skip97', title: 'Skip 97', date: '1997', region: 'Japan' },
    { ...row, id: 'skip97', title: 'Skip 98', date: '1998' },
  ]);
  assert.deepEqual(
    games.map(({ key, ids, platforms }) => [key, ids?.gamedatabase, platforms[0]?.releases?.length]),
    [
      ['gamedatabase:virtual-boy/hop95', ['hop95'], 2],
      ['gamedatabase:virtual-boy/hop95@hop96', ['hop96'], 2],
      ['gamedatabase:virtual-boy/skip97', ['skip97'], 2],
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
  assert.deepEqual(games, [
    {
      key: 'gamedatabase:virtual-boy/hop',
      title: 'Hop',
      alternate_titles: [
        { title: 'Hop!!! Over', description: 'In-game title' },
        { title: 'Hoppu no Daibōken', description: 'Japan title' },
        { title: 'ホップの大冒険', description: 'Japanese spelling' },
      ],
      genres: ['genre:action', 'genre:licensed', 'genre:platform'],
      groups: ['group:arcade-ports', 'group:based-on-manga-and-anime'],
      ids: { gamedatabase: ['hop'], sha1: [SHA1.toLowerCase()] },
      platforms: [
        {
          platform: 'platform:virtual-boy',
          first_release_date: '1995-07',
          attributes: [
            'attribute:language/japanese',
            'attribute:multiplayer-options/cooperative',
            'attribute:multiplayer-options/versus',
            'attribute:number-of-players-supported/1-4-players',
            'attribute:save-methods/battery',
          ],
          ratings: [],
          releases: [
            {
              release_date: '1995-07-21',
              countries: ['Japan'],
              companies: [
                { company: 'company:ukiyotei', role: 'Developed by' },
                { company: 'company:snk', role: 'Developed by' },
                { company: 'company:snk', role: 'Published by' },
              ],
              description: null,
              product_codes: [],
              dumps: [{ md5: MD5.toLowerCase(), sha1: SHA1.toLowerCase() }],
            },
            {
              release_date: '1995-08',
              countries: ['Europe', 'United States'],
              companies: [
                { company: 'company:acme', role: 'Developed by' },
                { company: 'company:acme', role: 'Published by' },
              ],
              description: null,
              product_codes: [],
            },
          ],
        },
      ],
      enriches: true,
    },
  ]);
});

test('a revision without a date is part of the dated release; a reissue is a separate release', async () => {
  const hop = { title: 'Hop', date: '1999-05-27' };
  const { games } = await convert([
    hop,
    { ...hop, date: '', tags: '#rev:1' },
    { ...hop, date: '2000-07-20', tags: '#reboxed:snkbestcollection' },
  ]);
  const releases = games[0]?.platforms[0]?.releases?.map(({ release_date, description }) => [
    release_date,
    description,
  ]);
  assert.deepEqual(releases, [
    ['1999-05-27', null],
    ['2000-07-20', 'SNK Best Collection'],
  ]);
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
  assert.deepEqual(
    platform?.releases?.map(({ release_date, description }) => [release_date, description]),
    [
      ['1994', 'Prototype'],
      ['1996', 'Homebrew'],
    ],
  );
  assert.equal(platform?.first_release_date, '1996');
  assert.deepEqual(games[0]?.alternate_titles, []);
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
  assert.deepEqual(
    games.map(({ title, enriches }) => [title, enriches]),
    [
      ['Hop', undefined],
      ['Paint', true],
    ],
  );
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
    games.map(({ key, platforms }) => [key, platforms[0]?.releases?.length]),
    [
      ['gamedatabase:neo-geo-pocket-color/hop', 1],
      ['gamedatabase:neo-geo-pocket/hop', 1],
      ['gamedatabase:snes/hop', 2],
    ],
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
  assert.deepEqual(
    games.map(({ key, title, ids }) => [key, title, ids]),
    [
      ['gamedatabase:virtual-boy/hopskipjump', 'Hop, Skip & Jump', { gamedatabase: ['hopskipjump'] }],
      ['gamedatabase:virtual-boy/unsold', 'Unsold', {}],
    ],
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

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBundle } from '../../src/bundle/bundle.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { convertCatalogs } from '../support/samples/appstream.ts';
import { newStore } from '../support/samples/layers.ts';
import { convert } from '../support/samples/mame.ts';
import { convertSource } from '../support/samples/sources.ts';
import { convertPaths, entity, game, writeInput } from '../support/samples/wikidata.ts';

/** Files in the exact format of the sources, with invented games. */
const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));
const listOf = (version: 'old' | 'new', list: string) => join(FIXTURES, 'mame', version, `${list}.xml`);

test('everything in the MAME lists is recognized', async () => {
  for (const [version, count] of Object.entries({ old: 4, new: 8 })) {
    const { games, unknown } = await convert([join(FIXTURES, 'mame', version)], { profile: 'all', include: 'all' });
    assert.equal(games.length, count, version);
    assert.deepEqual(unknown, [], version);
  }
});

test('machines of MAME are arcade games and handhelds, without fruit machines and computers', async () => {
  const listxml = join(FIXTURES, 'mame', 'machines.xml');
  const { games } = await convert([listOf('old', 'channelf')], { listxml });
  const titlesOn = (name: string) =>
    games.filter(({ platforms }) => platforms.some(({ platform }) => platform === name)).map(({ title }) => title);
  assert.deepEqual(titlesOn('platform:arcade').toSorted(), ['Sky Raid', 'Stone Fist']);
  assert.deepEqual(titlesOn('platform:dedicated-handheld'), ['Game & Watch: Hop']);
});

/** What a source adds to MAME's lists, in files of its exact format: the number of games with each fact. */
const COUNTS: [source: string, unknown: string[], counts: Record<string, number>][] = [
  [
    'gamedatabase',
    ['release date 2000-17-20'],
    { files: 2, rows: 7, games: 4, genre: 4, developer: 4, publisher: 4, date: 4, 'number of players': 4 },
  ],
  [
    'libretro',
    [],
    { files: 10, roms: 4, games: 3, genre: 2, developer: 3, publisher: 2, date: 2, rating: 2, 'product code': 2 },
  ],
];

test('everything in the files of GameDataBase and libretro-database is recognized', async () => {
  for (const [source, names, expected] of COUNTS) {
    const { counts, unknown } = await convertSource(source, [join(FIXTURES, source)]);
    assert.deepEqual([source, ...unknown.map(({ what }) => what)], [source, ...names]);
    const found = Object.keys(expected).map((what) => [what, counts[what] ?? counts[`games with a ${what}`]]);
    assert.deepEqual(Object.fromEntries(found), expected, source);
  }
});

test('the games of an AppStream catalog are converted without its tools, and can be loaded', async () => {
  const { games, media, unknown, folder } = await convertCatalogs([join(FIXTURES, 'appstream', 'components.xml')]);
  assert.deepEqual(unknown, []);
  assert.deepEqual(games.map(({ title }) => title).toSorted(), ['KPebbles', 'Moles']);
  assert.ok(games.every(({ description }) => (description?.length ?? 0) > 20));
  assert.equal(media.flatMap(({ screenshots = [] }) => screenshots).length, 2);
  const report = await loadBundle(await newStore(), await openBundle(folder), { clock: () => 1000 });
  assert.equal(report.added, 2);
});

test('a response of the Wikidata API is read: a book is not a game, unless it has the class and a platform of one', async () => {
  const path = join(FIXTURES, 'wikidata', 'book.json');
  const { counts, unknown } = await convertPaths([path]);
  assert.deepEqual([counts.entities, counts.games, unknown], [1, 0, []]);
  const [book] = Object.values(JSON.parse(readFileSync(path, 'utf8')).entities) as [{ claims: object }];
  const { claims } = entity(game()) as { claims: object };
  const { games } = await convertPaths([
    writeInput(JSON.stringify({ ...book, claims: { ...book.claims, ...claims } })),
  ]);
  assert.equal(games[0]?.title, 'The Book of Pebbles');
  assert.equal(games[0]?.platforms[0]?.releases?.[0]?.release_date, '2015');
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBundle } from '../../src/bundle/bundle.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { convertCatalogs } from '../support/appstream.ts';
import { newStore } from '../support/layers.ts';
import { convert } from '../support/mame.ts';
import { convertSource } from '../support/sources.ts';
import { convertPaths, entity, game, writeInput } from '../support/wikidata.ts';

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

test('tables of GameDataBase are recognized and add what MAME lists lack', async () => {
  const { counts, unknown, games } = await convertSource('gamedatabase', [join(FIXTURES, 'gamedatabase')]);
  assert.deepEqual(unknown, [{ what: 'release date 2000-17-20', count: 1 }]);
  assert.deepEqual([counts.files, counts.rows, counts.games], [2, 7, 4]);
  assert.deepEqual(
    ['genre', 'developer', 'publisher', 'date', 'number of players'].map((field) => counts[`games with a ${field}`]),
    [4, 4, 4, 4, 4],
  );
  const patrol = games.find(({ key }) => key === 'gamedatabase:sega-32x/pondpatrol');
  assert.equal(patrol?.title, 'Pond Patrol');
  assert.ok(patrol?.alternate_titles?.some(({ description }) => description === 'Japanese spelling'));
  const raid = games.find(({ key }) => key === 'gamedatabase:arcade/skyraid');
  assert.deepEqual(raid?.ids?.key, ['mame:arcade/skyraidj', 'mame:arcade/skyraidu']);
});

test('DAT files of libretro-database are recognized and add what MAME lists lack', async () => {
  const { counts, unknown, games } = await convertSource('libretro', [join(FIXTURES, 'libretro')]);
  assert.deepEqual(unknown, []);
  assert.deepEqual([counts.files, counts.roms, counts.games], [10, 4, 3]);
  assert.deepEqual(
    ['genre', 'developer', 'publisher', 'date', 'number of players', 'rating', 'product code'].map(
      (field) => counts[`games with a ${field}`],
    ),
    [2, 3, 2, 2, 2, 2, 2],
  );
  const newt = games.find(({ key }) => key === 'libretro:sega-32x/newt-pond-patrol');
  assert.equal(newt?.title, 'The Newt: Pond Patrol');
  assert.deepEqual(newt?.groups, ['group:newt']);
});

test('the games of an AppStream catalog are converted without its tools, and can be loaded', async () => {
  const { games, media, unknown, folder } = await convertCatalogs([join(FIXTURES, 'appstream', 'components.xml')]);
  assert.deepEqual(unknown, []);
  assert.deepEqual(games.map(({ title }) => title).toSorted(), ['KPebbles', 'Moles']);
  assert.ok(games.every(({ description }) => (description?.length ?? 0) > 20));
  assert.equal(media.flatMap(({ screenshots = [] }) => screenshots).length, 2);
  const moles = games.find(({ key }) => key === 'appstream:org.example.Moles');
  assert.deepEqual(moles?.alternate_titles, [
    { title: 'Maulwürfe', description: 'German title' },
    { title: 'モグラ', description: 'Japanese title' },
  ]);
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

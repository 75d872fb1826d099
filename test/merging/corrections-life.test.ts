import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import { undoImport } from '../../src/merging/load/undo.ts';
import { writeBundle } from '../support/bundle.ts';
import { copyOf, correct, gameOf, idOf, listGames, listMoved, load, newStore, on, release } from '../support/layers.ts';

test('changing a correction changes its game', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'hop', title: 'Hop' }]);
  await correct(store, { game: 'mame:hop', title: 'A' });
  await correct(store, { game: 'mame:hop', title: 'B' });
  assert.deepEqual(await listGames(store), ['1 B']);
});

test('a game whose only platform a correction removed returns without the correction', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'hop', title: 'Hop' }]);
  await correct(store, { game: 'mame:hop', set_platform: { 'platform:nes': null } });
  assert.deepEqual(await listGames(store), []);
  await correct(store);
  assert.deepEqual(await listGames(store), ['1 Hop']);
});

test('two platforms moved to one keep the data of both', async () => {
  const store = await newStore();
  await load(store, 'mame', [
    { key: 'hop', platforms: [on('nes', release('1990', 'Japan')), on('snes', release('1995', 'United States'))] },
  ]);
  await correct(store, { game: 'mame:hop', set_platform: { 'platform:nes': 'platform:snes' } });
  assert.equal((await gameOf(store, 'mame:hop')).platforms.length, 1);
  assert.equal((await gameOf(store, 'mame:hop')).platforms[0]?.releases.length, 2);
});

test('corrected releases determine the first release', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'hop', platforms: [on('nes', release('1890', 'Japan'))] }]);
  await correct(store, { game: 'mame:hop', platforms: [on('nes', release('1990', 'Japan'))] });
  const [p] = (await gameOf(store, 'mame:hop')).platforms;
  assert.deepEqual([p?.releases[0]?.release_date, p?.first_release_date], ['1990', '1990']);
});

test('an entry that only a correction refers to gives no platform 0, and the export can be imported', async () => {
  const store = await newStore();
  const small = (source: string, slug: string, title: string) =>
    writeBundle(
      {
        platforms: [{ key: `platform:${slug}`, platform_name: slug }],
        genres: [{ key: `genre:${slug}`, genre_name: slug, genre_category: 'X' }],
        games: [{ key: `${source}:a`, title, platforms: [{ platform: `platform:${slug}` }] }],
      },
      { source },
    );
  await loadBundle(store, await openBundle(small('one', 'uno', 'One')), { clock: () => 1 });
  await loadBundle(store, await openBundle(small('two', 'duo', 'Two')), { clock: () => 1 });
  await correct(store, { game: 'one:a', set_platform: { 'platform:uno': 'platform:duo' }, genres: ['genre:duo'] });
  await removeSource(store, 'two', { clock: () => 2 });
  await load(store, 'mame', [{ key: 'q', title: 'Q' }]);
  await loadBundle(store, await openBundle(small('one', 'uno', 'One!')), { clock: () => 1 });
  const g2 = await gameOf(store, 'one:a');
  assert.notEqual(g2.platforms[0]?.platform_id, 0);
});
test('an export with a correction that refers to a removed genre can be imported', async () => {
  const store = await newStore();
  const small = (source: string, slug: string, title: string) =>
    writeBundle(
      {
        platforms: [{ key: `platform:uno`, platform_name: slug }],
        genres: [{ key: `genre:${slug}`, genre_name: slug, genre_category: 'X' }],
        games: [{ key: `${source}:a`, title, platforms: [{ platform: `platform:uno` }] }],
      },
      { source },
    );
  await loadBundle(store, await openBundle(small('one', 'uno', 'One')), { clock: () => 1 });
  await loadBundle(store, await openBundle(small('two', 'duo', 'Two')), { clock: () => 1 });
  await correct(store, { game: 'one:a', genres: ['genre:duo'] });
  await removeSource(store, 'two', { clock: () => 2 });
  await copyOf(store);
});

test('an export by licence with a correction that refers to an entry of another source can be imported', async () => {
  const store = await newStore();
  const small = (source: string, slug: string, title: string, licence: string) =>
    writeBundle(
      {
        platforms: [{ key: `platform:uno`, platform_name: slug }],
        genres: [{ key: `genre:${slug}`, genre_name: slug, genre_category: 'X' }],
        games: [{ key: `${source}:a`, title, platforms: [{ platform: `platform:uno` }] }],
      },
      { source, licence },
    );
  await loadBundle(store, await openBundle(small('one', 'uno', 'One', 'CC0-1.0')), { clock: () => 1 });
  await loadBundle(store, await openBundle(small('two', 'duo', 'Two', 'MIT')), { clock: () => 1 });
  await correct(store, { game: 'one:a', genres: ['genre:duo'] });
  await copyOf(store, ['CC0-1.0']);
});

test('importing an export into a catalog with games skips corrections by id', async () => {
  const store = await newStore();
  await load(store, 'mame', [
    { key: 'hop', title: 'Hop' },
    { key: 'skip', title: 'Skip' },
  ]);
  await correct(store, { game: 1, title: 'Hop!' }, { merge: [1, 2] });
  const other = await newStore();
  await load(other, 'mine', [
    { key: 'z', title: 'Zed' },
    { key: 'y', title: 'Ypsilon' },
  ]);
  await copyOf(store, undefined, other);
  assert.ok((await listGames(other)).some((g) => /Zed/.test(g)));
});

test('removing the corrections merges split games again, as an empty file does', async () => {
  const store = await newStore();
  await load(store, 'starter', [{ key: 'hop', title: 'Hop' }]);
  await load(store, 'mame', [{ key: 'hop', title: 'Hop' }]);
  await correct(store, { split: 'mame:hop' });
  assert.equal((await listGames(store)).length, 2);
  await removeSource(store, 'corrections', { clock: () => 2 });
  assert.deepEqual(await listGames(store), ['1 Hop']);
});

test('an incomplete bundle of waiting lines reports no negative counts', async () => {
  const store = await newStore();
  await load(store, 'libretro', [
    { key: 'a', enriches: true },
    { key: 'b', enriches: true },
    { key: 'c', enriches: true },
  ]);
  const report = await load(store, 'libretro', [{ key: 'd', enriches: true }], { complete: false });
  assert.ok(report.unchanged >= 0, JSON.stringify(report));
});

test('old keys stay older than new ones after an import of an export', async () => {
  const run = async (restore: boolean) => {
    let store = await newStore();
    for (let i = 0; i < 4; i++) await load(store, 'other', [{ key: 'o', title: `O${i}` }]);
    await load(store, 'mame', [{ key: 'zed', title: 'Zed' }]);
    if (restore) store = await copyOf(store);
    await load(store, 'mame', [{ key: 'zed', title: 'Zed', members: ['mame:zed', 'mame:add'] }]);
    await load(store, 'mame', [
      { key: 'zed', title: 'Zed' },
      { key: 'add', title: 'Add' },
    ]);
    return [await idOf(store, 'mame:zed'), await idOf(store, 'mame:add')];
  };
  assert.deepEqual(await run(true), await run(false));
});

test('an export by licence keeps chains of aliases', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
  await load(store, 'mame', [{ key: 'a' }, { key: 'b', members: ['mame:c', 'mame:b'] }]);
  await load(store, 'mame', [{ key: 'a', members: ['mame:a', 'mame:b'] }]);
  await loadBundle(
    store,
    await openBundle(
      writeBundle(
        {
          platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
          games: [{ key: 'x:q', title: 'Q', platforms: [{ platform: 'platform:nes' }] }],
        },
        { source: 'x', licence: 'MIT' },
      ),
    ),
    { clock: () => 1 },
  );
  const copy = await copyOf(store, ['CC0-1.0']);
  assert.deepEqual(await listMoved(copy), await listMoved(store));
});

test('undoing a rename does not change modification times', async () => {
  const store = await newStore();
  const b = (name: string) =>
    writeBundle({
      platforms: [{ key: 'platform:qq', platform_name: name }],
      games: [{ key: 'test:q', title: 'Q', platforms: [{ platform: 'platform:qq' }] }],
    });
  await loadBundle(store, await openBundle(b('A')), { clock: () => 1 });
  await loadBundle(store, await openBundle(b('B')), { clock: () => 2 });
  assert.equal((await gameOf(store, 'test:q')).modifiedAt, 1);
  await undoImport(store, () => 3);
  assert.equal((await gameOf(store, 'test:q')).modifiedAt, 1);
});

test('an older snapshot never reads an intermediate state', async () => {
  const store = await newStore();
  const b = (name: string, title: string) =>
    writeBundle({
      platforms: [{ key: 'platform:qq', platform_name: name }],
      games: [{ key: 'test:q', title, platforms: [{ platform: 'platform:qq' }] }],
    });
  await loadBundle(store, await openBundle(b('A', 'One')), { clock: () => 1 });
  await loadBundle(store, await openBundle(b('B', 'Two')), { clock: () => 2 });
  const revision = await store.catalog.readRevision();
  const shown = (await store.catalog.readRecords([{ gameId: 1, revision }]))[0];
  await loadBundle(store, await openBundle(b('B', 'Three')), { clock: () => 3 });
  assert.equal((await store.catalog.readRecords([{ gameId: 1, revision }]))[0], shown);
});

test('a layer that enriches a removed game is matched to another', async () => {
  const store = await newStore();
  await load(store, 'starter', [
    { key: 'hop', title: 'Hop', platforms: [on('nes', release('1990', 'Japan', 'acme'))] },
  ]);
  await load(store, 'mame', [{ key: 'hop', title: 'Hop', platforms: [on('nes', release('1993', 'Japan', 'bolt'))] }]);
  await load(store, 'libretro', [
    { key: 'hop', title: 'Hop', enriches: true, genres: ['genre:puzzle'], platforms: [on('nes')] },
  ]);
  await removeSource(store, 'starter', { clock: () => 2 });
  assert.equal(await idOf(store, 'libretro:hop'), await idOf(store, 'mame:hop'));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import type { Store } from '../../src/store/store.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import {
  copyOf,
  correct,
  gameOf,
  listGames,
  listMoved,
  load,
  newStore,
  on,
  release,
} from '../support/samples/layers.ts';

const games = [
  { key: 'hop', title: 'Hop', description: 'A hop.' },
  { key: 'skip', title: 'Skip' },
];

test('a correction overrides all sources and survives every import', async () => {
  const store = await newStore();
  await load(store, 'mame', games);
  await correct(store, { game: 'mame:hop', title: 'Hop!', description: null, genres: ['genre:puzzle'] });
  await load(store, 'mame', [{ ...games[0], description: 'A big hop.' } as never, games[1] as never]);
  await load(store, 'starter', [{ key: 'hop', title: 'Hop', genres: ['genre:action'] }]);
  const game = await gameOf(store, 'mame:hop');
  assert.deepEqual(
    [game.title, game.description, game.genres.map((one) => one.genre_name)],
    ['Hop!', null, ['Puzzle']],
  );
  const provenance = JSON.parse((await store.catalog.findProvenance(game.game_id)) as string);
  assert.deepEqual(provenance.fields.title, ['corrections']);
  await correct(store);
  assert.equal((await gameOf(store, 'mame:hop')).title, 'Hop');
});

test('a correction moves, removes and adds platforms', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'hop', platforms: [on('nes', release('1990')), on('snes', release('1991'))] }]);
  await correct(store, {
    game: 'mame:hop',
    set_platform: { 'platform:nes': 'platform:genesis', 'platform:snes': null },
    platforms: [on('game-boy', release('1995', 'Japan', 'acme'))],
  });
  assert.deepEqual(
    (await gameOf(store, 'mame:hop')).platforms
      .map(({ platform_name, first_release_date }) => [platform_name, first_release_date])
      .toSorted(),
    [
      ['GAME-BOY', '1995'],
      ['GENESIS', '1990'],
    ],
  );
});

test('invalid corrections are refused with their line numbers', async () => {
  const store = await newStore();
  await load(store, 'mame', games);
  const wrong: [line: object, message: string][] = [
    [{ game: 'mame:nobody', title: 'X' }, 'there is no game mame:nobody'],
    [{ game: 77, title: 'X' }, 'there is no game 77'],
    [{ title: 'X' }, 'needs one of'],
    [{ game: 'mame:hop', merge: ['mame:hop', 'mame:skip'] }, 'needs one of'],
    [{ game: 'mame:hop', genres: ['genre:nothing'] }, 'refers to genre:nothing'],
    [{ game: 'mame:hop', official_url: 'https://' }, ''],
    [{ game: 'mame:hop', titel: 'X' }, 'titel'],
    [{ game: 'mame:hop', title: '<b>X</b>' }, 'HTML'],
    [{ split: 'correction:0' }, 'there is no game correction:0'],
  ];
  const refused = await correct(store, ...wrong.map(([line]) => line)).catch((error: Error) => error.message);
  for (const [i, [, message]] of wrong.entries())
    assert.match(String(refused), new RegExp(`^corrections\\.jsonl:${i + 1}: .*${message}`, 'm'));
  assert.deepEqual(await listGames(store), ['1 Hop', '2 Skip']);
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

/** Imports a game of a source with a genre of its own, and a platform. */
async function bring(store: Store, source: string, title: string, platform = 'uno', licence = 'CC0-1.0') {
  const lines = {
    platforms: [{ key: `platform:${platform}`, platform_name: platform }],
    genres: [{ key: `genre:${source}`, genre_name: source, genre_category: 'X' }],
    games: [{ key: `${source}:a`, title, platforms: [{ platform: `platform:${platform}` }] }],
  };
  return loadBundle(store, await openBundle(writeBundle(lines, { source, licence })), { clock: () => 1 });
}

test('an entry that only a correction refers to gives no platform 0', async () => {
  const store = await newStore();
  await bring(store, 'one', 'One');
  await bring(store, 'two', 'Two', 'duo');
  await correct(store, { game: 'one:a', set_platform: { 'platform:uno': 'platform:duo' }, genres: ['genre:two'] });
  await removeSource(store, 'two', { clock: () => 2 });
  await load(store, 'mame', [{ key: 'q', title: 'Q' }]);
  await bring(store, 'one', 'One!');
  assert.notEqual((await gameOf(store, 'one:a')).platforms[0]?.platform_id, 0);
});

test('an export can be imported though a correction refers to an entry that it lacks', async () => {
  const store = await newStore();
  await bring(store, 'one', 'One');
  await bring(store, 'two', 'Two', 'uno', 'MIT');
  await correct(store, { game: 'one:a', genres: ['genre:two'] });
  await copyOf(store, ['CC0-1.0']);
  await removeSource(store, 'two', { clock: () => 2 });
  await copyOf(store);
});

test('importing an export into a catalog with games skips corrections by id', async () => {
  const [store, other] = [await newStore(), await newStore()];
  await load(store, 'mame', games);
  await correct(store, { game: 1, title: 'Hop!' }, { merge: [1, 2] });
  await load(other, 'mine', [
    { key: 'z', title: 'Zed' },
    { key: 'y', title: 'Ypsilon' },
  ]);
  await copyOf(store, undefined, other);
  assert.deepEqual(await listGames(other), ['1 Ypsilon', '2 Zed', '3 Hop!']);
});

test('an export by licence keeps chains of aliases', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
  await load(store, 'mame', [{ key: 'a' }, { key: 'b', members: ['mame:c', 'mame:b'] }]);
  await load(store, 'mame', [{ key: 'a', members: ['mame:a', 'mame:b'] }]);
  await bring(store, 'two', 'Two', 'uno', 'MIT');
  assert.deepEqual(await listMoved(await copyOf(store, ['CC0-1.0'])), await listMoved(store));
});

test('an older snapshot never reads an intermediate state', async () => {
  const store = await newStore();
  for (const title of ['One', 'Two']) await bring(store, 'one', title);
  const version = { gameId: 1, revision: await store.catalog.readRevision() };
  const shown = await store.catalog.readRecords([version]);
  await bring(store, 'one', 'Three');
  assert.deepEqual(await store.catalog.readRecords([version]), shown);
});

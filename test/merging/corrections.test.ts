import assert from 'node:assert/strict';
import { test } from 'node:test';
import { correct, gameOf, idOf, listGames, listMoved, load, newStore, on, release } from '../support/layers.ts';

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

test('a correction can refer to a game by id and by a member', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'hop', members: ['mame:hop', 'mame:hopj'] }, { key: 'skip' }]);
  await correct(store, { game: 2, title: 'Two' }, { game: 'mame:hopj', title: 'One' });
  assert.deepEqual(await listGames(store), ['1 One', '2 Two']);
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

test('a merge keeps the lowest id and makes aliases of the others, until the correction is removed', async () => {
  const store = await newStore();
  await load(store, 'mame', [...games, { key: 'third', title: 'Third' }]);
  const report = await correct(store, { merge: ['mame:skip', 'mame:hop'] }, { merge: [3, 'mame:skip'] });
  assert.equal(report.merged, 2);
  assert.deepEqual(await listGames(store), ['1 Hop']);
  assert.deepEqual(await listMoved(store), [
    [2, 1],
    [3, 1],
  ]);
  await load(store, 'mame', [...games, { key: 'third', title: 'Third!' }]);
  assert.deepEqual(await listGames(store), ['1 Hop'], 'an import does not undo the merge');
  await correct(store, { merge: [3, 'mame:hop'] });
  assert.deepEqual(await listGames(store), ['1 Hop', '2 Skip']);
  await correct(store);
  assert.deepEqual(await listGames(store), ['1 Hop', '2 Skip', '3 Third!']);
  assert.deepEqual(await listMoved(store), []);
});

test('circular, overlapping and self merges become one merge', async () => {
  const store = await newStore();
  await load(store, 'mame', [...games, { key: 'third', title: 'Third' }]);
  await correct(
    store,
    { merge: ['mame:hop', 'mame:skip'] },
    { merge: ['mame:skip', 'mame:third'] },
    { merge: ['mame:third', 'mame:hop'] },
    { merge: [1, 1] },
  );
  assert.deepEqual(await listGames(store), ['1 Hop']);
});

test('a split game stays separate through every import, until the correction is removed', async () => {
  const store = await newStore();
  await load(store, 'starter', [{ key: 'hop', title: 'Hop' }]);
  await load(store, 'mame', games);
  assert.equal((await listGames(store)).length, 2);
  await correct(store, { split: 'mame:hop' });
  assert.equal((await listGames(store)).length, 3);
  assert.equal(await idOf(store, 'starter:hop'), 1);
  const own = await idOf(store, 'mame:hop');
  await load(store, 'mame', [{ ...games[0], description: 'Changed.' } as never, games[1] as never]);
  assert.equal(await idOf(store, 'mame:hop'), own);
  await correct(store);
  assert.equal(await idOf(store, 'mame:hop'), 1);
  assert.deepEqual(await listMoved(store), [[own, 1]]);
});

test('invalid corrections are refused with their line numbers', async () => {
  const store = await newStore();
  await load(store, 'mame', games);
  const wrong = correct(
    store,
    { game: 'mame:nobody', title: 'X' },
    { game: 77, title: 'X' },
    { title: 'X' },
    { game: 'mame:hop', merge: ['mame:hop', 'mame:skip'] },
    { game: 'mame:hop', genres: ['genre:nothing'] },
    { game: 'mame:hop', official_url: 'https://' },
    { game: 'mame:hop', titel: 'X' },
    { game: 'mame:hop', title: '<b>X</b>' },
  );
  await assert.rejects(wrong, (error: Error) => {
    for (const [line, message] of [
      [1, 'there is no game mame:nobody'],
      [2, 'there is no game 77'],
      [3, 'needs one of'],
      [4, 'needs one of'],
      [5, 'refers to genre:nothing'],
      [6, ''],
      [7, 'titel'],
      [8, 'HTML'],
    ])
      assert.match(error.message, new RegExp(`^corrections\\.jsonl:${line}: .*${message}`, 'm'));
    return true;
  });
  assert.deepEqual(await listGames(store), ['1 Hop', '2 Skip']);
});

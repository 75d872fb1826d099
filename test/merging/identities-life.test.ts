import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import { undoImport } from '../../src/merging/load/undo.ts';
import { copyOf, correct, idOf, listGames, listMoved, load, newStore, on, release } from '../support/layers.ts';

const elsewhere = [on('game-boy', release('2005', 'Japan', 'bolt'))];

test('when a source undoes a merge, the layers of other sources follow', async () => {
  const store = await newStore();
  await load(store, 'starter', [
    { key: 'b', title: 'Beetle' },
    { key: 'c', title: 'Crow' },
  ]);
  await load(store, 'mine', [{ key: 'crow', title: 'Crow' }]);
  assert.equal(await idOf(store, 'mine:crow'), 2);
  await load(store, 'starter', [{ key: 'b', title: 'Beetle', members: ['starter:b', 'starter:c'] }]);
  assert.deepEqual(await listMoved(store), [[2, 1]]);
  await load(store, 'starter', [
    { key: 'b', title: 'Beetle' },
    { key: 'c', title: 'Crow' },
  ]);
  assert.deepEqual([await idOf(store, 'starter:c'), await idOf(store, 'mine:crow')], [2, 2]);
});

test('an export is the same after a merge was undone', async () => {
  const store = await newStore();
  await load(store, 'starter', [
    { key: 'b', title: 'Beetle' },
    { key: 'c', title: 'Crow' },
  ]);
  await load(store, 'mine', [{ key: 'crow', title: 'Crow' }]);
  await load(store, 'starter', [{ key: 'b', title: 'Beetle', members: ['starter:b', 'starter:c'] }]);
  await load(store, 'starter', [
    { key: 'b', title: 'Beetle' },
    { key: 'c', title: 'Crow' },
  ]);
  const copy = await copyOf(store);
  assert.equal(await idOf(copy, 'mine:crow'), await idOf(store, 'mine:crow'));
});

test('an enriching layer returns with its game', async () => {
  const store = await newStore();
  await load(store, 'starter', [{ key: 'a', title: 'Ant' }]);
  await load(store, 'libretro', [{ key: 'a', title: 'Ant', enriches: true, genres: ['genre:puzzle'] }]);
  await removeSource(store, 'starter', { clock: () => 1 });
  await load(store, 'starter', [{ key: 'a', title: 'Another', platforms: elsewhere }]);
  assert.equal(await idOf(store, 'libretro:a'), 1);
});

test('an enriching layer returns with its game, after thousands of others that wait', async () => {
  const store = await newStore();
  const others = Array.from({ length: 2001 }, (_, i) => ({ key: `0/${i}`, title: `Waiting ${i}`, enriches: true }));
  await load(store, 'starter', [{ key: 'a', title: 'Ant' }]);
  await load(store, 'libretro', [...others, { key: 'a', title: 'Ant', enriches: true, genres: ['genre:puzzle'] }]);
  await removeSource(store, 'starter', { clock: () => 1 });
  await load(store, 'starter', [{ key: 'a', title: 'Another', platforms: elsewhere }]);
  assert.equal(await idOf(store, 'libretro:a'), 1);
});

test('undo also removes the binding of a waiting line', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a', title: 'Ant', platforms: elsewhere }]);
  await load(store, 'libretro', [{ key: 'a', title: 'Ant', enriches: true, genres: ['genre:puzzle'] }]);
  assert.equal(await idOf(store, 'libretro:a'), null);
  await load(store, 'mame', [{ key: 'a', title: 'Ant' }]);
  assert.equal(await idOf(store, 'libretro:a'), 1);
  await undoImport(store, () => 3);
  assert.equal(await idOf(store, 'libretro:a'), null);
  const copy = await copyOf(store);
  assert.equal(await idOf(copy, 'libretro:a'), null, 'export');
  await load(store, 'other', [{ key: 'q', title: 'Q' }]);
  assert.equal(await idOf(store, 'libretro:a'), null, 'after another import');
});

test('a split and a merge of the same key do not create a new id with every import', async () => {
  const store = await newStore();
  await load(store, 'mame', [
    { key: 'a', title: 'Ant' },
    { key: 'b', title: 'Bee' },
  ]);
  await correct(store, { merge: ['mame:a', 'mame:b'] }, { split: 'mame:b' });
  const moved = await listMoved(store);
  for (let i = 0; i < 3; i++) await load(store, 'other', [{ key: 'q', title: 'Q' }]);
  assert.deepEqual(await listMoved(store), moved);
});

test('a correction of a correction is refused and creates no ids', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a', title: 'Ant' }]);
  await assert.rejects(
    correct(store, { game: 'mame:a', title: 'A' }, { split: 'correction:0' }),
    /\ncorrections\.jsonl:2: there is no game correction:0$/,
  );
  const counter = () =>
    store.catalog.read(async (r) => (await r.listCounters()).find((c) => c.kind === 'game')?.lastId);
  const before = await counter();
  for (let i = 0; i < 3; i++) await load(store, 'mame', [{ key: 'a', title: 'Ant' }]);
  assert.equal(await counter(), before);
});

test('a correction that becomes a merge leaves its game', async () => {
  const store = await newStore();
  await load(store, 'mame', [
    { key: 'a', title: 'Ant' },
    { key: 'b', title: 'Bee' },
    { key: 'c', title: 'Cat' },
  ]);
  await correct(store, { game: 'mame:a', title: 'A' });
  await correct(store, { merge: ['mame:b', 'mame:c'] });
  assert.deepEqual(await listGames(store), ['1 Ant', '2 Bee']);
});

test('two lines of one bundle that claim the same member are refused', async () => {
  const store = await newStore();
  const ant = { key: 'a', title: 'Ant' };
  const bee = { key: 'b', title: 'Bee', members: ['x:a', 'x:b'], platforms: elsewhere };
  const taken = /\ngames\.jsonl:2: x:b has x:a, which belongs to another line of this bundle$/;
  await assert.rejects(load(store, 'x', [ant, bee]), taken);
  assert.deepEqual([await idOf(store, 'x:a'), await idOf(store, 'x:b')], [undefined, undefined]);
});

test('a split game is merged again although another correction refers to it', async () => {
  const store = await newStore();
  await load(store, 'starter', [{ key: 'a', title: 'Ant' }]);
  await load(store, 'mame', [{ key: 'a', title: 'Ant' }]);
  await correct(store, { split: 'mame:a' }, { game: 'mame:a', description: 'Mine.' });
  await correct(store);
  assert.deepEqual(await listGames(store), ['1 Ant']);
});

test('the event loop turns while games are rebuilt, so that Ctrl-C is handled', async () => {
  const store = await newStore();
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const seen: number[] = [];
  const onProgress = (_done: number, _total: number, unit: string) => void (unit === 'games' && seen.push(turns));
  await load(
    store,
    'x',
    Array.from({ length: 1000 }, (_, i) => ({ key: `k${i}`, title: `Title ${i}` })),
    { onProgress },
  );
  clearInterval(timer);
  assert.ok((seen.at(-1) as number) > (seen[0] as number), `${seen}`);
});

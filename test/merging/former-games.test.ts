import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareFormerGames } from '../../src/merging/match/former-games.ts';
import { correct, idOf, load, newStore, on, release } from '../support/layers.ts';

const members = (...keys: string[]) => keys.map((key) => `mame:${key}`);

test('when a source splits a game, the id goes to the part with most of its keys', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a', title: 'Hop', members: members('a', 'b', 'c') }]);
  await load(store, 'mame', [
    { key: 'a', title: 'Hop', members: members('a') },
    { key: 'b', title: 'Jump', members: members('b', 'c') },
  ]);
  assert.deepEqual([await idOf(store, 'mame:a'), await idOf(store, 'mame:b')], [2, 1]);
});

test('if both parts have as many keys, the line that was there keeps the id', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a', title: 'Hop', members: members('a', 'b') }]);
  await load(store, 'mame', [
    { key: 'a', title: 'Hop', members: members('a') },
    { key: 'b', title: 'Jump', members: members('b') },
  ]);
  assert.deepEqual([await idOf(store, 'mame:a'), await idOf(store, 'mame:b')], [1, 2]);
});

test('an id that another source holds stays there, however many keys leave', async () => {
  const store = await newStore();
  await load(store, 'starter', [{ key: 'hop', title: 'Hop' }]);
  await load(store, 'mame', [{ key: 'a', title: 'Hop', members: members('a', 'b', 'c') }]);
  await load(store, 'mame', [
    { key: 'a', title: 'Hop', members: members('a') },
    { key: 'b', title: 'Jump', members: members('b', 'c') },
  ]);
  const ids = [await idOf(store, 'starter:hop'), await idOf(store, 'mame:a'), await idOf(store, 'mame:b')];
  assert.deepEqual(ids, [1, 1, 2]);
});

test('of several games that keys were bound to, the one with most keys comes first, then the older, then the own key', () => {
  const game = { id: 1, gameId: 1, votes: 1, since: 2, isOwn: false };
  const games = [game, { ...game, isOwn: true }, { ...game, since: 1 }, { ...game, votes: 2, since: 9 }];
  assert.deepEqual(games.toSorted(compareFormerGames), games.toReversed());
});

test('a free id goes to the part with most of its keys only', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a', title: 'Hop', members: members('a', 'b', 'c') }]);
  await load(store, 'mame', []);
  await load(store, 'mame', [
    { key: 'a', title: 'Hop', members: members('a') },
    { key: 'b', title: 'Jump', members: members('b', 'c') },
  ]);
  assert.deepEqual([await idOf(store, 'mame:a'), await idOf(store, 'mame:b')], [2, 1]);
});

test('members of a game that stays are bound to it when a merged game returns', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a' }, { key: 'b', members: members('b', 'c') }]);
  await load(store, 'mame', [{ key: 'a', members: members('a', 'b', 'c') }]);
  await load(store, 'mame', [{ key: 'a', members: members('a', 'c') }, { key: 'b' }]);
  assert.deepEqual([await idOf(store, 'mame:a'), await idOf(store, 'mame:b')], [1, 2]);
  assert.equal(await store.catalog.read(async (reader) => (await reader.findBinding('mame:c'))?.id), 1);
});

test('a line cannot enrich a removed game by its key', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'gone' }]);
  await load(store, 'mame', []);
  const enriching = { key: 'more', title: 'More', enriches: true, ids: { key: ['mame:gone'] } };
  assert.equal((await load(store, 'libretro', [enriching])).waiting, 1);
  assert.equal(await idOf(store, 'libretro:more'), null);
  await load(store, 'mame', [{ key: 'gone' }]);
  assert.equal(await idOf(store, 'libretro:more'), await idOf(store, 'mame:gone'));
});

test('a waiting line that is split off keeps waiting when its game arrives', async () => {
  const store = await newStore();
  await load(store, 'libretro', [{ key: 'hop', title: 'Hop', enriches: true }]);
  await correct(store, { split: 'libretro:hop' });
  await load(store, 'mame', [{ key: 'hop', title: 'Hop' }]);
  assert.equal(await idOf(store, 'libretro:hop'), null);
  await correct(store);
  assert.equal(await idOf(store, 'libretro:hop'), await idOf(store, 'mame:hop'));
});

test('the same title by two companies is one game within three years, and two games later', async () => {
  const store = await newStore();
  const game = (key: string, title: string, year: string, company: string) => ({
    key,
    title,
    platforms: [on('nes', release(year, undefined, company))],
  });
  await load(store, 'starter', [game('a', 'Hop Story', '1990', 'acme'), game('b', 'Jump Story', '1990', 'acme')]);
  await load(store, 'mame', [game('a', 'Hop Story', '1991', 'bolt'), game('b', 'Jump Story', '1994', 'bolt')]);
  assert.equal(await idOf(store, 'mame:a'), await idOf(store, 'starter:a'));
  assert.notEqual(await idOf(store, 'mame:b'), await idOf(store, 'starter:b'));
});

test('a game counts as removed when all its lines are gone, however many it had', async () => {
  const store = await newStore();
  const games = Array.from({ length: 10 }, (_, i) => ({ key: `g${i}` }));
  await load(store, 'mame', games);
  await correct(store, { merge: ['mame:g0', 'mame:g1'] });
  await assert.rejects(load(store, 'mame', games.slice(2), { allowShrink: false }), /would remove 2 of the 10 games/);
});

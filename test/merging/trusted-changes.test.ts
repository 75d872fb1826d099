import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idOf, load, newStore, on, release } from '../support/samples/layers.ts';

test('an import notes what it changed in games that more trusted sources know, and nothing else', async () => {
  const store = await newStore();
  const notesOf = async () => (await store.catalog.listImports(1))[0]?.notes;
  await load(store, 'mame', [
    { key: 'hop', title: 'Hop', platforms: [on('nes', release('1990', 'Japan', 'acme'))] },
    { key: 'skip', title: 'Skip', platforms: [on('nes', release('1991', 'Japan', 'acme'))] },
  ]);
  assert.deepEqual(await notesOf(), [], 'new games');
  const id = await idOf(store, 'mame:hop');
  const earlier = [on('nes', release('1988', 'United States', 'acme'))];
  await load(store, 'mame-history', [{ key: 'hop', members: ['mame:hop'], title: 'Hop', platforms: earlier }]);
  assert.deepEqual(await notesOf(), [
    'Changed in games that more trusted sources know: first release of 1',
    `game ${id} Hop: first release was 1990, is 1988`,
  ]);
  await load(store, 'gamedatabase', [{ key: 'hop', members: ['mame:hop'], title: 'Hop!', platforms: earlier }]);
  assert.deepEqual(await notesOf(), [], 'it is the most trusted one');
});

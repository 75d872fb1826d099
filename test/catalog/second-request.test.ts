import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCatalog, renderGames } from '../../src/catalog/catalog.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';

const OPTIONS = { publicUrl: 'http://x', mediaUrl: 'http://x/media', originalFields: false, generatedCovers: false };
/** The last two differ by the number of places for ids, so they share one. */
const IDS = [1, 2, 7, 7 + 2 ** 14];

/** Renders games, and says which of them were read from the store. */
function openGames() {
  let read: number[] = [];
  const store = {
    readCards: async (versions: readonly { gameId: number }[]) => {
      read = versions.map(({ gameId }) => gameId);
      return read.map((id) => `{"game_id":${id}}`);
    },
  };
  const snapshot = { ids: Uint32Array.from(IDS), revisions: new Uint32Array(IDS.length) } as unknown as Snapshot;
  const catalog = openCatalog(store as never, {} as never, snapshot, OPTIONS, 1_000_000);
  return async (...ids: number[]) => {
    read = [];
    const positions = ids.map((id) => IDS.indexOf(id));
    const games = await renderGames(catalog, snapshot, positions, 'normal');
    assert.deepEqual(
      games.map(String),
      ids.map((id) => `{"game_id":${id}}`),
    );
    return read;
  };
}

test('a game is cached on its second request', async () => {
  const ask = openGames();
  assert.deepEqual(await ask(1, 2), [1, 2]);
  assert.deepEqual(await ask(2), [2]);
  assert.deepEqual(await ask(1, 2), [1]);
  assert.deepEqual(await ask(1, 2), []);
});

test('the request of another game may be forgotten, but no game is taken for another', async () => {
  const ask = openGames();
  const [one, other] = IDS.slice(2) as [number, number];
  assert.deepEqual(await ask(one), [one]);
  assert.deepEqual(await ask(other), [other]);
  assert.deepEqual(await ask(one), [one]);
  assert.deepEqual(await ask(one), [one]);
  assert.deepEqual(await ask(one, other), [other]);
});

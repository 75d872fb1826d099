import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getChanges } from '../../src/api/changes.ts';
import { parseQuery } from '../../src/api/parameters.ts';
import type { ApiRequest } from '../../src/api/route.ts';
import { readSnapshot } from '../../src/catalog/snapshot/load-snapshot.ts';
import { AppError } from '../../src/errors.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { copyOf, load, newStore } from '../support/samples/layers.ts';
import { copyState, newPlace } from '../support/servers/engines.ts';

type Snapshot = Awaited<ReturnType<typeof readSnapshot>>;

/** A page of the changes, as a thread with this snapshot answers it. */
async function ask(store: Store, snapshot: Snapshot, query: string) {
  const request = { app: { catalog: { store: store.catalog } }, snapshot, query: parseQuery(query) };
  const { body } = await getChanges(request as unknown as ApiRequest);
  const { changes, next } = JSON.parse(String(await body()));
  const told = changes.map(({ type, game_id }: { type: string; game_id: number }) => `${type} ${game_id}`);
  return { told: told as string[], next: next as string };
}

const isGone = (error: unknown) => error instanceof AppError && error.kind === 'gone';
const games = (...keys: string[]) => keys.map((key) => ({ key }));

test('a node that lags behind neither refuses a newer cursor nor loses a change', async () => {
  const store = await newStore();
  await load(store, 'mame', games('a', 'b', 'c'));
  const older = await readSnapshot(store.catalog);
  await load(store, 'mame', [...games('a', 'b'), { key: 'c', title: 'See' }, ...games('d')]);
  const newer = await readSnapshot(store.catalog, older);

  const first = await ask(store, newer, 'limit=1');
  assert.deepEqual(first.told, ['created 1']);
  const second = await ask(store, older, `since=${first.next}`);
  assert.deepEqual(second.told, ['created 2', 'created 3']);
  assert.deepEqual((await ask(store, older, `since=${second.next}`)).told, []);
  const third = await ask(store, newer, `since=${second.next}`);
  assert.deepEqual(third.told, ['created 3', 'created 4'], 'the game has changed since');
  assert.deepEqual(await ask(store, older, `since=${third.next}`), { told: [], next: third.next });
});

test('a game that a follower has is updated, a game that it does not have yet is created', async () => {
  const store = await newStore();
  await load(store, 'mame', games('a', 'b', 'c'));
  const first = await readSnapshot(store.catalog);
  const [all, part] = [await ask(store, first, ''), await ask(store, first, 'limit=1')];
  await load(store, 'mame', [{ key: 'a', title: 'A!' }, { key: 'b', title: 'B!' }, { key: 'c' }]);
  const second = await readSnapshot(store.catalog, first);
  assert.deepEqual((await ask(store, second, `since=${all.next}`)).told, ['updated 1', 'updated 2']);
  assert.deepEqual((await ask(store, second, `since=${part.next}`)).told, ['created 3', 'created 1', 'created 2']);
  assert.deepEqual((await ask(store, second, '')).told, ['created 3', 'created 1', 'created 2']);
});

test('a cursor from after a backup gets 410 from the restored catalog, even when that has grown', async () => {
  const config = await newPlace();
  const store = await openStore(config);
  const start = await ask(store, await readSnapshot(store.catalog), '');
  await load(store, 'mame', games('a', 'b'));
  const kept = await ask(store, await readSnapshot(store.catalog), '');
  await store.close();
  const copy = await copyState(config);
  const [original, restored] = [await openStore(config), await openStore(copy)];
  await load(original, 'mame', games('a', 'b', 'lost'));
  const lostSnapshot = await readSnapshot(original.catalog);
  const lost = await ask(original, lostSnapshot, `since=${kept.next}`);
  assert.deepEqual(lost.told, ['created 3']);

  for (const more of [[], games('c'), games('c', 'd', 'e')]) {
    await load(restored, 'mame', [...games('a', 'b'), ...more]);
    // A node that ran through the restore has the snapshot of the lost state.
    const snapshot = await readSnapshot(restored.catalog, lostSnapshot);
    assert.deepEqual(snapshot, await readSnapshot(restored.catalog));
    await assert.rejects(ask(restored, snapshot, `since=${lost.next}`), isGone);
    assert.equal((await ask(restored, snapshot, `since=${kept.next}`)).told.length, more.length);
    assert.equal((await ask(restored, snapshot, `since=${start.next}`)).told.length, more.length + 2);
  }
  await Promise.all([original.close(), restored.close()]);
});

test('an export that is imported into an empty catalog is another catalog: 410', async () => {
  const store = await newStore();
  await load(store, 'mame', games('a', 'b'));
  const { next } = await ask(store, await readSnapshot(store.catalog), '');
  const copy = await copyOf(store);
  const snapshot = await readSnapshot(copy.catalog);
  await assert.rejects(ask(copy, snapshot, `since=${next}`), isGone);
  assert.deepEqual((await ask(copy, snapshot, '')).told, ['created 1', 'created 2']);
});

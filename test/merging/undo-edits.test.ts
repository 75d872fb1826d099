import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undoImport } from '../../src/merging/load/undo.ts';
import type { Store } from '../../src/store/store.ts';
import { save } from '../support/samples/edits.ts';
import { correct, followed, gameOf, listGames, listMoved, load, newStore } from '../support/samples/layers.ts';

const BEFORE = [
  { key: 'a', title: 'Hop', description: 'A hop.' },
  { key: 'b', title: 'Skip' },
  { key: 'c', title: 'Gone' },
];
const AFTER = [
  { key: 'a', title: 'Hop II', description: 'Another hop.' },
  { key: 'b', title: 'Skip' },
  { key: 'd', title: 'New' },
];

const undo = (store: Store) => followed(store, () => undoImport(store, () => 99_000));

async function describe(store: Store) {
  const { games, genres, groups, companies, aliases } = await store.catalog.readIndex();
  const cards = await store.catalog.readCards(
    games.ids.map((gameId, i) => ({ gameId, revision: games.revisions[i] as number })),
  );
  const sources = (await store.catalog.listSources()).map(({ source }) => source);
  return { ids: games.ids, cards, genres, groups, companies, aliases, sources };
}

const releases = [
  {
    release_date: '1991',
    countries: [],
    companies: [{ company_name: 'New Soft', role: 'Published by' }],
    description: null,
    product_codes: [],
  },
];

/** Edits of games 1 (Hop), 2 (Skip) and 4 (the source `starter`, matched with Skip). */
const EDITS: Record<string, (store: Store) => Promise<unknown>> = {
  'a title': (store) => save(store, { action: 'correct', gameId: 2, change: { title: 'Better' } }),
  'a title of a game that the import changed': (store) =>
    save(store, { action: 'correct', gameId: 1, change: { title: 'Better' } }),
  'a new company and series': (store) =>
    save(
      store,
      {
        action: 'correct',
        gameId: 1,
        change: { groups: ['New series'], platforms: [{ platform_id: 22, releases }] },
      },
      { allowNew: true },
    ),
  'a hidden game': (store) => save(store, { action: 'correct', gameId: 1, change: { hide: true } }),
  'a merge': (store) => save(store, { action: 'merge', gameIds: [1, 2], change: { title: 'Both' } }),
  'a split': (store) => save(store, { action: 'split', key: 'starter:skip' }),
  'games that are different': (store) => save(store, { action: 'different', gameIds: [1, 2] }),
  'several edits': async (store) => {
    await save(store, { action: 'correct', gameId: 1, change: { title: 'One' } });
    await save(store, { action: 'correct', gameId: 1, change: { title: 'Two', description: null } });
    const last = await save(store, { action: 'correct', gameId: 2, change: { title: 'Three' } });
    await save(store, { action: 'revert', key: last });
  },
};

async function newCatalog(): Promise<Store> {
  const store = await newStore();
  await load(store, 'mame', BEFORE);
  await load(store, 'starter', [{ key: 'skip', title: 'Skip' }]);
  return store;
}

for (const [name, edit] of Object.entries(EDITS)) {
  test(`undo of an import before an edit gives what the edit alone gives: ${name}`, async () => {
    const [store, expected] = [await newCatalog(), await newCatalog()];
    await load(store, 'mame', AFTER, { now: 3000 });
    await edit(store);
    const imported = await describe(store);
    await undo(store);
    // The split gets the next id, which the new game of the import has in the other catalog.
    if (name === 'a split') assert.deepEqual((await listGames(store)).length, 4);
    else {
      await edit(expected);
      assert.deepEqual(await describe(store), await describe(expected));
    }
    assert.deepEqual(await listMoved(store), name === 'a merge' ? [[2, 1]] : []);
    await load(store, 'mame', AFTER, { now: 3000 });
    assert.deepEqual(await describe(store), imported, 'the import and the edits again');
  });
}

test('an edit that was there before the import, and was reverted since, stays reverted', async () => {
  const store = await newCatalog();
  const key = await save(store, { action: 'correct', gameId: 2, change: { title: 'Better' } });
  await load(store, 'mame', AFTER);
  await save(store, { action: 'revert', key });
  await undo(store);
  assert.deepEqual(await listGames(store), ['1 Hop', '2 Skip', '3 Gone']);
});

test('the journal says that edits stayed; a game that is the same in the end keeps its time', async () => {
  const store = await newCatalog();
  await load(store, 'mame', AFTER, { now: 3000 });
  await save(store, { action: 'correct', gameId: 2, change: { title: 'Better' } });
  const { modifiedAt } = await gameOf(store, 'mame:b');
  const report = await undo(store);
  assert.deepEqual([report.source, report.changed, report.removed, report.added], ['mame', 1, 1, 1]);
  assert.equal((await gameOf(store, 'mame:b')).modifiedAt, modifiedAt);
  assert.equal((await gameOf(store, 'mame:a')).modifiedAt, 99_000);
  const [last] = await store.catalog.listImports(1);
  assert.deepEqual([last?.action, last?.notes], ['undo', ['1 edit since this import stayed']]);
  await save(store, { action: 'correct', gameId: 2, change: { title: 'Best' } });
  await assert.rejects(undo(store), /already undone/, 'also after another edit');
  assert.deepEqual(await listGames(store), ['1 Hop', '2 Best', '3 Gone']);
});

test('undo of an import of corrections keeps edits, and removes what only that import brought', async () => {
  const store = await newCatalog();
  await correct(store, { game: 1, title: 'From the file' });
  await save(store, { action: 'correct', gameId: 2, change: { title: 'Better' } });
  await undo(store);
  assert.deepEqual(await listGames(store), ['1 Hop', '2 Better', '3 Gone']);
});

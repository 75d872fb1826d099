import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import { undoImport } from '../../src/merging/load/undo.ts';
import type { Store } from '../../src/store/store.ts';
import { save } from '../support/samples/edits.ts';
import {
  correct,
  followed,
  gameOf,
  idOf,
  listGames,
  listMoved,
  load,
  newStore,
  type Sketch,
} from '../support/samples/layers.ts';

const undo = (store: Store) => followed(store, () => undoImport(store, () => 9000));

async function everything(store: Store) {
  const { games, genres, groups, companies, platforms, aliases } = await store.catalog.readIndex();
  const sources = (await store.catalog.listSources()).map(({ source }) => source);
  const records = await store.catalog.readCards(
    games.ids.map((gameId, i) => ({ gameId, revision: games.revisions[i] as number })),
  );
  return { ids: games.ids, records, genres, groups, companies, platforms, aliases, sources };
}

test('undo removes added games and restores changed and removed ones', async () => {
  const store = await newStore();
  await load(store, 'starter', [{ key: 'hop', title: 'Hop', groups: ['group:hop'] }]);
  await load(store, 'mame', [
    { key: 'hop', title: 'Hop' },
    { key: 'skip', title: 'Skip' },
    { key: 'gone', title: 'Gone' },
  ]);
  const before = await everything(store);
  const sources = await store.catalog.listSources();
  await load(
    store,
    'mame',
    [
      { key: 'hop', title: 'Hop', description: 'New.' },
      { key: 'skip', title: 'Skipping', members: ['mame:skip', 'mame:x'] },
      { key: 'new', title: 'New' },
    ],
    { now: 3000 },
  );
  const report = await undo(store);
  assert.deepEqual([await everything(store), await store.catalog.listSources()], [before, sources]);
  assert.deepEqual([report.changed, report.removed, report.added], [2, 1, 1]);
  assert.equal((await gameOf(store, 'mame:hop')).modifiedAt, 9000, 'clients of /games/recent see it');
  const again = await load(store, 'mame', [
    { key: 'hop', title: 'Hop' },
    { key: 'skip', title: 'Skip' },
    { key: 'gone', title: 'Gone' },
  ]);
  assert.deepEqual([again.added, again.changed, again.unchanged], [0, 0, 3]);
  await load(store, 'mame', [{ key: 'other', title: 'Other' }], { complete: false });
  assert.equal(await idOf(store, 'mame:other'), 5, 'the id of the new game is not used again');
});

const keys = (...names: string[]) => ({ key: names[0] as string, members: names.map((name) => `mame:${name}`) });

/** Updates of a source: its lines before and after. Parts of a source replace only the lines that they have. */
const UPDATES: Record<string, { before: Sketch[]; after: Sketch[]; complete?: boolean }> = {
  'a line gets another key, and the old line stays': {
    before: [{ ...keys('nes', 'clone'), title: 'Hop' }],
    after: [{ ...keys('disk', 'nes', 'clone'), title: 'Hop' }, { key: 'new' }],
    complete: false,
  },
  'a line gets another key': {
    before: [{ ...keys('nes', 'clone'), title: 'Hop' }, { key: 'other' }],
    after: [{ ...keys('disk', 'nes', 'clone'), title: 'Hop' }, { key: 'new' }],
  },
  'two games become one': {
    before: [{ ...keys('a', 'c'), title: 'Hop' }, { ...keys('b', 'd'), title: 'Jump' }, { key: 'e' }],
    after: [{ ...keys('a', 'b', 'c', 'd', 'new'), title: 'Hop' }, { key: 'e' }],
  },
};

/** The part that leaves gets a new id each time. */
const SPLITS: typeof UPDATES = {
  'one game becomes two, and most keys leave': {
    before: [{ ...keys('a', 'b', 'c'), title: 'Hop' }],
    after: [
      { ...keys('a'), title: 'Hop' },
      { ...keys('b', 'c', 'new'), title: 'Jump' },
    ],
  },
  'one game becomes two': {
    before: [{ ...keys('a', 'b'), title: 'Hop' }],
    after: [{ ...keys('a'), title: 'Hop' }, { ...keys('b'), title: 'Jump' }, { key: 'aa' }, { key: 'z' }],
  },
};

const titleOf = (game: string) => game.slice(game.indexOf(' ') + 1);

async function placed(store: Store) {
  const layers = await store.catalog.read((reader) => reader.listKeys('mame'));
  const ids = await Promise.all(layers.map(async (key) => [key, await idOf(store, key)]));
  const { records, aliases } = await everything(store);
  return { ids, records, aliases };
}

for (const [name, { before, after }] of Object.entries(SPLITS))
  test(`an import that was undone can be repeated: ${name}`, async () => {
    const store = await newStore();
    await load(store, 'mame', before);
    const expected = await everything(store);
    const first = await load(store, 'mame', after);
    const split = await listGames(store);
    await undo(store);
    assert.deepEqual(await everything(store), expected);
    assert.deepEqual(await load(store, 'mame', after), first);
    assert.deepEqual((await listGames(store)).map(titleOf).toSorted(), split.map(titleOf).toSorted());
  });

for (const [name, { before, after, complete = true }] of Object.entries(UPDATES)) {
  test(`an import that was undone gives the same again: ${name}`, async () => {
    const store = await newStore();
    await load(store, 'mame', before);
    const first = await load(store, 'mame', after, { complete });
    const expected = await placed(store);
    for (const _ of [1, 2]) {
      await undo(store);
      const again = await load(store, 'mame', after, { complete });
      assert.deepEqual(again, first);
      assert.deepEqual(await placed(store), expected);
    }
  });
}

test('removing a source leaves data of others unchanged, and can be undone', async () => {
  const store = await newStore();
  await load(store, 'starter', [
    { key: 'hop', title: 'Hop', description: 'Good.' },
    { key: 'own', title: 'Own' },
  ]);
  await load(store, 'mame', [{ key: 'hop', title: 'HOP' }]);
  const before = await everything(store);
  const report = await removeSource(store, 'starter', { clock: () => 4000 });
  assert.deepEqual([report.changed, report.removed], [1, 1]);
  assert.deepEqual(await listGames(store), ['1 HOP'], 'the id stays');
  assert.equal((await gameOf(store, 'mame:hop')).description, null);
  assert.equal((await store.catalog.listSources()).map(({ source }) => source).join('; '), 'derived; mame');
  await undo(store);
  assert.deepEqual(await everything(store), before);
  await assert.rejects(removeSource(store, 'nobody', { clock: () => 1 }), /There is no source "nobody"/);
});

test('there is nothing to undo before the first import and after an undo', async () => {
  const store = await newStore();
  await assert.rejects(undo(store), /There is no import to undo/);
  await load(store, 'mame', [{ key: 'a' }]);
  await undo(store);
  assert.deepEqual(await listGames(store), []);
  await assert.rejects(undo(store), /was already undone/);
  const [last] = await store.catalog.listImports(1);
  assert.deepEqual([last?.action, last?.source, last?.removed], ['undo', 'mame', 1]);
});

test('with noTouch, an import keeps modification times', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a', title: 'A' }]);
  const report = await load(store, 'mame', [{ key: 'a', title: 'B' }, { key: 'b' }], { now: 7000, noTouch: true });
  assert.deepEqual([report.changed, report.added], [1, 1]);
  assert.equal((await gameOf(store, 'mame:a')).modifiedAt, 1000);
  assert.equal((await gameOf(store, 'mame:b')).modifiedAt, 7000);
});

test('an undo reports what it removes', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'a' }]);
  await load(store, 'other', [{ key: 'b' }, { key: 'c' }]);
  const shown: [number, number, string][] = [];
  await undoImport(store, () => 9000, { onProgress: (...step) => shown.push(step) });
  assert.deepEqual(shown[0], [0, 2, 'lines']);
});

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

const companies = [{ company_name: 'New Soft', role: 'Published by' }];
const releases = [{ release_date: '1991', countries: [], companies, description: null, product_codes: [] }];

const NEW = { groups: ['New series'], platforms: [{ platform_id: 22, releases }] };

/** Edits of games 1 (Hop), 2 (Skip) and 4 (the source `starter`, matched with Skip). */
const EDITS: Record<string, (store: Store) => Promise<unknown>> = {
  'a title': (store) => save(store, { action: 'correct', gameId: 2, change: { title: 'Better' } }),
  'a title of a game that the import changed': (store) =>
    save(store, { action: 'correct', gameId: 1, change: { title: 'Better' } }),
  'a new company and series': (store) => save(store, { action: 'correct', gameId: 1, change: NEW }, { allowNew: true }),
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
    const imported = await everything(store);
    await undo(store);
    // The split gets the next id, which the new game of the import has in the other catalog.
    if (name === 'a split') assert.deepEqual((await listGames(store)).length, 4);
    else {
      await edit(expected);
      assert.deepEqual(await everything(store), await everything(expected));
    }
    assert.deepEqual(await listMoved(store), name === 'a merge' ? [[2, 1]] : []);
    await load(store, 'mame', AFTER, { now: 3000 });
    assert.deepEqual(await everything(store), imported, 'the import and the edits again');
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
  assert.equal((await gameOf(store, 'mame:a')).modifiedAt, 9000);
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

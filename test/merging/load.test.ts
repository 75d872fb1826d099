import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import type { LoadOptions } from '../../src/merging/load/load-options.ts';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import { undoImport } from '../../src/merging/load/undo.ts';
import type { Store } from '../../src/store/store.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { gameOf, newStore } from '../support/samples/layers.ts';

const platforms = [{ key: 'platform:nes', platform_name: 'NES' }];
const line = (key: string, more: object = {}) => ({
  key: `test:${key}`,
  title: `Game ${key}`,
  platforms: [{ platform: 'platform:nes' }],
  ...more,
});

async function load(store: Store, folder: string, now = 1000, options: Partial<LoadOptions> = {}) {
  return loadBundle(store, await openBundle(folder), { clock: () => now, allowShrink: true, ...options });
}

test('a second load of the same bundle changes nothing', async () => {
  const store = await newStore();
  const folder = writeBundle({ platforms, games: [line('a'), line('b')] });
  const first = await load(store, folder);
  const none = { source: 'test', added: 0, changed: 0, unchanged: 0, removed: 0, merged: 0 };
  assert.partialDeepStrictEqual(first, { ...none, added: 2 });
  const revision = await store.catalog.readRevision();
  const again = await load(store, folder, 2000);
  assert.partialDeepStrictEqual(again, { ...none, unchanged: 2 });
  assert.equal(await store.catalog.readRevision(), revision);
});

test('a bundle is read again after its lines or entries changed otherwise', async () => {
  const ways: Record<string, (store: Store) => Promise<unknown>> = {
    'another bundle changed a line': (store) =>
      load(store, writeBundle({ platforms, games: [line('a'), line('b', { title: 'New name' })] })),
    'another bundle changed an entry': (store) =>
      load(
        store,
        writeBundle({ platforms: [{ key: 'platform:nes', platform_name: 'Famicom' }], games: [line('a'), line('b')] }),
      ),
    'the import was undone': (store) => undoImport(store, () => 2000),
    'the source was removed': (store) => removeSource(store, 'test', { clock: () => 2000 }),
  };
  for (const [way, change] of Object.entries(ways)) {
    const store = await newStore();
    const folder = writeBundle({ platforms, games: [line('a'), line('b')] });
    await load(store, folder);
    const before = await readRecords(store);
    await change(store);
    assert.notDeepEqual(await readRecords(store), before, way);
    await load(store, folder, 3000);
    const titles = (records: object[]) =>
      records.map((record) => JSON.stringify(record).replaceAll(/"game_id":\d+/g, ''));
    assert.deepEqual(titles(await readRecords(store)), titles(before), way);
  }
});

async function readRecords(store: Store): Promise<object[]> {
  const records: object[] = [];
  await store.catalog.read(async (reader) => {
    for await (const { record } of reader.listGames()) records.push(JSON.parse(record));
  });
  return records;
}

test('the order of fields in a line changes nothing', async () => {
  const store = await newStore();
  const picture = { image: 'https://x.example/a.png', thumbnail_image: 'https://x.example/b.png', width: 1, height: 2 };
  const media = [{ key: 'test:a', platform: 'platform:nes', screenshots: [{ caption: 'A', ...picture }] }];
  const alternate_titles = [{ title: 'B', description: 'C' }];
  await load(store, writeBundle({ platforms, games: [line('a', { alternate_titles })], media }));
  const backwards = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(backwards);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([name, inner]) => [name, backwards(inner)]),
    );
  };
  const turned = {
    platforms,
    games: [backwards(line('a', { alternate_titles })) as object],
    media: media.map((one) => backwards(one) as object),
  };
  assert.equal((await load(store, writeBundle(turned), 2000)).unchanged, 1);
});

test('only changed games get a new modification time, and ids stay', async () => {
  const store = await newStore();
  await load(store, writeBundle({ platforms, games: [line('a'), line('b')] }), 1000);
  await load(store, writeBundle({ platforms, games: [line('a'), line('b', { title: 'New name' }), line('aa')] }), 2000);
  const { ids, titles, modifiedAt } = (await store.catalog.readIndex()).games;
  assert.deepEqual(
    [ids, titles, modifiedAt],
    [
      [1, 2, 3],
      ['Game a', 'New name', 'Game aa'],
      [1000, 2000, 2000],
    ],
  );
});

test('a complete bundle that would remove more than 5 % of its source is refused', async () => {
  const store = await newStore();
  const many = Array.from({ length: 40 }, (_, i) => line(`a${100 + i}`));
  await load(store, writeBundle({ platforms, games: many }));
  const cut = writeBundle({ platforms, games: many.slice(0, 37) });
  await assert.rejects(
    load(store, cut, 2000, { allowShrink: false }),
    /remove 3 of the 40 games of test.*--allow-shrink/,
  );
  assert.equal((await store.catalog.readIndex()).games.ids.length, 40);
  const fewer = writeBundle({ platforms, games: many.slice(0, 38) });
  assert.equal((await load(store, fewer, 2000, { allowShrink: false })).removed, 2);
});

test('games that were imported by --include may be left out again, and others may not', async () => {
  const store = await newStore();
  const kinds = [{ key: 'attribute:kind/demo', attribute_name: 'Demo', attribute_category_name: 'Kind' }];
  const demo = (key: string) =>
    line(key, { platforms: [{ platform: 'platform:nes', attributes: ['attribute:kind/demo'] }] });
  const games = Array.from({ length: 10 }, (_, i) => line(`a${100 + i}`));
  const demos = Array.from({ length: 10 }, (_, i) => demo(`b${100 + i}`));
  await load(store, writeBundle({ platforms, attributes: kinds, games: [...games, ...demos] }));
  const cut = writeBundle({ platforms, games: games.slice(2) });
  await assert.rejects(load(store, cut, 2000, { allowShrink: false }), /remove 2 of the 20 games/);
  assert.equal((await load(store, writeBundle({ platforms, games }), 2000, { allowShrink: false })).removed, 10);
});

test('a score has one decimal, and is null without votes (contract gap 25)', async () => {
  const store = await newStore();
  const games = [line('a', { catalog_score: 7.77777, num_votes: 3 }), line('b', { catalog_score: 9 })];
  await load(store, writeBundle({ platforms, games }));
  const scores = [await gameOf(store, 'test:a'), await gameOf(store, 'test:b')].map((game) => game.catalog_score);
  assert.deepEqual(scores, [7.8, null]);
});

test('a URL in another script is encoded', async () => {
  const store = await newStore();
  await load(store, writeBundle({ platforms, games: [line('a', { official_url: 'https://例え.jp/ü' })] }));
  const record = await gameOf(store, 'test:a');
  assert.equal(record.official_url, 'https://xn--r8jz45g.jp/%C3%BC');
});

test('a renamed genre is sorted by its new name (contract gap 32)', async () => {
  const store = await newStore();
  const genre = (key: string, genre_name: string) => ({ key: `genre:${key}`, genre_name, genre_category: 'Mine' });
  const genres = [genre('a', 'Aaa'), genre('b', 'Bbb')];
  await load(store, writeBundle({ platforms, genres, games: [line('x', { genres: ['genre:a', 'genre:b'] })] }));
  await load(store, writeBundle({ genres: [genre('a', 'Zzz')] }, { source: 'other', complete: false }));
  const record = await gameOf(store, 'test:x');
  assert.equal(record.genres.map((one: { genre_name: string }) => one.genre_name).join('; '), 'Bbb; Zzz');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import type { CatalogWriter } from '../../src/store/catalog/writer.ts';
import type { Store } from '../../src/store/store.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { newStore, release } from '../support/samples/layers.ts';

const NUMBERS = Array.from({ length: 12 }, (_, i) => i + 1);

const onFirst = (more: object) => ({ platforms: [{ platform: 'platform:x1', ...more }] });

/** Of each kind of entry: its file, a line, and the part of a game that refers to it. */
const KINDS: Record<string, [file: string, line: (name: string) => object, mention: (key: string) => object]> = {
  platform: ['platforms', (platform_name) => ({ platform_name }), (platform) => ({ platforms: [{ platform }] })],
  genre: ['genres', (genre_name) => ({ genre_name, genre_category: 'Mine' }), (key) => ({ genres: [key] })],
  group: ['groups', (group_name) => ({ group_name }), (key) => ({ groups: [key] })],
  company: [
    'companies',
    (company_name) => ({ company_name }),
    (key) => onFirst({ releases: [release(null, '', key.replace('company:', ''))] }),
  ],
  attribute: [
    'attributes',
    (attribute_name) => ({ attribute_name, attribute_category_name: 'Mine' }),
    (key) => onFirst({ attributes: [key] }),
  ],
  rating: [
    'ratings',
    (rating_name) => ({ rating_name, rating_system_name: 'Mine' }),
    (key) => onFirst({ ratings: [key] }),
  ],
};

const entry = (kind: string, n: number, name: string) => ({ key: `${kind}:x${n}`, ...KINDS[kind]?.[1](name) });
const platforms = NUMBERS.map((n) => entry('platform', n, `Platform ${n}`));

/** Game n of a kind has entry n. Its description looks as if it had the first entry. */
function gamesOf(kind: string) {
  return NUMBERS.map((n) => ({
    key: `test:${kind}${n}`,
    title: `${kind} ${n}`,
    description: `"${kind}_id":1,`,
    platforms: [{ platform: `platform:x${kind === 'platform' ? n : 1}` }],
    ...KINDS[kind]?.[2](`${kind}:x${n}`),
  }));
}

/** The same store, which records the ids of the games that its writers write. */
function watched(store: Store) {
  const put: number[] = [];
  const watch = (writer: CatalogWriter): CatalogWriter => ({
    ...writer,
    putGame: (game) => {
      put.push(game.gameId);
      return writer.putGame(game);
    },
  });
  const write: Store['catalog']['write'] = (work) => store.catalog.write((writer) => work(watch(writer)));
  return { watched: { ...store, catalog: { ...store.catalog, write } }, put };
}

async function load(store: Store, files: object, options: object = {}, now = 1) {
  return loadBundle(store, await openBundle(writeBundle(files, options)), { clock: () => now });
}

for (const [kind, [file]] of Object.entries(KINDS)) {
  test(`renaming one ${kind} writes the games that have it, and no others`, async () => {
    const store = await newStore();
    const entries = NUMBERS.map((n) => entry(kind, n, `${kind} ${n}`));
    await load(store, { platforms, [file]: entries, games: gamesOf(kind) });
    const before = await store.catalog.readRevision();
    const { watched: other, put } = watched(store);
    await load(other, { [file]: [entry(kind, 1, 'New name')] }, { source: 'other', complete: false }, 2);
    assert.deepEqual(put, [1]);
    const { games, revision } = await store.catalog.readIndex();
    assert.deepEqual(games.revisions, [revision, ...NUMBERS.slice(1).map(() => before)]);
    assert.match((await store.catalog.readRecords([{ gameId: 1, revision }]))[0] ?? '', /_name":"New name"/);
    assert.equal(games.modifiedAt[0], 1, 'a new name of an entry is no modification of the game');
    put.length = 0;
    await removeSource(other, 'other', { clock: () => 2 });
    assert.deepEqual(put, [1], 'and back');
    const back = (await store.catalog.readRecords([{ gameId: 1, revision: await store.catalog.readRevision() }]))[0];
    assert.match(back ?? '', new RegExp(`_name":"${kind} 1"`));
  });
}

test('a new description of an entry changes no game', async () => {
  const store = await newStore();
  const group = { key: 'group:a', group_name: 'A' };
  const game = { key: 'test:a', title: 'A', platforms: [{ platform: 'platform:x1' }], groups: ['group:a'] };
  await load(store, { platforms, groups: [group], games: [game] });
  const { watched: other, put } = watched(store);
  const described = { ...group, group_description: 'All that is A.' };
  await load(other, { groups: [described] }, { source: 'other', complete: false });
  assert.deepEqual(put, []);
  assert.match((await store.catalog.readIndex()).groups[0] ?? '', /All that is A/);
});

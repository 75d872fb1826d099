import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { exportCatalog } from '../../src/merging/export/export-catalog.ts';
import { loadBundle, loadStarter } from '../../src/merging/load/load.ts';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder, writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { correct, gameOf, idOf, load, newStore } from '../support/samples/layers.ts';

const mediaFolder = temporaryFolder('media');
/** Thumbnails take most of the time and do not matter here. */
const openPictures = (folder: string) => openPictureStore(folder, { withThumbnails: false });

/** A catalog with several sources, merges, gaps in the ids, waiting lines, corrections and pictures. */
async function fullStore(): Promise<Store> {
  const store = await newStore();
  const pictureStore = openPictures(mediaFolder);
  await loadBundle(store, await openBundle(writeBundle(CATALOG)), { clock: () => 500, pictureStore });
  await loadStarter(store, () => 1000, pictureStore);
  await load(store, 'mame', [{ key: 'a' }, { key: 'b' }, { key: 'smb', title: 'Super Mario Bros.' }], { now: 2000 });
  await load(store, 'mame', [{ key: 'b', members: ['mame:a', 'mame:b'] }, { key: 'c' }], { now: 3000 });
  await load(store, 'libretro', [
    { key: 'c', title: 'c', enriches: true, genres: ['genre:puzzle'] },
    { key: 'c2', title: 'c', enriches: true, groups: ['group:hop'] },
    { key: 'nobody', enriches: true },
  ]);
  await correct(store, { game: 'mame:c', title: 'See' }, { merge: ['starter:tetris', 'starter:doom'] });
  return store;
}

const files = (folder: string) => {
  const { files: listed } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  return listed.map(({ path }: { path: string }) => [path, readFileSync(join(folder, path), 'utf8')]);
};

const pictures = (folder: string) =>
  globSync('{media,??}/*', { cwd: folder })
    .toSorted()
    .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);

async function everything(store: Store) {
  const { games, genres, groups, platforms, aliases } = await store.catalog.readIndex();
  const found = await store.catalog.read(async (reader) => {
    const list = [];
    for (const gameId of games.ids) list.push(await reader.findGame(gameId));
    return list;
  });
  return { ids: games.ids, modifiedAt: games.modifiedAt, found, genres, groups, platforms, aliases };
}

test('an export gives an empty catalog the same records, ids, times and export', async () => {
  const store = await fullStore();
  const folder = join(temporaryFolder('export'), 'bundle');
  await exportCatalog(store, folder, { mediaFolder });
  const copy = await newStore();
  const elsewhere = temporaryFolder('media');
  await loadBundle(copy, await openBundle(folder), {
    clock: () => 99_000,
    pictureStore: openPictures(elsewhere),
  });
  assert.deepEqual(await everything(copy), await everything(store));
  const again = join(temporaryFolder('export'), 'bundle');
  await exportCatalog(copy, again, { mediaFolder: elsewhere });
  assert.deepEqual(files(again), files(folder));
  assert.deepEqual(pictures(again), pictures(folder));
  assert.ok(pictures(folder).length > 0);
  assert.deepEqual(pictures(elsewhere), pictures(mediaFolder));
  // The next id is the same in both.
  for (const one of [store, copy]) await load(one, 'late', [{ key: 'x' }], { now: 100_000 });
  assert.equal(await idOf(copy, 'late:x'), await idOf(store, 'late:x'));
  assert.deepEqual(await everything(copy), await everything(store));
});

test('an export by licence contains nothing of other sources', async () => {
  const store = await newStore();
  await load(store, 'mame', [{ key: 'hop', title: 'Hop' }]);
  const folder = writeBundle(
    {
      platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
      companies: [{ key: 'company:secret', company_name: 'Secret' }],
      games: [
        {
          key: 'libretro:hop',
          title: 'Hop',
          description: 'Shared alike.',
          enriches: true,
          platforms: [{ platform: 'platform:nes' }],
        },
        { key: 'libretro:own', title: 'Own', platforms: [{ platform: 'platform:nes' }] },
      ],
    },
    { source: 'libretro', licence: 'CC-BY-SA-4.0' },
  );
  await loadBundle(store, await openBundle(folder), { clock: () => 1 });
  assert.equal((await gameOf(store, 'mame:hop')).description, 'Shared alike.');
  const limited = join(temporaryFolder('export'), 'bundle');
  const manifest = await exportCatalog(store, limited, { mediaFolder, licences: ['CC0-1.0'] });
  assert.deepEqual(
    manifest.sources.map(({ id, licence }) => [id, licence]),
    [['mame', 'CC0-1.0']],
  );
  assert.doesNotMatch(files(limited).flat().join('\n'), /alike|Secret|libretro|Own/);
  const copy = await newStore();
  await loadBundle(copy, await openBundle(limited), { clock: () => 1 });
  await removeSource(store, 'libretro', { clock: () => 1 });
  assert.deepEqual(
    (await everything(copy)).found.map((game) => game?.record),
    (await everything(store)).found.map((game) => game?.record),
  );
  await assert.rejects(
    exportCatalog(store, limited, { licences: ['MIT'] }),
    /No source has one of these licences; there are CC0-1.0/,
  );
});

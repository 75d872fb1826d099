import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import { undoImport } from '../../src/merging/load/undo.ts';
import { cleanPictures, countPictures } from '../../src/pictures/clean.ts';
import { openPictureStore, type PictureStore } from '../../src/pictures/picture-store.ts';
import { openStore } from '../../src/store/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { load, newStore } from '../support/samples/layers.ts';
import { png, writePictures } from '../support/samples/pictures.ts';
import { runHere } from '../support/servers/command.ts';
import { ENGINES, newPlace, runSqlDirectly } from '../support/servers/engines.ts';

/** And some more: times of files are finer than the clock, and may be ahead of it. */
const DAY = 24 * 3_600_000 + 1000;
const one = await png({ width: 400, height: 300, colour: '#111111' });
const other = await png({ width: 400, height: 300, colour: '#222222' });

async function loadPicture(store: Store, folder: string, bytes: Buffer, source: string) {
  const pictureStore = openPictureStore(folder);
  const options = { source, key: `${source}:a` };
  const bundle = writePictures({ screenshots: [{ file: 'media/a.png' }] }, { 'media/a.png': bytes }, options);
  await loadBundle(store, await openBundle(bundle), { clock: Date.now, pictureStore, allowShrink: true });
}

test('a picture is removed when nothing references it, including the undo data', async () => {
  const [data, folder] = [temporaryFolder('store'), temporaryFolder('media')];
  const store = await openSqliteStore(data);
  const clean = (now = Date.now() + DAY) => cleanPictures(store, folder, { now });
  const left = async () => (await clean()).kept;
  await loadPicture(store, folder, one, 'mine');
  await loadPicture(store, folder, one, 'yours');
  await loadPicture(store, folder, other, 'theirs');
  assert.equal(await left(), 2);
  await removeSource(store, 'mine', { clock: Date.now });
  await load(store, 'late', [{ key: 'x' }]);
  assert.equal(await left(), 2, 'yours still has it');
  await removeSource(store, 'yours', { clock: Date.now });
  assert.equal(await left(), 2, 'undo would bring it back');
  await undoImport(store, Date.now);
  assert.equal(await left(), 2);
  await load(store, 'late', [{ key: 'y' }]);
  await removeSource(store, 'yours', { clock: Date.now });
  await load(store, 'late', [{ key: 'z' }]);
  assert.equal(await left(), 2, 'who answers from the snapshot before may still speak of it');
  await store.close();
  forgetSuperseded(data);
  const again = await openSqliteStore(data);
  const options = { now: Date.now() + DAY };
  const expected = { pictures: 1, files: 3, bytes: 0, kept: 1 };
  const dry = await cleanPictures(again, folder, { ...options, dryRun: true });
  assert.deepEqual({ ...dry, bytes: 0 }, expected);
  assert.ok(dry.bytes > one.length);
  assert.equal(await countPictures(folder), 2, 'a dry run removes nothing');
  assert.deepEqual(await cleanPictures(again, folder, options), dry);
  assert.equal(await countPictures(folder), 1);
  assert.deepEqual(await cleanPictures(again, folder, options), {
    pictures: 0,
    files: 0,
    bytes: 0,
    kept: 1,
  });
  await again.close();
});

/** Simulates that ten minutes have passed. */
function forgetSuperseded(data: string): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(join(data, 'catalog.db'));
  database.exec('UPDATE superseded SET superseded_at = 0');
  database.close();
}

const empty = await newStore();

test('a picture that was added within a day, also if it was there before, is not removed', async () => {
  const folder = temporaryFolder('media');
  const pictureStore = openPictureStore(folder);
  const clean = (now: number) => cleanPictures(empty, folder, { now });
  const { image, thumbnail_image } = await pictureStore.add(one);
  const files = [image, thumbnail_image].map((address) => join(folder, address.slice('/media'.length)));
  assert.equal((await clean(Date.now() + DAY - 60_000)).kept, 1);
  for (const file of files) utimesSync(file, 0, 0);
  await pictureStore.add(one);
  assert.equal((await clean(Date.now())).kept, 1);
  for (const file of files) utimesSync(file, 0, 0);
  assert.ok(await pictureStore.find(image));
  assert.equal((await clean(Date.now())).kept, 1);
  assert.equal((await clean(Date.now() + DAY)).pictures, 1);
  for (const file of files) assert.ok(!existsSync(file));
});

test('an import one of whose pictures was removed changes nothing', async () => {
  const [store, folder] = [await openSqliteStore(temporaryFolder('store')), temporaryFolder('media')];
  const bundle = writePictures({ screenshots: [{ file: 'media/a.png' }] }, { 'media/a.png': one });
  const pictureStore = openPictureStore(folder);
  const sync = async () => {
    await pictureStore.sync();
    assert.equal((await cleanPictures(store, folder, { now: Date.now() + DAY })).pictures, 1);
  };
  const load = async (other: PictureStore) =>
    loadBundle(store, await openBundle(bundle), { clock: Date.now, pictureStore: other, allowShrink: true });
  await assert.rejects(
    load({ ...pictureStore, sync }),
    /^OperatorError: \/media\/\S+\.png was removed while this import ran.*nothing was changed\. Run the import again$/,
  );
  assert.equal(await store.catalog.readRevision(), 0);
  assert.equal((await load(pictureStore)).added, 1);
  assert.equal((await cleanPictures(store, folder, { now: Date.now() + DAY })).kept, 1);
  await store.close();
});

/** The lock of an import, without waiting for it. */
const LOCK_WRITER = {
  sqlite: 'BEGIN IMMEDIATE',
  postgres: "SELECT 1 FROM catalog_facts WHERE name = 'writer' FOR UPDATE NOWAIT",
};

for (const engine of ENGINES) {
  test(`${engine}: no import commits while pictures are removed`, async () => {
    const place = await newPlace(engine);
    const store = await openStore(place);
    const folder = temporaryFolder('media');
    let visits = 0;
    const write: Store['catalog']['write'] = (work) =>
      store.catalog.write((writer) => {
        async function* listPictureTexts() {
          visits++;
          await assert.rejects(
            runSqlDirectly(place, 'catalog', LOCK_WRITER[engine]),
            /database is locked|could not obtain lock/,
          );
          yield* writer.listPictureTexts();
        }
        return work({ ...writer, listPictureTexts });
      });
    await cleanPictures({ ...store, catalog: { ...store.catalog, write } }, folder, { now: Date.now() });
    assert.equal(visits, 1);
    assert.equal(await store.catalog.readRevision(), 0, 'and it is no change of the catalog');
    await store.close();
  });
}

test('the partial files of a killed import are removed after a day', async () => {
  const folder = temporaryFolder('media');
  await openPictureStore(folder).add(one);
  writeFileSync(join(folder, 'incoming', 'x.partial'), 'half');
  await cleanPictures(empty, folder, { now: Date.now() });
  assert.deepEqual(readdirSync(join(folder, 'incoming')), ['x.partial']);
  await cleanPictures(empty, folder, { now: Date.now() + DAY + 60_000 });
  assert.deepEqual(readdirSync(join(folder, 'incoming')), []);
});

test('unknown files are not removed', async () => {
  const folder = temporaryFolder('media');
  mkdirSync(join(folder, 'ab'));
  writeFileSync(join(folder, 'ab', 'notes.txt'), 'mine');
  writeFileSync(join(folder, 'readme'), 'mine');
  const cleaned = await cleanPictures(empty, folder, { now: Date.now() + DAY });
  assert.deepEqual(cleaned, { pictures: 0, files: 0, bytes: 0, kept: 0 });
  assert.ok(existsSync(join(folder, 'ab', 'notes.txt')));
});

test('the command removes pictures, and status counts them', async () => {
  const env = { LUDEX_DATA: temporaryFolder('data') };
  const bundle = writePictures({ screenshots: [{ file: 'media/a.png' }] }, { 'media/a.png': one });
  assert.equal((await runHere(['import', bundle], env)).code, 0);
  const pictureStore = openPictureStore(join(env.LUDEX_DATA, 'media'));
  const added = await pictureStore.add(other);
  for (const { name, parentPath } of readdirSync(join(env.LUDEX_DATA, 'media'), {
    recursive: true,
    withFileTypes: true,
  }))
    if (name.includes(added.image.slice(10, 60))) utimesSync(join(parentPath, name), 0, 0);
  assert.match((await runHere(['status'], env)).stdout, /^pictures +2$/m);
  assert.match(
    (await runHere(['media', 'clean', '--dry-run'], env)).stdout,
    /^Would remove 1 picture \(3 files, .* MB\); 1 left$/m,
  );
  assert.deepEqual(JSON.parse((await runHere(['media', 'clean', '--json'], env)).stdout).kept, 1);
  assert.equal(JSON.parse((await runHere(['status', '--json'], env)).stdout).pictures, 1);
});

test('removed pictures are also removed from the download journal', async () => {
  const folder = temporaryFolder('media');
  const journal = join(folder, 'fetched.jsonl');
  const store = await newStore();
  await loadPicture(store, folder, one, 'mine');
  const pictureStore = openPictureStore(folder);
  const [here, gone] = [await pictureStore.add(one), await pictureStore.add(other)];
  const lines = [here, gone].map(({ image }, i) => `${JSON.stringify({ url: `https://example.org/${i}`, image })}\n`);
  writeFileSync(journal, `${lines.join('')}{"url": "https://exam`);
  assert.equal((await cleanPictures(store, folder, { now: Date.now() + DAY })).pictures, 1);
  assert.equal(readFileSync(journal, 'utf8'), lines[0]);
});

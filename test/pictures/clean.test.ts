import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { exportCatalog } from '../../src/merging/export/export-catalog.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import { removeSource } from '../../src/merging/load/remove-source.ts';
import { undoImport } from '../../src/merging/load/undo.ts';
import { cleanPictureFolder, cleanPictures, countPictures } from '../../src/pictures/clean.ts';
import { withSharedLock } from '../../src/pictures/folder-locks.ts';
import { findPictureHashes } from '../../src/pictures/picture-paths.ts';
import { openPictureStore, type PictureStore } from '../../src/pictures/picture-store.ts';
import { openStore } from '../../src/store/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/bundle.ts';
import { runHere } from '../support/command.ts';
import { ENGINES, newPlace, runSqlDirectly } from '../support/engines.ts';
import { load } from '../support/layers.ts';
import { png, writePictures } from '../support/pictures.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
const one = await png({ width: 400, height: 300, colour: '#111111' });
const other = await png({ width: 400, height: 300, colour: '#222222' });

async function loadPicture(store: Store, folder: string, bytes: Buffer, source: string) {
  const pictureStore = openPictureStore(folder);
  const options = { source, key: `${source}:a` };
  const bundle = writePictures({ screenshots: [{ file: 'media/a.png' }] }, { 'media/a.png': bytes }, options);
  await loadBundle(store, await openBundle(bundle), { clock: Date.now, pictureStore, allowShrink: true });
  await pictureStore.close();
}

test('a picture is removed when nothing references it, including the undo data', async () => {
  const [data, folder] = [temporaryFolder('store'), temporaryFolder('media')];
  const store = await openSqliteStore(data);
  const clean = (now = Date.now() + HOUR) => cleanPictures(store, folder, { now });
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
  const options = { now: Date.now() + HOUR };
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

const nobody = async () => new Set<string>();
const IN_USE = /^OperatorError: An import, export, backup or cleaning is using the pictures.* Try again/;

function incomingOf(folder: string): string[] {
  return readdirSync(join(folder, 'incoming')).map((name) => name.replace(/.*\./, ''));
}

test('a cleaning is refused during an import and during another cleaning', async () => {
  const folder = temporaryFolder('media');
  const pictureStore = openPictureStore(folder);
  const { image, thumbnail_image } = await pictureStore.add(one);
  await assert.rejects(cleanPictureFolder(folder, { now: Date.now(), readReferenced: nobody }), IN_USE);
  assert.deepEqual(incomingOf(folder), ['use'], 'it left no mark of its own');
  await pictureStore.close();
  const readReferenced = async () => {
    await assert.rejects(cleanPictureFolder(folder, { now: Date.now(), readReferenced: nobody }), IN_USE);
    return nobody();
  };
  assert.equal((await cleanPictureFolder(folder, { now: Date.now(), readReferenced })).pictures, 1);
  for (const address of [image, thumbnail_image]) assert.ok(!existsSync(join(folder, address.slice('/media'.length))));
  assert.deepEqual(incomingOf(folder), []);
});

test('an import waits for a running cleaning and keeps all its pictures', async () => {
  const folder = temporaryFolder('media');
  const early = openPictureStore(folder);
  const { image } = await early.add(one);
  await early.close();
  const pictureStore = openPictureStore(folder);
  let kept: Promise<unknown> | undefined;
  const readReferenced = async () => {
    kept = pictureStore.add(one);
    await until(() => incomingOf(folder).includes('use'));
    return nobody();
  };
  assert.equal((await cleanPictureFolder(folder, { now: Date.now(), readReferenced })).pictures, 1);
  await kept;
  assert.ok(existsSync(join(folder, image.slice('/media'.length))));
  await pictureStore.close();
});

test('an import with an expired lock and a removed picture changes nothing', async () => {
  const [store, folder] = [await openSqliteStore(temporaryFolder('store')), temporaryFolder('media')];
  const bundle = writePictures({ screenshots: [{ file: 'media/a.png' }] }, { 'media/a.png': one });
  const pictureStore = openPictureStore(folder);
  const sync = async () => {
    await pictureStore.sync();
    assert.equal((await cleanPictures(store, folder, { now: Date.now() + HOUR })).pictures, 1);
  };
  const load = async (other: PictureStore) =>
    loadBundle(store, await openBundle(bundle), { clock: Date.now, pictureStore: other, allowShrink: true });
  await assert.rejects(
    load({ ...pictureStore, sync }),
    /^OperatorError: \/media\/\S+\.png was removed while this import ran.*nothing was changed\. Run the import again$/,
  );
  assert.equal(await store.catalog.readRevision(), 0);
  assert.equal((await load(pictureStore)).added, 1);
  await pictureStore.close();
  assert.equal((await cleanPictures(store, folder, { now: Date.now() + HOUR })).kept, 1);
  await store.close();
});

test('work under a shared lock fails if the lock expired', async () => {
  const folder = temporaryFolder('media');
  const early = openPictureStore(folder);
  await early.add(one);
  await early.close();
  const sleep = () => cleanPictureFolder(folder, { now: Date.now() + HOUR, readReferenced: nobody });
  await assert.rejects(
    withSharedLock(folder, sleep),
    /^OperatorError: This command was suspended for ten minutes.*Run it again$/,
  );
  assert.deepEqual(incomingOf(folder), []);
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
    const visitPictureTexts: Store['catalog']['visitPictureTexts'] = async (visit) => {
      visits++;
      await assert.rejects(
        runSqlDirectly(place, 'catalog', LOCK_WRITER[engine]),
        /database is locked|could not obtain lock/,
      );
      return store.catalog.visitPictureTexts(visit);
    };
    await cleanPictures({ ...store, catalog: { ...store.catalog, visitPictureTexts } }, folder, { now: Date.now() });
    assert.equal(visits, 1);
    assert.equal(await store.catalog.readRevision(), 0, 'and it is no change of the catalog');
    await store.close();
  });
}

test('a cleaning is refused until an export has copied its pictures', async () => {
  const [store, folder] = [await openSqliteStore(temporaryFolder('store')), temporaryFolder('media')];
  await loadPicture(store, folder, one, 'mine');
  const read: Store['catalog']['read'] = (work) =>
    store.catalog.read(async (reader) => {
      await removeSource(store, 'mine', { clock: Date.now });
      await assert.rejects(cleanPictureFolder(folder, { now: Date.now(), readReferenced: nobody }), IN_USE);
      return work(reader);
    });
  const target = temporaryFolder('export');
  await exportCatalog({ ...store, catalog: { ...store.catalog, read } }, target, { mediaFolder: folder });
  assert.equal(readdirSync(join(target, 'media')).length, 1);
  assert.deepEqual(incomingOf(folder), []);
  await store.close();
});

test('a killed import does not block a cleaning, and its partial files are removed after a day', async () => {
  const folder = temporaryFolder('media');
  await openPictureStore(folder).add(one);
  writeFileSync(join(folder, 'incoming', 'x.partial'), 'half');
  assert.equal((await cleanPictureFolder(folder, { readReferenced: nobody, now: Date.now() + HOUR })).pictures, 1);
  assert.deepEqual(readdirSync(join(folder, 'incoming')), ['x.partial']);
  await cleanPictureFolder(folder, { readReferenced: nobody, now: Date.now() + 25 * HOUR });
  assert.deepEqual(readdirSync(join(folder, 'incoming')), []);
});

test('unknown files are not removed', async () => {
  const folder = temporaryFolder('media');
  mkdirSync(join(folder, 'ab'));
  writeFileSync(join(folder, 'ab', 'notes.txt'), 'mine');
  writeFileSync(join(folder, 'readme'), 'mine');
  const cleaned = await cleanPictureFolder(folder, { readReferenced: nobody, now: Date.now() + HOUR });
  assert.deepEqual(cleaned, { pictures: 0, files: 0, bytes: 0, kept: 0 });
  assert.ok(existsSync(join(folder, 'ab', 'notes.txt')));
});

test('the command removes pictures, and status counts them', async () => {
  const env = { LUDEX_DATA: temporaryFolder('data') };
  const bundle = writePictures({ screenshots: [{ file: 'media/a.png' }] }, { 'media/a.png': one });
  assert.equal((await runHere(['import', bundle], env)).code, 0);
  const pictureStore = openPictureStore(join(env.LUDEX_DATA, 'media'));
  await pictureStore.add(other);
  await pictureStore.close();
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
  const pictureStore = openPictureStore(folder);
  const [here, gone] = [await pictureStore.add(one), await pictureStore.add(other)];
  const lines = [here, gone].map(({ image }, i) => `${JSON.stringify({ url: `https://example.org/${i}`, image })}\n`);
  writeFileSync(journal, `${lines.join('')}{"url": "https://exam`);
  const readReferenced = async () => new Set(findPictureHashes(here.image));
  await pictureStore.close();
  assert.equal((await cleanPictureFolder(folder, { now: Date.now(), readReferenced })).pictures, 1);
  assert.equal(readFileSync(journal, 'utf8'), lines[0]);
});

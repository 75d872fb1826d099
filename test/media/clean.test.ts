import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { loadBundle } from '../../src/layers/load.ts';
import { removeSource } from '../../src/layers/remove-source.ts';
import { undoImport } from '../../src/layers/undo.ts';
import { findNamed } from '../../src/media/addresses.ts';
import { cleanMedia, countPictures } from '../../src/media/clean.ts';
import { openKeeper } from '../../src/media/keep.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/bundle.ts';
import { load } from '../support/layers.ts';
import { png, writePictures } from '../support/pictures.ts';
import { runProgram } from '../support/program.ts';

const HOUR = 3_600_000;
const one = await png({ width: 400, height: 300, colour: '#111111' });
const other = await png({ width: 400, height: 300, colour: '#222222' });

async function readNamed(store: Store) {
  const named = new Set<string>();
  await store.catalog.visitPictureTexts((text) => {
    for (const sha256 of findNamed(text)) named.add(sha256);
  });
  return named;
}

async function loadPicture(store: Store, folder: string, bytes: Buffer, source: string) {
  const keeper = openKeeper(folder);
  const options = { source, key: `${source}:a` };
  const bundle = writePictures({ screenshots: [{ file: 'media/a.png' }] }, { 'media/a.png': bytes }, options);
  await loadBundle(store, await openBundle(bundle), { clock: Date.now, keeper, allowShrink: true });
  await keeper.close();
}

test('a picture goes when its last reference has gone for good, and not before', async () => {
  const [data, folder] = [temporaryFolder('store'), temporaryFolder('media')];
  const store = await openSqliteStore(data);
  const clean = (now = Date.now() + HOUR) => cleanMedia(folder, () => readNamed(store), { now });
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
  const dry = await cleanMedia(folder, () => readNamed(again), { ...options, dryRun: true });
  assert.deepEqual({ ...dry, bytes: 0 }, expected);
  assert.ok(dry.bytes > one.length);
  assert.equal(await countPictures(folder), 2, 'a dry run removes nothing');
  assert.deepEqual(await cleanMedia(folder, () => readNamed(again), options), dry);
  assert.equal(await countPictures(folder), 1);
  assert.deepEqual(await cleanMedia(folder, () => readNamed(again), options), {
    pictures: 0,
    files: 0,
    bytes: 0,
    kept: 1,
  });
  await again.close();
});

/** As if ten minutes had passed. */
function forgetSuperseded(data: string): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(join(data, 'catalog.db'));
  database.exec('UPDATE superseded SET superseded_at = 0');
  database.close();
}

test('what an import takes in while the folder is cleaned stays, also when it was there and forgotten', async () => {
  const folder = temporaryFolder('media');
  const nobody = async () => new Set<string>();
  const early = openKeeper(folder);
  const { image, thumbnail_image } = await early.keep(one);
  await early.close();
  const path = join(folder, image.slice('/media'.length));
  const thumbnail = join(folder, thumbnail_image.slice('/media'.length));
  for (const file of [path, thumbnail]) utimesSync(file, 0, 0);
  const keeper = openKeeper(folder);
  await keeper.keep(one);
  await keeper.keep(other);
  assert.equal((await cleanMedia(folder, nobody, { now: Date.now() + 5 * 60_000 })).files, 0);
  assert.ok(existsSync(thumbnail), 'a bucket that serves the folder makes none');
  await keeper.close();
  assert.equal((await cleanMedia(folder, nobody, { now: Date.now() + 5 * 60_000 })).pictures, 2);
  assert.ok(!existsSync(path));
});

test('an import that was killed holds nothing up, and what it left half-written goes a day later', async () => {
  const folder = temporaryFolder('media');
  await openKeeper(folder).keep(one);
  writeFileSync(join(folder, 'incoming', 'x.partial'), 'half');
  const nobody = async () => new Set<string>();
  assert.equal((await cleanMedia(folder, nobody, { now: Date.now() + HOUR })).pictures, 1);
  assert.equal(readdirSync(join(folder, 'incoming')).length, 2);
  await cleanMedia(folder, nobody, { now: Date.now() + 25 * HOUR });
  assert.deepEqual(readdirSync(join(folder, 'incoming')), []);
});

test('files that are none of ours are left alone', async () => {
  const folder = temporaryFolder('media');
  mkdirSync(join(folder, 'ab'));
  writeFileSync(join(folder, 'ab', 'notes.txt'), 'mine');
  writeFileSync(join(folder, 'readme'), 'mine');
  const cleaned = await cleanMedia(folder, async () => new Set<string>(), { now: Date.now() + HOUR });
  assert.deepEqual(cleaned, { pictures: 0, files: 0, bytes: 0, kept: 0 });
  assert.ok(existsSync(join(folder, 'ab', 'notes.txt')));
});

test('the command cleans, and status counts', async () => {
  const env = { LUDEX_DATA: temporaryFolder('data') };
  const bundle = writePictures({ screenshots: [{ file: 'media/a.png' }] }, { 'media/a.png': one });
  assert.equal((await runProgram(['import', bundle], env)).code, 0);
  const keeper = openKeeper(join(env.LUDEX_DATA, 'media'));
  const { image, thumbnail_image } = await keeper.keep(other);
  await keeper.close();
  for (const address of [image, thumbnail_image, thumbnail_image.replace('320', '640')])
    utimesSync(join(env.LUDEX_DATA, address), 1, 1);
  assert.match((await runProgram(['status'], env)).stdout, /^pictures +2$/m);
  assert.match(
    (await runProgram(['media', 'clean', '--dry-run'], env)).stdout,
    /^Would remove 1 picture \(3 files, .* MB\); left: 1$/m,
  );
  assert.deepEqual(JSON.parse((await runProgram(['media', 'clean', '--json'], env)).stdout).kept, 1);
  assert.equal(JSON.parse((await runProgram(['status', '--json'], env)).stdout).pictures, 1);
});

test('what was downloaded and is gone is forgotten: it would be downloaded again', async () => {
  const folder = temporaryFolder('media');
  const journal = join(folder, 'fetched.jsonl');
  const keeper = openKeeper(folder);
  const [here, gone] = [await keeper.keep(one), await keeper.keep(other)];
  const lines = [here, gone].map(({ image }, i) => `${JSON.stringify({ url: `https://example.org/${i}`, image })}\n`);
  writeFileSync(journal, `${lines.join('')}{"url": "https://exam`);
  const clean = () => cleanMedia(folder, async () => new Set(findNamed(here.image)), { now: Date.now() + 5 * 60_000 });
  await clean();
  assert.match(readFileSync(journal, 'utf8'), /exam$/, 'an import is under way');
  await keeper.close();
  assert.equal((await clean()).pictures, 1);
  assert.equal(readFileSync(journal, 'utf8'), lines[0]);
});

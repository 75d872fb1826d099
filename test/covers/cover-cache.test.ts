import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type CoverText, coverVersion } from '../../src/catalog/render/generated-cover.ts';
import { openCoverCache } from '../../src/covers/cover-cache.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { sharedDrawings } from '../support/samples/drawings.ts';

const words = (title: string): CoverText => ({ title, platform: 'Amiga', year: '1990' });
const drawings = sharedDrawings();
const drawCover = (text: CoverText, width: number) => drawings.draw({ kind: 'cover', text, width });
const fail = (error: unknown): unknown => assert.fail(String(error));

const open = (folder: string, onWriteError = fail) => openCoverCache(folder, drawings, onWriteError);

/** All files, relative to the folder. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? join(entry.parentPath, entry.name) : [],
  );

test('a cover is drawn on the first request and read from disk afterwards', async () => {
  const folder = temporaryFolder('covers');
  const covers = open(folder);
  const drawn = await covers.read(words('Elite'), 150);
  assert.deepEqual(drawn, await drawCover(words('Elite'), 150));
  const [path, ...others] = filesIn(folder);
  assert.deepEqual(others, []);
  assert.deepEqual(readFileSync(path as string), drawn);
  writeFileSync(path as string, 'what is kept');
  assert.equal(String(await covers.read(words('Elite'), 150)), 'what is kept');
});

test('concurrent requests for the same cover are coalesced', async () => {
  const folder = temporaryFolder('covers');
  const covers = open(folder);
  const answers = await Promise.all(Array.from({ length: 300 }, () => covers.read(words('Elite'), 150)));
  assert.equal(new Set(answers).size, 1);
  assert.equal(filesIn(folder).length, 1);
});

test('another text or width is another file', async () => {
  const folder = temporaryFolder('covers');
  const covers = open(folder);
  await covers.read(words('Elite'), 15);
  await covers.read({ ...words('Elite'), year: undefined }, 15);
  await covers.read({ ...words('Elite'), platform: undefined }, 15);
  await covers.read(words('Elite'), 30);
  assert.equal(filesIn(folder).length, 4);
});

test('the oldest covers of a full folder are removed', async () => {
  const folder = temporaryFolder('covers');
  const subfolder = join(folder, coverVersion(words('Elite')).slice(0, 2));
  mkdirSync(subfolder);
  for (let i = 0; i < 64; i++) {
    writeFileSync(join(subfolder, `old-${i}`), '');
    utimesSync(join(subfolder, `old-${i}`), 1000 + i, 1000 + i);
  }
  await open(folder).read(words('Elite'), 15);
  const left = readdirSync(subfolder);
  assert.equal(left.length, 49);
  assert.ok(left.includes('old-16') && !left.includes('old-15') && left.some((name) => name.endsWith('-15.png')));
});

test('a cover is returned from a full folder that cannot be emptied, and the error is reported', async () => {
  const folder = temporaryFolder('covers');
  const subfolder = join(folder, coverVersion(words('Elite')).slice(0, 2));
  for (let i = 0; i < 64; i++) mkdirSync(join(subfolder, `folder-${i}`), { recursive: true });
  const problems: unknown[] = [];
  const covers = open(folder, (error) => problems.push(error));
  assert.deepEqual(await covers.read(words('Elite'), 15), await drawCover(words('Elite'), 15));
  assert.equal(problems.length, 1);
});

test('a cover that cannot be written is returned anyway, and the error is reported', async () => {
  const folder = temporaryFolder('covers');
  writeFileSync(join(folder, 'file'), '');
  const told: unknown[] = [];
  const covers = open(join(folder, 'file'), (error) => told.push(error));
  assert.deepEqual(await covers.read(words('Elite'), 15), await drawCover(words('Elite'), 15));
  assert.equal(told.length, 1);
});

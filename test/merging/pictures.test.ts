import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { loadBundle } from '../../src/merging/load/load.ts';
import type { LoadOptions } from '../../src/merging/load/load-options.ts';
import { openDryRunPictureStore, openPictureStore } from '../../src/pictures/picture-store.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder, writeRawBundle } from '../support/samples/bundle.ts';
import { gameOf, newStore } from '../support/samples/layers.ts';
import { png, writePictures } from '../support/samples/pictures.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const front = await png({ width: 600, height: 800, colour: '#aa0000' });
const play = await png({ width: 256, height: 240, colour: '#00aa00' });

async function loadInto(store: Store, folder: string, bundle: string, options: Partial<LoadOptions> = {}) {
  const refused: string[] = [];
  const pictureStore = openPictureStore(folder);
  const report = await loadBundle(store, await openBundle(bundle), {
    clock: () => 1000,
    pictureStore,
    onRefused: (file, why) => void refused.push(`${file}: ${why}`),
    ...options,
  });
  return { report, refused };
}

const media = {
  screenshots: [
    // The sizes of files are read from them.
    { file: 'media/play.png', caption: 'The first level', width: 7, height: 7 },
    { image: 'https://x.example/a.png', thumbnail_image: 'https://x.example/b.png', width: 1, height: 2 },
  ],
  cover_groups: [
    {
      countries: ['Japan'],
      comments: 'First print',
      covers: [{ scan_of: 'Front Cover', file: 'media/boxes/front.png', sha256: sha256(front), comments: 'Scan' }],
    },
  ],
};

test('pictures of a bundle are stored, and the game has their paths and actual sizes', async () => {
  const [store, folder] = [await newStore(), temporaryFolder('media')];
  const bundle = writePictures(media, { 'media/play.png': play, 'media/boxes/front.png': front });
  const { report, refused } = await loadInto(store, folder, bundle);
  assert.deepEqual([report.added, refused], [1, []]);
  const [platform] = (await gameOf(store, 'test:a')).platforms;
  const name = sha256(play);
  assert.deepEqual(platform?.screenshots, [
    {
      caption: 'The first level',
      image: `/media/${name.slice(0, 2)}/${name.slice(2)}.png`,
      thumbnail_image: `/media/${name.slice(0, 2)}/${name.slice(2)}-320.webp`,
      width: 256,
      height: 240,
    },
    {
      caption: null,
      image: 'https://x.example/a.png',
      thumbnail_image: 'https://x.example/b.png',
      width: 1,
      height: 2,
    },
  ]);
  const cover = platform?.cover_groups[0]?.covers[0];
  assert.deepEqual([cover?.width, cover?.height, cover?.comments], [600, 800, 'Scan']);
  for (const { image } of [...(platform?.screenshots.slice(0, 1) ?? []), cover as { image: string }])
    assert.ok(existsSync(join(folder, image.slice('/media'.length))), image);
  assert.deepEqual(readFileSync(join(folder, cover?.image.slice('/media'.length) as string)), front);
  const again = await loadInto(store, folder, bundle);
  assert.deepEqual([again.report.changed, again.report.unchanged], [0, 1], 'a second import changes nothing');
});

test('a file that is not a picture is left out and reported, and the rest is loaded', async () => {
  const store = await newStore();
  const bundle = writePictures(
    {
      screenshots: [{ file: 'media/empty.png' }, { file: 'media/play.png' }, { file: 'media/evil.png' }],
      cover_groups: [{ countries: [], covers: [{ scan_of: 'Media', file: 'media/cut.png' }] }],
    },
    {
      'media/empty.png': '',
      'media/play.png': play,
      'media/evil.png': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'media/cut.png': front.subarray(0, front.length - 30),
    },
  );
  const { report, refused } = await loadInto(store, temporaryFolder('media'), bundle);
  assert.equal(report.added, 1);
  assert.deepEqual(refused, [
    'media/empty.png: the file is empty',
    'media/evil.png: SVG is not supported, because it can contain scripts; use PNG, JPEG, WebP, AVIF or GIF',
    'media/cut.png: the file is truncated or damaged; copy it again',
  ]);
  const [platform] = (await gameOf(store, 'test:a')).platforms;
  assert.equal(platform?.screenshots.length, 1);
  assert.deepEqual(platform?.cover_groups, []);
});

/** Incomplete or malicious bundles. */
const BROKEN: [name: string, media: object, says: RegExp, prepare?: (folder: string) => void][] = [
  ['a missing file', { file: 'media/none.png' }, /media\.jsonl:1: media\/none\.png is missing or cannot be read/],
  [
    'a file with another SHA-256',
    { file: 'media/a.png', sha256: '0'.repeat(64) },
    /media\/a\.png does not match its SHA-256/,
  ],
  ['a path upwards', { file: 'media/../../a.png' }, /screenshots\.0\.file must be a path in the bundle such as/],
  ['an absolute path', { file: '/etc/passwd' }, /screenshots\.0\.file must be a path in the bundle/],
  ['a path elsewhere', { file: 'games.jsonl' }, /screenshots\.0\.file must be a path in the bundle/],
  ['a backslash', { file: 'media\\a.png' }, /screenshots\.0\.file must be a path in the bundle/],
  [
    'neither a link nor a file',
    { caption: 'x' },
    /screenshots\.0 must have image, thumbnail_image, width, height, or a file/,
  ],
  [
    'a path of a picture that is not stored',
    { image: `/media/00/${'0'.repeat(62)}.png`, thumbnail_image: '/media/x', width: 1, height: 1 },
    /is not among the pictures of this server/,
  ],
  [
    'a path of a thumbnail with a link to a picture',
    { image: 'https://x.example/1', thumbnail_image: '/media/x', width: 1, height: 1 },
    /\/media\/x is not among the pictures/,
  ],
  [
    'a symbolic link out of the bundle',
    { file: 'media/out.png' },
    /media\/out\.png is outside of the folder/,
    (folder) => symlinkSync('/etc/hostname', join(folder, 'media/out.png')),
  ],
  [
    'a folder that is a symbolic link out of the bundle',
    { file: 'media/etc/hostname' },
    /media\/etc\/hostname is outside of the folder/,
    (folder) => symlinkSync('/etc', join(folder, 'media/etc')),
  ],
  ['a folder', { file: 'media/box' }, /media\/box is not a file/, (folder) => mkdirSync(join(folder, 'media/box'))],
];

for (const [name, picture, says, prepare] of BROKEN) {
  test(`a bundle with ${name} is refused`, async () => {
    const [store, folder] = [await newStore(), temporaryFolder('media')];
    const bundle = writePictures({ screenshots: [picture] }, { 'media/a.png': play });
    prepare?.(bundle);
    await assert.rejects(loadInto(store, folder, bundle), says);
    assert.equal(await store.catalog.readRevision(), 0);
  });
}

test('a symbolic link within the bundle counts as a file', async () => {
  const store = await newStore();
  const bundle = writePictures({ screenshots: [{ file: 'media/b.png' }] }, { 'media/a.png': play });
  symlinkSync('a.png', join(bundle, 'media/b.png'));
  linkSync(join(bundle, 'media/a.png'), join(bundle, 'media/c.png'));
  assert.deepEqual((await loadInto(store, temporaryFolder('media'), bundle)).refused, []);
});

test('a dry run reports bad pictures and stores none', async () => {
  const [store, folder] = [await newStore(), temporaryFolder('media')];
  const bundle = writePictures(
    { screenshots: [{ file: 'media/a.png' }, { file: 'media/b.png' }] },
    { 'media/a.png': play, 'media/b.png': 'no' },
  );
  const { report, refused } = await loadInto(store, folder, bundle, {
    dryRun: true,
    pictureStore: openDryRunPictureStore(folder),
  });
  assert.deepEqual([report.added, refused.length], [1, 1]);
  assert.deepEqual(readdirSync(folder), []);
  assert.equal(await store.catalog.readRevision(), 0);
});

test('invalid lines are still reported', async () => {
  const bundle = writeRawBundle({ media: '{"file": nonsense\n' });
  await assert.rejects(loadInto(await newStore(), temporaryFolder('media'), bundle), /media\.jsonl:1: not valid JSON/);
});

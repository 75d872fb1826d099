import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { PicturesBusy } from '../../src/pictures/file-maker.ts';
import { makePicture, PictureError } from '../../src/pictures/inspect.ts';
import { openPictureFiles } from '../../src/pictures/picture-files.ts';
import { type PictureName, parsePicturePath } from '../../src/pictures/picture-paths.ts';
import { openDryRunPictureStore, openPictureStore } from '../../src/pictures/picture-store.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { animation, png, sizeOf, sketch } from '../support/samples/pictures.ts';

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test('thumbnails can be created on the first request', async () => {
  const folder = temporaryFolder('media');
  const pictureStore = openPictureStore(folder, { withThumbnails: false });
  const { image, thumbnail_image } = await pictureStore.add(await png({ width: 1000, height: 500 }));
  assert.deepEqual(listFiles(folder), [image.split('/').at(-1)]);
  const found = await openPictureFiles(folder, makePicture, (error) => assert.fail(String(error))).find(
    parsePicturePath(thumbnail_image) as PictureName,
  );
  assert.deepEqual(await sizeOf(readFileSync(found?.path as string)), { width: 320, height: 160, type: 'webp' });
});

test('a thumbnail that cannot be made now is not reported as missing, and a damaged picture is', async () => {
  const folder = temporaryFolder('media');
  const pictureStore = openPictureStore(folder, { withThumbnails: false });
  const { thumbnail_image } = await pictureStore.add(await png({ width: 1000, height: 500 }));
  const name = parsePicturePath(thumbnail_image) as PictureName;
  const reported: unknown[] = [];
  const find = (error: Error) =>
    openPictureFiles(
      folder,
      () => Promise.reject(error),
      (problem) => reported.push(problem),
    ).find(name);
  const [busy, damaged] = [new PicturesBusy('ended'), new Error('damaged')];
  await assert.rejects(find(busy), busy);
  assert.equal(await find(damaged), undefined);
  assert.deepEqual(reported, [busy, damaged]);
});

test('missing thumbnails are created when the picture is added again', async () => {
  const folder = temporaryFolder('media');
  const bytes = await png({ width: 1000, height: 500 });
  for (const withThumbnails of [false, true]) {
    const pictureStore = openPictureStore(folder, { withThumbnails });
    await pictureStore.add(bytes);
  }
  assert.equal(listFiles(folder).filter((name) => /-(320|640)\.webp$/.test(name)).length, 2);
});

test('a picture is stored unchanged under its SHA-256, with thumbnails next to it', async () => {
  const folder = temporaryFolder('media');
  const pictureStore = openPictureStore(folder);
  const bytes = await png({ width: 1000, height: 500 });
  const kept = await pictureStore.add(bytes);
  await pictureStore.sync();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
  assert.deepEqual(kept, {
    image: `/media/${name}.png`,
    thumbnail_image: `/media/${name}-320.webp`,
    width: 1000,
    height: 500,
  });
  assert.deepEqual(readFileSync(join(folder, `${name}.png`)), bytes);
  for (const width of [320, 640]) {
    const thumbnail = await sizeOf(readFileSync(join(folder, `${name}-${width}.webp`)));
    assert.deepEqual(thumbnail, { width, height: width / 2, type: 'webp' });
  }
  assert.equal(listFiles(folder).length, 3, 'and nothing else is there');
});

const large = sketch({ width: 800, height: 600 });
const THUMBNAILS: [name: string, bytes: Buffer, size: [number, number], thumbnail: [number, number]][] = [
  ['a small picture is not enlarged', await png({ width: 40, height: 30 }), [40, 30], [40, 30]],
  ['EXIF orientation applies', await turned(large.clone().jpeg()), [600, 800], [320, 427]],
  ['EXIF orientation of WebP is ignored, as browsers do', await turned(large.clone().webp()), [800, 600], [320, 240]],
  ['a picture is too high for WebP', await png({ width: 100, height: 20_000 }), [100, 20_000], [82, 16_383]],
];

function turned(picture: typeof large): Promise<Buffer> {
  return picture.withMetadata({ orientation: 6 }).toBuffer();
}

for (const [name, bytes, size, thumbnail] of THUMBNAILS) {
  test(`sizes of picture and thumbnail: ${name}`, async () => {
    const folder = temporaryFolder('media');
    const { width, height, thumbnail_image } = await openPictureStore(folder).add(bytes);
    assert.deepEqual([width, height], size);
    const small = await sizeOf(readFileSync(join(folder, thumbnail_image.slice('/media'.length))));
    assert.deepEqual(small, { width: thumbnail[0], height: thumbnail[1], type: 'webp' });
    const made = listFiles(folder).filter((file) => /-(320|640)\.webp$/.test(file));
    assert.equal(made.length, width > 320 ? 2 : 1);
  });
}

test('every supported type is stored with its extension', async () => {
  const pictureStore = openPictureStore(temporaryFolder('media'));
  for (const [type, format] of Object.entries({
    png: 'png',
    jpg: 'jpeg',
    webp: 'webp',
    gif: 'gif',
    avif: 'avif',
  } as const)) {
    const { image, width, height } = await pictureStore.add(
      await sketch({ width: 50, height: 40 }).toFormat(format).toBuffer(),
    );
    assert.match(image, new RegExp(`^/media/[0-9a-f]{2}/[0-9a-f]{62}\\.${type}$`));
    assert.deepEqual([width, height], [50, 40], type);
  }
});

test('a CMYK picture is stored, and its thumbnails are sRGB', async () => {
  const folder = temporaryFolder('media');
  const bytes = await sketch({ width: 400, height: 300, colour: '#c00000' }).toColourspace('cmyk').jpeg().toBuffer();
  const { thumbnail_image } = await openPictureStore(folder).add(bytes);
  const thumbnail = sharp(readFileSync(join(folder, thumbnail_image.slice('/media'.length))));
  const { space, channels } = await thumbnail.metadata();
  assert.deepEqual([space, channels], ['srgb', 3]);
});

const whole = await png({ width: 300, height: 200, noisy: true });

/** Changes the size in the PNG header and updates its CRC. */
function withSize(bytes: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
}

/** Adds the acTL chunk of an animated PNG: two frames, infinite loop. */
function withAnimation(bytes: Buffer): Buffer {
  const control = Buffer.from('acTL\0\0\0\x02\0\0\0\0', 'latin1');
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(control.length - 4);
  sum.writeUInt32BE(crc32(control));
  return Buffer.concat([bytes.subarray(0, 33), length, control, sum, bytes.subarray(33)]);
}

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
const noisy = { width: 300, height: 200, noisy: true };

const BAD: [name: string, bytes: Buffer, why: RegExp][] = [
  ['nothing', Buffer.alloc(0), /^the file is empty$/],
  ['a text', Buffer.from('hello'), /^not a supported picture type; use PNG, /],
  ['an HTML page', Buffer.from('<!doctype html><script>1</script>'), /^not a supported picture type/],
  ['a TIFF', await sketch().tiff().toBuffer(), /^not a supported picture type/],
  [
    'an SVG with a script',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    /^SVG is not supported, because it can contain scripts; use PNG, /,
  ],
  ['an SVG behind spaces', Buffer.from(`${' '.repeat(500)}<svg onload="alert(1)">`), /^SVG is not supported/],
  ['half a PNG', half(whole), /^the file is truncated or damaged; copy it again$/],
  ['half a JPEG', half(await sketch(noisy).jpeg().toBuffer()), /^the file is truncated or damaged/],
  ['half a WebP', half(await sketch(noisy).webp().toBuffer()), /^the file is truncated or damaged/],
  ['half a GIF', half(await sketch(noisy).gif().toBuffer()), /^the file is truncated or damaged/],
  ['half an AVIF', half(await sketch(noisy).avif().toBuffer()), /^the file is truncated or damaged/],
  ['the first bytes of a PNG', whole.subarray(0, 20), /^the file is truncated or damaged/],
  [
    'a PNG with a wrong byte',
    Buffer.from(whole.map((byte, i) => (i === 2000 ? byte ^ 255 : byte))),
    /^the file is truncated/,
  ],
  ['a pixel bomb', withSize(whole, 60_000, 60_000), /^the picture has more than 64 million pixels; make it smaller$/],
  ['a pixel bomb of one row', withSize(whole, 60_000_000, 1), /^the picture is 60000000 × 1 pixels/],
  ['a wrong size in the header', withSize(whole, 6000, 6000), /^the file is truncated or damaged/],
  ['an animated GIF', await animation('gif'), /^animated pictures are not supported; save one frame$/],
  ['an animated WebP', await animation('webp'), /^animated pictures/],
  ['an animated PNG', withAnimation(whole), /^animated pictures/],
  ['a file over the size limit', Buffer.alloc(50_000_001, 1), /^the file has 51 MB, the maximum is 50 MB$/],
];

for (const [name, bytes, why] of BAD) {
  test(`${name} is rejected and leaves no files`, async () => {
    const folder = temporaryFolder('media');
    for (const pictureStore of [openPictureStore(folder), openDryRunPictureStore(folder)]) {
      await assert.rejects(
        pictureStore.add(bytes),
        (error: Error) => error instanceof PictureError && why.test(error.message),
      );
    }
    assert.deepEqual(listFiles(folder), []);
  });
}

test('a dry run gives the same results and stores nothing', async () => {
  const [folder, other] = [temporaryFolder('media'), temporaryFolder('media')];
  const dry = openDryRunPictureStore(folder);
  const kept = await dry.add(whole);
  assert.deepEqual(kept, await openPictureStore(other).add(whole));
  assert.deepEqual(await dry.find(kept.image), kept);
  assert.deepEqual(listFiles(folder), []);
});

test('adding the same picture several times, also concurrently, stores it once', async () => {
  const folder = temporaryFolder('media');
  const pictureStore = openPictureStore(folder);
  const all = await Promise.all(Array.from({ length: 5 }, () => pictureStore.add(whole)));
  for (const kept of all) assert.deepEqual(kept, all[0]);
  assert.equal(listFiles(folder).length, 2);
  assert.deepEqual(await pictureStore.find(all[0]?.image as string), all[0]);
  assert.equal(await pictureStore.find('/media/../secret'), undefined);
  assert.equal(await pictureStore.find(all[0]?.thumbnail_image as string), undefined, 'a thumbnail is no picture');
  assert.equal(await pictureStore.find(`/media/${'0'.repeat(2)}/${'0'.repeat(62)}.png`), undefined);
});

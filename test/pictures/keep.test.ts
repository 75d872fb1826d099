import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type PictureName, parsePicturePath } from '../../src/pictures/addresses.ts';
import { openDryRunPictureStore, openPictureStore } from '../../src/pictures/keep.ts';
import { PictureError } from '../../src/pictures/picture-error.ts';
import { openPictures } from '../../src/pictures/pictures.ts';
import { temporaryFolder } from '../support/bundle.ts';
import { animation, png, sizeOf, sketch } from '../support/pictures.ts';

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test('thumbnails may be left to whoever asks for them first', async () => {
  const folder = temporaryFolder('media');
  const pictureStore = openPictureStore(folder, { makesThumbnails: false });
  const { image, thumbnail_image } = await pictureStore.add(await png({ width: 1000, height: 500 }));
  await pictureStore.close();
  assert.deepEqual(listFiles(folder), [image.split('/').at(-1)]);
  const found = await openPictures(folder, (error) => assert.fail(String(error))).find(
    parsePicturePath(thumbnail_image) as PictureName,
  );
  assert.deepEqual(await sizeOf(readFileSync(found?.path as string)), { width: 320, height: 160, type: 'webp' });
});

test('thumbnails that are missing are made when the picture comes again', async () => {
  const folder = temporaryFolder('media');
  const bytes = await png({ width: 1000, height: 500 });
  for (const makesThumbnails of [false, true]) {
    const pictureStore = openPictureStore(folder, { makesThumbnails });
    await pictureStore.add(bytes);
    await pictureStore.close();
  }
  assert.equal(listFiles(folder).filter((name) => /-(320|640)\.webp$/.test(name)).length, 2);
});

test('a picture is kept as it is, under its SHA-256, with thumbnails beside it', async () => {
  const folder = temporaryFolder('media');
  const pictureStore = openPictureStore(folder);
  const bytes = await png({ width: 1000, height: 500 });
  const kept = await pictureStore.add(bytes);
  await pictureStore.sync();
  await pictureStore.close();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
  assert.deepEqual(kept, {
    image: `/media/${name}.png`,
    thumbnail_image: `/media/${name}-320.webp`,
    width: 1000,
    height: 500,
  });
  assert.deepEqual(readFileSync(join(folder, `${name}.png`)), bytes);
  assert.deepEqual(await sizeOf(readFileSync(join(folder, `${name}-320.webp`))), {
    width: 320,
    height: 160,
    type: 'webp',
  });
  assert.deepEqual(await sizeOf(readFileSync(join(folder, `${name}-640.webp`))), {
    width: 640,
    height: 320,
    type: 'webp',
  });
  assert.equal(listFiles(folder).length, 3, 'and nothing else is there');
});

test('a thumbnail is never larger than its picture, and there is one of each size that differs', async () => {
  const folder = temporaryFolder('media');
  const { image, thumbnail_image } = await openPictureStore(folder).add(await png({ width: 40, height: 30 }));
  const thumbnail = readFileSync(join(folder, thumbnail_image.slice('/media'.length)));
  assert.deepEqual(await sizeOf(thumbnail), { width: 40, height: 30, type: 'webp' });
  assert.ok(!existsSync(join(folder, image.slice('/media'.length).replace('.png', '-640.webp'))));
});

test('a small WebP is its own thumbnail in its own size, and one in other colours is not', async () => {
  const folder = temporaryFolder('media');
  const pictureStore = openPictureStore(folder);
  const largest = async (bytes: Buffer) => {
    const { image } = await pictureStore.add(bytes);
    return readFileSync(join(folder, image.slice('/media'.length).replace('.webp', '-640.webp')));
  };
  const plain = await sketch({ width: 600, height: 300 }).webp().toBuffer();
  assert.deepEqual(await largest(plain), plain);
  const wide = await sketch({ width: 600, height: 300 }).withIccProfile('p3').webp().toBuffer();
  assert.notDeepEqual(await largest(wide), wide);
  assert.deepEqual(await sizeOf(await largest(wide)), { width: 600, height: 300, type: 'webp' });
});

test('every type that is shown is taken, each with its own ending', async () => {
  const pictureStore = openPictureStore(temporaryFolder('media'));
  const about = { width: 50, height: 40 };
  for (const [type, bytes] of [
    ['png', await sketch(about).png().toBuffer()],
    ['jpg', await sketch(about).jpeg().toBuffer()],
    ['webp', await sketch(about).webp().toBuffer()],
    ['gif', await sketch(about).gif().toBuffer()],
    ['avif', await sketch(about).avif().toBuffer()],
  ] as const) {
    const { image, width, height } = await pictureStore.add(bytes);
    assert.match(image, new RegExp(`^/media/[0-9a-f]{2}/[0-9a-f]{62}\\.${type}$`));
    assert.deepEqual([width, height], [50, 40], type);
  }
});

test('a photograph that lies on its side is measured and made small as it is shown: upright', async () => {
  const folder = temporaryFolder('media');
  const bytes = await sketch({ width: 800, height: 600 }).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { width, height, thumbnail_image } = await openPictureStore(folder).add(bytes);
  assert.deepEqual([width, height], [600, 800]);
  const thumbnail = readFileSync(join(folder, thumbnail_image.slice('/media'.length)));
  assert.deepEqual(await sizeOf(thumbnail), { width: 320, height: 427, type: 'webp' });
});

test('a WebP that says it lies on its side stays as it is, as browsers show it', async () => {
  const folder = temporaryFolder('media');
  const bytes = await sketch({ width: 800, height: 600 }).webp().withMetadata({ orientation: 6 }).toBuffer();
  const { width, height, thumbnail_image } = await openPictureStore(folder).add(bytes);
  assert.deepEqual([width, height], [800, 600]);
  const thumbnail = readFileSync(join(folder, thumbnail_image.slice('/media'.length)));
  assert.deepEqual(await sizeOf(thumbnail), { width: 320, height: 240, type: 'webp' });
});

test('a picture that is higher than any thumbnail can be has a narrower one', async () => {
  const folder = temporaryFolder('media');
  const { width, height, thumbnail_image } = await openPictureStore(folder).add(
    await png({ width: 100, height: 20_000 }),
  );
  assert.deepEqual([width, height], [100, 20_000]);
  const thumbnail = readFileSync(join(folder, thumbnail_image.slice('/media'.length)));
  assert.deepEqual(await sizeOf(thumbnail), { width: 82, height: 16_383, type: 'webp' });
});

test('a scan in the colours of print is kept, and its thumbnails have the colours of a screen', async () => {
  const folder = temporaryFolder('media');
  const bytes = await sketch({ width: 400, height: 300, colour: '#c00000' }).toColourspace('cmyk').jpeg().toBuffer();
  const { thumbnail_image } = await openPictureStore(folder).add(bytes);
  const thumbnail = sketchOf(readFileSync(join(folder, thumbnail_image.slice('/media'.length))));
  const { space, channels } = await (await thumbnail).metadata();
  assert.deepEqual([space, channels], ['srgb', 3]);
});

async function sketchOf(bytes: Buffer) {
  const { loadSharp } = await import('../../src/pictures/sharp.ts');
  return (await loadSharp())(bytes);
}

const whole = await png({ width: 300, height: 200, noisy: true });

/** The header is changed and sealed anew, so that nothing but the size is wrong. */
function withSize(bytes: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt32BE(width, 16);
  changed.writeUInt32BE(height, 20);
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29);
  return changed;
}

/** With the chunk after the header by which browsers know that a PNG moves: two frames, without end. */
function withAnimation(bytes: Buffer): Buffer {
  const control = Buffer.from('acTL\0\0\0\x02\0\0\0\0', 'latin1');
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(control.length - 4);
  sum.writeUInt32BE(crc32(control));
  return Buffer.concat([bytes.subarray(0, 33), length, control, sum, bytes.subarray(33)]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
const noisy = { width: 300, height: 200, noisy: true };

const BAD: [name: string, bytes: Buffer, why: RegExp][] = [
  ['nothing', Buffer.alloc(0), /^it is empty$/],
  ['a text', Buffer.from('hello'), /^it is no picture of a type that is shown; PNG, /],
  ['a page that calls itself a picture', Buffer.from('<!doctype html><script>1</script>'), /^it is no picture/],
  ['a program', Buffer.from('\x7fELF\x02\x01\x01'), /^it is no picture/],
  ['a PDF', Buffer.from('%PDF-1.7\n'), /^it is no picture/],
  ['a TIFF', await sketch().tiff().toBuffer(), /^it is no picture/],
  [
    'an SVG with a script',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    /^it is SVG, which may hold a program; PNG, /,
  ],
  ['an SVG behind spaces', Buffer.from(`${' '.repeat(500)}<svg onload="alert(1)">`), /^it is SVG/],
  ['half a PNG', half(whole), /^it is cut off or damaged; copy it again$/],
  ['half a JPEG', half(await sketch(noisy).jpeg().toBuffer()), /^it is cut off or damaged/],
  ['half a WebP', half(await sketch(noisy).webp().toBuffer()), /^it is cut off or damaged/],
  ['half a GIF', half(await sketch(noisy).gif().toBuffer()), /^it is cut off or damaged/],
  ['half an AVIF', half(await sketch(noisy).avif().toBuffer()), /^it is cut off or damaged/],
  ['the first bytes of a PNG', whole.subarray(0, 20), /^it is cut off or damaged/],
  ['a PNG with a wrong byte', Buffer.from(whole.map((byte, i) => (i === 2000 ? byte ^ 255 : byte))), /^it is cut off/],
  ['a pixel bomb', withSize(whole, 60_000, 60_000), /^it has more than 64 million pixels; make it smaller first$/],
  ['a header that lies', withSize(whole, 6000, 6000), /^it is cut off or damaged/],
  ['a moving GIF', await animation('gif'), /^it is animated; save one of its frames$/],
  ['a moving WebP', await animation('webp'), /^it is animated/],
  ['a moving PNG', withAnimation(whole), /^it is animated/],
  ['a file without end', Buffer.alloc(50_000_001, 1), /^it has 51 MB; a picture may have 50$/],
];

for (const [name, bytes, why] of BAD) {
  test(`${name} is refused, and leaves nothing behind`, async () => {
    const folder = temporaryFolder('media');
    for (const pictureStore of [openPictureStore(folder), openDryRunPictureStore(folder)]) {
      await assert.rejects(
        pictureStore.add(bytes),
        (error: Error) => error instanceof PictureError && why.test(error.message),
      );
      await pictureStore.close();
    }
    assert.deepEqual(listFiles(folder), []);
  });
}

test('a dry run says the same of a picture and keeps none', async () => {
  const [folder, other] = [temporaryFolder('media'), temporaryFolder('media')];
  const dry = openDryRunPictureStore(folder);
  const kept = await dry.add(whole);
  assert.deepEqual(kept, await openPictureStore(other).add(whole));
  assert.deepEqual(await dry.find(kept.image), kept);
  assert.deepEqual(listFiles(folder), []);
});

test('the same picture twice, also at once, is one', async () => {
  const folder = temporaryFolder('media');
  const pictureStore = openPictureStore(folder);
  const all = await Promise.all(Array.from({ length: 5 }, () => pictureStore.add(whole)));
  await pictureStore.close();
  for (const kept of all) assert.deepEqual(kept, all[0]);
  assert.equal(listFiles(folder).length, 2);
  assert.deepEqual(await pictureStore.find(all[0]?.image as string), all[0]);
  assert.equal(await pictureStore.find('/media/../secret'), undefined);
  assert.equal(await pictureStore.find(all[0]?.thumbnail_image as string), undefined, 'a thumbnail is no picture');
  assert.equal(await pictureStore.find(`/media/${'0'.repeat(2)}/${'0'.repeat(62)}.png`), undefined);
});

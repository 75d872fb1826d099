import assert from 'node:assert/strict';
import { chmodSync, existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mediaFolder } from '../../src/config.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { pixelsOf, png, sizeOf, sketch } from '../support/samples/pictures.ts';
import { sendBytes } from '../support/servers/raw.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();
const bytes = await png({ width: 900, height: 600 });
const largeBytes = await png({ width: 500, height: 400, noisy: true });
const pictureStore = openPictureStore(mediaFolder(server.config));
const small = await pictureStore.add(bytes);
const modernBytes = await sketch({ width: 60, height: 40 }).webp().toBuffer();
const modern = await pictureStore.add(modernBytes);
const newestBytes = await sketch({ width: 60, height: 40 }).avif().toBuffer();
const newest = await pictureStore.add(newestBytes);
const large = await pictureStore.add(largeBytes);

const get = (path: string, init: RequestInit = {}) => fetch(server.url + path, init);
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('a picture is served byte for byte, cacheable for a year, with nosniff and a sandbox', async () => {
  for (const [address, content] of [
    [small.image, bytes],
    [large.image, largeBytes],
    [small.image, bytes],
  ] as const) {
    const response = await get(address);
    assert.equal(response.status, 200);
    assert.deepEqual(await bodyOf(response), content);
    const { headers } = response;
    assert.equal(headers.get('content-type'), 'image/png');
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    assert.equal(headers.get('content-length'), String(content.length));
    assert.match(headers.get('etag') ?? '', /^"[0-9a-f/]+\.png"$/);
  }
});

test('HEAD returns the same headers without the body', async () => {
  for (const { image } of [small, large]) {
    const [head, whole] = [await get(image, { method: 'HEAD' }), await get(image)];
    assert.equal((await bodyOf(head)).length, 0);
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
      assert.equal(head.headers.get(name), whole.headers.get(name), name);
    await whole.body?.cancel();
  }
});

test('thumbnails exist, and the file extension selects their type', async () => {
  for (const [ending, type] of [
    ['-320.webp', 'webp'],
    ['-640.webp', 'webp'],
    ['-320.jpg', 'jpeg'],
    ['-640.png', 'png'],
  ] as const) {
    const response = await get(small.image.replace('.png', ending));
    assert.equal(response.status, 200, ending);
    assert.equal(response.headers.get('content-type'), `image/${type}`);
    const width = Number(ending.slice(1, 4));
    assert.deepEqual(await sizeOf(await bodyOf(response)), { width, height: Math.round((width * 2) / 3), type });
  }
});

for (const [name, picture] of [
  ['WebP', modern],
  ['AVIF', newest],
] as const) {
  test(`a picture in ${name} is also served as .png and .jpg, and these are cached on disk`, async () => {
    for (const [ending, type] of [
      ['.png', 'png'],
      ['.jpg', 'jpeg'],
    ] as const) {
      const address = picture.image.replace(/\.\w+$/, ending);
      const response = await get(address);
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, `image/${type}`]);
      assert.equal(response.headers.get('etag'), `"${address.slice(7)}"`);
      assert.deepEqual(await sizeOf(await bodyOf(response)), { width: 60, height: 40, type });
      assert.ok(existsSync(join(mediaFolder(server.config), address.slice(7))));
    }
    const gif = await get(picture.image.replace(/\.\w+$/, '.gif'));
    assert.equal(gif.status, 404);
    assert.deepEqual(await bodyOf(await get(picture.image)), name === 'WebP' ? modernBytes : newestBytes);
  });
}

test('transparency becomes white in a JPEG and stays in a PNG', async () => {
  const clear = await sketch({ width: 4, height: 4 }).ensureAlpha(0).webp({ lossless: true }).toBuffer();
  const keeping = openPictureStore(mediaFolder(server.config));
  const { image } = await keeping.add(clear);
  const pixel = async (ending: string) => {
    const bytes = await bodyOf(await get(image.replace('.webp', ending)));
    return [...(await pixelsOf(bytes)).subarray(0, ending === '.png' ? 4 : 3)];
  };
  assert.deepEqual(await pixel('.jpg'), [255, 255, 255]);
  assert.equal((await pixel('.png'))[3], 0);
});

test('other paths get 404', async () => {
  const folder = mediaFolder(server.config);
  writeFileSync(join(folder, 'secret.png'), 'secret');
  symlinkSync('/etc/passwd', join(folder, small.image.split('/')[2] as string, `${'f'.repeat(62)}.txt`));
  const other = `/media/00/${'0'.repeat(62)}`;
  for (const path of [
    '/media',
    '/media/',
    '/media/secret.png',
    '/media/incoming',
    `${other}.png`,
    `${other}-320.webp`,
    small.image.replace('.png', '.jpg'),
    small.image.replace('.png', '.svg'),
    small.image.replace('.png', '.html'),
    small.image.replace('.png', '-321.webp'),
    small.image.replace('.png', '-320.gif'),
    small.image.replace('.png', '-0320.webp'),
    small.image.toUpperCase().replace('/MEDIA', '/media').replace('.PNG', '.png'),
    `${small.image}/`,
    `${small.image}%00`,
    `${small.image}.txt`,
    small.image.replace('/media/', '/media//'),
    `/media/${small.image.split('/')[2]}/${'f'.repeat(62)}.txt`,
  ]) {
    const response = await get(path);
    assert.equal(response.status, 404, path);
    assert.doesNotMatch(await response.text(), /secret$|root:/);
  }
});

test('path traversal gets 404', async () => {
  for (const path of [
    '/media/../secret',
    '/media/ab/../../service.db',
    '/media/..%2f..%2fservice.db',
    '/media/%2e%2e/secret',
    small.image.replace('/media/', '/media/%2e%2e/media/'),
    small.image.replace('/media/', '/media/../media/'),
  ]) {
    const answer = await sendBytes(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 404 /, path);
  }
});

/** Replaces the folder by a file, so that nothing can be written there. */
async function withUnwritableFolder<T>(work: () => Promise<T>): Promise<T> {
  const incoming = join(mediaFolder(server.config), 'incoming');
  renameSync(incoming, `${incoming}-away`);
  writeFileSync(incoming, '');
  try {
    return await work();
  } finally {
    rmSync(incoming);
    renameSync(`${incoming}-away`, incoming);
  }
}

test('a thumbnail is served even if it cannot be written: the disk may be full or read-only', async () => {
  await withUnwritableFolder(async () => {
    for (const { image } of [small, large]) {
      const response = await get(image.replace('.png', '-320.png'));
      assert.equal(response.status, 200);
      assert.equal((await sizeOf(await bodyOf(response))).width, 320);
    }
  });
});

test('an unreadable file gets 500 without details', async () => {
  const { image } = await openPictureStore(mediaFolder(server.config)).add(await png({ colour: '#040506' }));
  const path = join(mediaFolder(server.config), image.slice('/media'.length));
  chmodSync(path, 0);
  if (process.getuid?.() === 0) {
    // Root ignores the file mode, but cannot read this.
    rmSync(path);
    symlinkSync('/proc/self/mem', path);
  }
  const response = await get(image);
  assert.equal(response.status, 500);
  assert.deepEqual(await response.json(), { code: 500, error: 'Internal error', message: '' });
});

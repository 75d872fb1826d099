import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { mediaFolder } from '../../src/config.ts';
import { loadBundle, loadStarter } from '../../src/merging/load/load.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { openStore } from '../../src/store/open.ts';
import { getPage } from '../support/page.ts';
import { png, sizeOf, writePictures } from '../support/pictures.ts';
import { startServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** The starter catalog, and one game with pictures of every kind. */
const server = await startServer(
  { 'generated-covers': 'true' },
  { platforms: [{ key: 'platform:linux', platform_name: 'Linux' }] },
);
const store = await openStore(server.config);
// As at a first start: thumbnails are made on demand.
const pictureStore = openPictureStore(mediaFolder(server.config), { withThumbnails: false });
await loadStarter(store, () => server.now, pictureStore);
const files = Object.fromEntries(
  await Promise.all(
    Array.from(
      { length: 10 },
      async (_, i) => [`media/${i}.png`, await png({ width: 200 + i * 100, height: 300 })] as const,
    ),
  ),
);
files['media/front.png'] = await png({ width: 600, height: 800 });
const screenshots = Object.keys(files)
  .slice(0, 10)
  .map((file, i) => ({ file, caption: `Level ${i}` }));
const covers = [{ scan_of: 'Front Cover', file: 'media/front.png' }];
const bundle = writePictures({ screenshots, cover_groups: [{ countries: [], covers }] }, files, {
  source: 'tests',
  key: 'tests:a',
});
await loadBundle(store, await openBundle(bundle), { clock: () => server.now, pictureStore });
const games = (await store.catalog.readIndex()).games.ids;
await store.close();
await until(async () => (await server.get('/v1/games?limit=1&offset=1')).body.games.length === 1);

interface Declared {
  image: string;
  thumbnail_image: string;
  width: number;
  height: number;
}

/** Every picture in a response, at any depth. */
function* listPictures(value: unknown): Generator<Declared> {
  if (value === null || typeof value !== 'object') return;
  if ('image' in value) yield value as Declared;
  for (const inner of Object.values(value)) yield* listPictures(inner);
}

test('every picture URL of every endpoint opens and has the stated size', async () => {
  const found = new Map<string, Declared>();
  const note = async (path: string) => {
    const { body, status } = await server.get(path);
    assert.equal(status, 200, path);
    for (const picture of listPictures(body)) found.set(picture.image, picture);
    return body;
  };
  for (let offset = 0; offset < games.length; offset += 100) await note(`/v1/games?offset=${offset}`);
  await note('/v1/games/recent?format=normal');
  await note('/v1/games/random?format=normal');
  for (const gameId of games) {
    const { platforms } = await note(`/v1/games/${gameId}/platforms`);
    for (const { platform_id } of platforms)
      for (const kind of ['screenshots', 'covers']) await note(`/v1/games/${gameId}/platforms/${platform_id}/${kind}`);
  }
  assert.ok(found.size >= games.length + 10, 'a cover of every game, and the screenshots');
  // Drawing a cover is slow: few are opened, and every picture of the game with real ones.
  const opened = [...found.values()].filter(({ image }, i) => !image.includes('/covers/') || i % 16 === 0);
  assert.ok(opened.length >= games.length / 16 + 11);
  for (const { image, thumbnail_image, width, height } of opened) {
    assert.ok(image.startsWith(`${server.url}/`), image);
    const [whole, small] = [await fetch(image), await fetch(thumbnail_image)];
    assert.deepEqual([whole.status, small.status], [200, 200], image);
    const size = await sizeOf(Buffer.from(await whole.arrayBuffer()));
    assert.deepEqual([size.width, size.height], [width, height], image);
    const shape = await sizeOf(Buffer.from(await small.arrayBuffer()));
    assert.ok(shape.width <= width && Math.abs(shape.width / shape.height - width / height) < 0.05, thumbnail_image);
  }
});

test('every picture of a game page opens and has a size, an alt text and a srcset', async () => {
  const gameId = games.at(-1) as number;
  const page = await getPage(server, `/games/${gameId}/game-tests-a`);
  const images = Array.from(page.text.matchAll(/<img [^>]*>/g), ([tag]) => tag);
  const gallery = images.filter((tag) => tag.includes('alt="Level '));
  assert.equal(gallery.length, 10);
  for (const tag of images) {
    // The cover loads eagerly, all others lazily.
    const isCover = tag === images[0];
    assert.match(tag, / width="\d+" height="\d+" (loading="lazy"|fetchpriority="high") decoding="async"/);
    assert.equal(tag.includes('fetchpriority'), isCover, tag);
    const addresses = [/ src="([^"]*)"/, / srcset="([^"]*)"/].flatMap((pattern) =>
      (pattern.exec(tag)?.[1] ?? '').split(', ').map((choice) => choice.split(' ')),
    );
    for (const [address, width] of addresses.filter(([one]) => one !== '')) {
      const response = await fetch(new URL(address as string, server.url));
      assert.equal(response.status, 200, tag);
      const size = await sizeOf(Buffer.from(await response.arrayBuffer()));
      if (width) assert.equal(`${size.width}w`, width);
    }
  }
  assert.equal(gallery.filter((tag) => tag.includes(' srcset="')).length, 8, 'those that are wider than 320 pixels');
});

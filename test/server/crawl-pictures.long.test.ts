import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { mediaFolder } from '../../src/config.ts';
import { loadBundle, loadStarter } from '../../src/merging/load/load.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { openStore } from '../../src/store/open.ts';
import { getPage } from '../support/page.ts';
import { png, sizeOf, writePictures } from '../support/samples/pictures.ts';
import { startServer } from '../support/servers/server.ts';
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

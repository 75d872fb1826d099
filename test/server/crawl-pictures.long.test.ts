import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getPage } from '../support/page.ts';
import { png, sizeOf, writePictures } from '../support/samples/pictures.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer({}, { platforms: [] });
const files: Record<string, Buffer> = { 'media/front.png': await png({ width: 600, height: 800 }) };
for (let i = 0; i < 10; i++) files[`media/${i}.png`] = await png({ width: 200 + i * 100, height: 300 });
const screenshots = Array.from({ length: 10 }, (_, i) => ({ file: `media/${i}.png`, caption: `Level ${i}` }));
const covers = [{ scan_of: 'Front Cover', file: 'media/front.png' }];
await server.import(writePictures({ screenshots, cover_groups: [{ countries: [], covers }] }, files));

test('every picture of a game page opens and has a size, an alt text and a srcset', async () => {
  const page = await getPage(server, '/games/1/game-test-a');
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

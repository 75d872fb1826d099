import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { type LinkPreview, linkPreview, previewVersion } from '../../src/catalog/render/link-preview.ts';
import { readStoredCover } from '../../src/covers/cover-cache.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { openTestDrawings } from '../support/drawings.ts';
import { png, sizeOf } from '../support/pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'ludex-previews-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const drawings = openTestDrawings();
after(() => drawings.close());
const drawPreview = (preview: LinkPreview, storedCover: Uint8Array | undefined) =>
  drawings.draw({ kind: 'preview', preview, storedCover });

const preview = (title: string, cover?: LinkPreview['cover']): LinkPreview => ({
  text: { title, platform: 'Amiga', year: '1990' },
  platforms: ['Amiga', 'Atari ST', 'DOS', 'Macintosh'],
  cover,
});

const TITLES = ['Elite', 'ゼルダの伝説', 'لعبة الملوك', '', '\u{13000}', 'A very long title '.repeat(60)];

for (const title of TITLES) {
  test(`the preview of “${title.slice(0, 20)}” has the size that sites ask for, in few bytes`, async () => {
    const bytes = await drawPreview(preview(title), undefined);
    assert.deepEqual(await sizeOf(bytes), { width: 1200, height: 630, type: 'jpeg' });
    assert.ok(bytes.length < 200_000, `${bytes.length} bytes`);
  });
}

test('a stored cover is shown instead of the generated one', async () => {
  const store = openPictureStore(folder);
  const { thumbnail_image, width } = await store.add(await png({ width: 900, height: 1200 }));
  await store.close();
  const stored = await drawWithCover({ thumbnail_image, width });
  const generated = await drawPreview(preview('Elite'), undefined);
  assert.notDeepEqual(await coverPixels(stored), await coverPixels(generated));
});

test('a missing cover file is replaced by the generated cover', async () => {
  const thumbnail_image = `/media/ab/${'c'.repeat(62)}-320.webp`;
  const missing = await drawWithCover({ thumbnail_image, width: 900 });
  assert.deepEqual(missing, await drawPreview(preview('Elite'), undefined));
});

test('a damaged cover file is replaced by the generated cover', async () => {
  const damaged = await drawPreview(preview('Elite'), Buffer.from('no picture'));
  assert.deepEqual(damaged, await drawPreview(preview('Elite'), undefined));
});

test('the version changes with everything that is shown', () => {
  const changed = [
    preview('Elite'),
    preview('Elite II'),
    preview('Elite', { thumbnail_image: '/media/a', width: 1 }),
    { ...preview('Elite'), platforms: ['Amiga'] },
  ];
  assert.equal(new Set(changed.map(previewVersion)).size, changed.length);
});

test('covers on other hosts are not shown', () => {
  const cover = {
    scan_of: 'Front Cover',
    image: 'https://a.example/1.png',
    thumbnail_image: 'https://a.example/2.png',
  };
  const platform = { platform_name: 'NES', first_release_date: '1985', cover_groups: [{ covers: [cover] }] };
  const record = { title: 'Elite', platforms: [platform] } as unknown as Parameters<typeof linkPreview>[0];
  assert.equal(linkPreview(record).cover, undefined);
});

async function drawWithCover(cover: LinkPreview['cover']): Promise<Buffer> {
  const shown = preview('Elite', cover);
  return drawPreview(shown, await readStoredCover(shown, folder));
}

function coverPixels(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).extract({ left: 100, top: 100, width: 300, height: 400 }).raw().toBuffer();
}

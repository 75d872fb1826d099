import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertFits, openPage } from '../support/chromium.ts';
import { png, writePictures } from '../support/samples/pictures.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer({}, { platforms: [] });
const sizes = Array.from({ length: 10 }, (_, i) => ({ width: 200 + i * 120, height: 700 - i * 50 }));
const files: Record<string, Buffer> = {};
for (const [i, size] of sizes.entries()) files[`media/${i}.png`] = await png({ ...size, colour: `#20${i}060` });
files['media/front.png'] = await png({ width: 600, height: 800 });
await server.import(
  writePictures(
    {
      screenshots: sizes.map((_, i) => ({ file: `media/${i}.png`, caption: `Level ${i}` })),
      cover_groups: [{ countries: ['Japan'], covers: [{ scan_of: 'Front Cover', file: 'media/front.png' }] }],
    },
    files,
  ),
);

/** Layout shifts since navigation. After two frames the last one is recorded, too. */
const SHIFTS = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'layout-shift', buffered: true });
  resolve(observer.takeRecords().map(({ value }) => value));
})))`;

for (const width of [360, 1280] as const) {
  test(`ten screenshots load without layout shifts at ${width} px`, async (t) => {
    const page = await openPage(t, server.url, { width });
    await page.goto('/games/1/game-test-a');
    const images = await page.locator('main img').all();
    assert.equal(images.length, 12);
    for (const image of images) await image.scrollIntoViewIfNeeded();
    await page.waitForFunction(
      `[...document.querySelectorAll('main img')].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)`,
    );
    assert.deepEqual(await page.evaluate(SHIFTS), []);
    await assertFits(page);
    await assertAccessible(page);
  });
}

test('the lightbox works with the keyboard', async (t) => {
  const page = await openPage(t, server.url);
  await page.goto('/games/1/game-test-a');
  const first = page.getByRole('link', { name: /Level 1/ });
  await first.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pictures' });
  await dialog.waitFor();
  const position = async () => Number((await dialog.getByRole('status').innerText()).split(' ')[0]);
  const start = await position();
  await assertAccessible(page);
  await page.keyboard.press('ArrowRight');
  assert.equal(await position(), start + 1);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  assert.equal(await position(), 1, 'the first follows the last');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate("document.activeElement.matches('a[data-lightbox]')"), true);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertFits, openPage } from '../support/chromium.ts';
import { png, writePictures } from '../support/pictures.ts';
import { startServer } from '../support/server.ts';

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

/** What has moved by itself since the page began, as browsers measure it. */
const SHIFTS = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().map(({ value }) => value)))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve([]), 500);
})`;

for (const width of [360, 1280] as const) {
  test(`a page with ten screenshots shows them all, and nothing moves while they come, at ${width} px`, async (t) => {
    const page = await openPage(t, server.url, { width });
    await page.goto('/games/1/game-test-a');
    for (const image of await page.locator('main img').all()) {
      await image.scrollIntoViewIfNeeded();
      await page.waitForFunction(`document.querySelectorAll('main img').length === 12`);
    }
    await page.waitForFunction(
      `[...document.querySelectorAll('main img')].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)`,
    );
    assert.deepEqual(await page.evaluate(SHIFTS), []);
    await assertFits(page);
    await assertAccessible(page);
  });
}

test('the lightbox is used with nothing but the keyboard', async (t) => {
  const page = await openPage(t, server.url);
  await page.goto('/games/1/game-test-a');
  const first = page.getByRole('link', { name: /Level 1/ });
  await first.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pictures' });
  await dialog.waitFor();
  const place = async () => Number((await dialog.getByRole('status').innerText()).split(' ')[0]);
  const start = await place();
  await assertAccessible(page);
  await page.keyboard.press('ArrowRight');
  assert.equal(await place(), start + 1);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  assert.equal(await place(), 1, 'after the last comes the first');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate("document.activeElement.matches('a[data-lightbox]')"), true);
});

test('without JavaScript a picture is a link to the whole picture', async (t) => {
  const page = await openPage(t, server.url, { javaScript: false });
  await page.goto('/games/1/game-test-a');
  await page.getByRole('link', { name: /Level 1/ }).click();
  await page.waitForURL(/\/media\/.*\.png$/);
});

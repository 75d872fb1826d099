import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertAccessibleAndFits, assertFits, openPage } from '../support/chromium.ts';
import { SERIES_CATALOG, SERIES_GAME } from '../support/samples/series-catalog.ts';
import { startServer } from '../support/servers/server.ts';

const { url } = await startServer({}, SERIES_CATALOG);

for (const [name, id] of Object.entries({
  'with everything': SERIES_GAME.third,
  'with a title from right to left': SERIES_GAME.arabic,
  'without facts': SERIES_GAME.bare,
})) {
  test(`the page of a game ${name} is accessible and fits, small and dark, wide and light`, async (t) => {
    await assertAccessibleAndFits(await openPage(t, url), `/games/${id}`);
  });
}

test('releases, files and sources unfold', async (t) => {
  const page = await openPage(t, url, { width: 360 });
  await page.goto(`/games/${SERIES_GAME.third}`);
  const hash = page.getByText('3333', { exact: false }).first();
  assert.equal(await hash.isVisible(), false);
  const folded = page.locator('.game-body details:not([open]) > summary');
  while ((await folded.count()) > 0) await folded.first().click();
  assert.equal(await hash.isVisible(), true);
  await assertAccessible(page);
  await assertFits(page);
});

test('the cover, the title and the line of links are first in the window of a phone', async (t) => {
  const page = await openPage(t, url, { width: 360 });
  await page.goto(`/games/${SERIES_GAME.third}`);
  for (const place of ['.game-top .cover', 'h1', '.essentials']) {
    const box = await page.locator(place).boundingBox();
    assert.ok(box && box.y + box.height < 800, place);
  }
});

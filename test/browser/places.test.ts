import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLATFORM } from '../support/catalog.ts';
import { openPage } from '../support/chromium.ts';
import { startServer } from '../support/server.ts';

const { url } = await startServer();

for (const javaScript of [true, false]) {
  test(`a visitor gets other random picks, ${javaScript ? 'with' : 'without'} JavaScript`, async (t) => {
    const page = await openPage(t, url, { javaScript });
    const titles = () => page.locator('#picks .label').allTextContents();
    await page.goto('/');
    const first = await titles();
    await page.getByRole('link', { name: 'Show others' }).click();
    await page.waitForURL(/\?picks=\d+#picks$/);
    assert.notDeepEqual(await titles(), first);
  });

  test(`a bar of a year leads to its games, ${javaScript ? 'with' : 'without'} JavaScript`, async (t) => {
    const page = await openPage(t, url, { javaScript });
    await page.goto(`/platforms/${PLATFORM.arcade}`);
    await page.locator('.chart.years a').filter({ hasText: '1999: 130 games' }).click();
    await page.waitForURL(/year_from=1999&year_to=1999/);
    assert.match(await page.locator('.lead').innerText(), /^130 games/);
  });
}

test('the table below the chart has the same links for the keyboard', async (t) => {
  const page = await openPage(t, url);
  await page.goto(`/platforms/${PLATFORM.arcade}`);
  await page.getByText('Show as table').press('Enter');
  await page.getByRole('link', { name: '1999', exact: true }).press('Enter');
  await page.waitForURL(/year_from=1999&year_to=1999/);
});

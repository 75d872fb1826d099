import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLATFORM } from '../support/catalog.ts';
import { openPage } from '../support/chromium.ts';
import { sharedServer } from '../support/server.ts';

const { url } = await sharedServer();

test('a bar of a year leads to its games', async (t) => {
  const page = await openPage(t, url);
  await page.goto(`/platforms/${PLATFORM.arcade}`);
  await page.locator('.chart.years a').filter({ hasText: '1999: 130 games' }).click();
  await page.waitForURL(/year_from=1999&year_to=1999/);
  assert.match(await page.locator('.lead').innerText(), /^130 games/);
});

test('the table below the chart has the same links for the keyboard', async (t) => {
  const page = await openPage(t, url);
  await page.goto(`/platforms/${PLATFORM.arcade}`);
  await page.getByText('Show as table').press('Enter');
  await page.getByRole('link', { name: '1999', exact: true }).press('Enter');
  await page.waitForURL(/year_from=1999&year_to=1999/);
});

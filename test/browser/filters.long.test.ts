import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertAccessibleAndFits, assertFits, openPage } from '../support/chromium.ts';
import { platforms } from '../support/samples/entries.ts';
import { KINDS_CATALOG } from '../support/samples/kinds-catalog.ts';
import { startServer } from '../support/servers/server.ts';

const { url } = await startServer({}, KINDS_CATALOG as never);

const found = (page: Page) => page.getByRole('main').getByRole('status');
const waitForCount = (page: Page, text: RegExp) => found(page).getByText(text).waitFor();

test('a ticked box applies at once, keeps the focus, and is announced', async (t) => {
  const page = await openPage(t, url);
  await page.goto('/games');
  await page.evaluate("document.querySelector('#found').marked = true");
  await page.getByRole('checkbox', { name: /^NES/ }).focus();
  await page.keyboard.press('Space');
  await waitForCount(page, /^3 games/);
  assert.equal(new URL(page.url()).search, '?platform=22');
  assert.match(await page.title(), /NES/);
  const focus = await page.evaluate<string[]>('[document.activeElement.name, document.activeElement.value]');
  assert.deepEqual(focus, ['platform', '22']);
  assert.equal(await page.evaluate("document.querySelector('#found').marked"), true, 'the live region stays');
  assert.equal(await page.getByRole('button', { name: 'Apply' }).count(), 0);
  await assertAccessible(page);
});

test('a number of players applies at once, and its chip removes it', async (t) => {
  const page = await openPage(t, url);
  await page.goto('/games');
  await page.getByRole('radio', { name: /^2 players or more/ }).check();
  await waitForCount(page, /^2 games/);
  assert.equal(new URL(page.url()).search, '?players=2');
  await page.getByRole('radio', { name: /^4 players or more/ }).check();
  await waitForCount(page, /^1 game$/);
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Remove players: 4 players or more' }).click();
  await page.waitForURL(`${url}/games`);
});

test('years and a typed company apply, and chips remove them one by one', async (t) => {
  const page = await openPage(t, url);
  await page.goto('/games');
  await page.getByLabel('From').fill('1980');
  await page.keyboard.press('Tab');
  await waitForCount(page, /^4 games/);
  await page.getByLabel('Name of a company').fill('acme');
  await page.keyboard.press('Enter');
  await waitForCount(page, /^1 game$/);
  assert.equal(new URL(page.url()).search, '?company=1&year_from=1980');
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Remove first release: Since 1980' }).click();
  await page.waitForURL(`${url}/games?company=1`);
  await page.getByRole('link', { name: 'Remove company: Acme' }).click();
  await page.waitForURL(`${url}/games`);
});

test('on a phone the filters are a drawer', async (t) => {
  const page = await openPage(t, url, { width: 360 });
  await page.goto('/games');
  const box = page.getByRole('checkbox', { name: /^Genesis/ });
  assert.equal(await box.isVisible(), false);
  await page.getByText('Filters').click();
  await box.check();
  // In view without scrolling.
  const button = page.getByRole('button', { name: 'Show 1 game' });
  await button.waitFor();
  const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
  assert.ok(y + height <= 800, `the button ends at ${y + height}`);
  await assertAccessible(page);
  await assertFits(page);
  await button.click();
  await box.waitFor({ state: 'hidden' });
  await waitForCount(page, /^1 game$/);
});

test('covers and table are accessible and fit', async (t) => {
  const page = await openPage(t, url);
  for (const path of ['/games?kinds=all&view=table', '/games?platform=22&year_from=1985&kinds=all&view=grid'])
    await assertAccessibleAndFits(page, path);
});

test('one of many platforms is found by its name or maker while it is typed', async (t) => {
  const names = ['NES', 'SNES', 'Nintendo 64', 'Game Boy', ...Array.from({ length: 10 }, (_, i) => `Own machine ${i}`)];
  const all = platforms(...names);
  const games = all.map(({ key }, i) => ({ key: `test:${i}`, title: `Game ${i}`, platforms: [{ platform: key }] }));
  const many = await startServer({}, { platforms: all, games });
  const page = await openPage(t, many.url);
  // With any of the selected platforms, the others stay in the list.
  await page.goto('/games?match=any');
  const search = page.getByRole('searchbox', { name: 'Find a platform' });
  const shown = () => page.locator('.maker label:visible').allInnerTexts();
  await search.fill('machine 7');
  assert.match((await shown()).join(), /^Own machine 7\s+1$/);
  await search.press('Enter');
  await search.fill('NINTENDO');
  assert.equal((await shown()).length, 4, 'the platforms of the maker');
  await search.press('Tab');
  assert.equal(page.url(), `${many.url}/games?match=any`, 'it is not a filter by itself');
  await search.fill('game boy');
  await page.getByRole('checkbox', { name: /^Game Boy/ }).check();
  await waitForCount(page, /^1 game$/);
  assert.equal(await search.inputValue(), 'game boy');
  await assertAccessible(page);
  const plain = await openPage(t, many.url, { javaScript: false });
  await plain.goto('/games');
  assert.equal(await plain.locator('#platform-search').isVisible(), false);
});

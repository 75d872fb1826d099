import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openPage } from '../support/chromium.ts';
import { sharedServer } from '../support/servers/server.ts';

const { url } = await sharedServer();

const gameHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Super Example Bros.' });
const found = (page: Page) => page.getByRole('main').getByRole('status');

test('find a game by search, with its Japanese title and its German release date', async (t) => {
  const page = await openPage(t, url, { width: 360 });
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Search titles' }).fill('example');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Super Example Bros.' }).click();
  await gameHeading(page).waitFor();
  await page.getByText('スーパーエグザンプル').first().waitFor();
  const german = page.getByRole('row').filter({ hasText: 'Germany' });
  assert.match(await german.innerText(), /15 May 1987|1987-05-15|May 15, 1987/);
});

test('titles are suggested while typing and selected with the keyboard', async (t) => {
  const page = await openPage(t, url);
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Search titles' });
  await box.pressSequentially('bros');
  const suggestion = page.getByRole('option', { name: 'Super Example Bros.' });
  await suggestion.waitFor();
  await assertAccessible(page);
  await page.keyboard.press('ArrowDown');
  assert.equal(await suggestion.getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Enter');
  await gameHeading(page).waitFor();
});

test('a slash goes to the search, but not within a field', async (t) => {
  const page = await openPage(t, url);
  await page.goto('/platforms');
  const box = page.getByRole('combobox', { name: 'Search titles' });
  await page.keyboard.press('/');
  await page.keyboard.type('fate/');
  assert.equal(await box.inputValue(), 'fate/');
});

for (const javaScript of [true, false]) {
  test(`filters are applied one by one, and the back button undoes them, ${javaScript ? 'with' : 'without'} JavaScript`, async (t) => {
    const page = await openPage(t, url, { javaScript });
    await page.goto('/games');
    assert.match(await found(page).innerText(), /^137 games/);
    await applyFilter(page, /Action/, javaScript);
    await found(page)
      .getByText(/^2 games/)
      .waitFor();
    await applyFilter(page, /^NES \/ Famicom\s+1$/, javaScript);
    await found(page)
      .getByText(/^1 game/)
      .waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Super Example Bros.' }).click();
    await gameHeading(page).waitFor();
    await page.goBack();
    await found(page)
      .getByText(/^1 game/)
      .waitFor();
    await page.goBack();
    await found(page)
      .getByText(/^2 games/)
      .waitFor();
    await page.goForward();
    await found(page)
      .getByText(/^1 game/)
      .waitFor();
  });
}

/** With JavaScript, a ticked box applies at once. */
async function applyFilter(page: Page, option: RegExp, javaScript: boolean): Promise<void> {
  // The options may not be loaded yet.
  await page.waitForLoadState();
  await page.getByRole('checkbox', { name: option }).first().click();
  if (!javaScript) await page.getByRole('button', { name: 'Apply' }).click();
}

test('without JavaScript the search box is a plain form', async (t) => {
  const page = await openPage(t, url, { javaScript: false });
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('ドラゴン');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'ドラゴンクエスト' }).waitFor();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { GAME } from '../support/catalog.ts';
import { assertAccessible, assertFits, openPage } from '../support/chromium.ts';
import { startServer } from '../support/server.ts';

const server = await startServer();
const { url } = server;

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
  const german = page.getByRole('row').filter({ has: page.getByTitle('Germany') });
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

test('Escape closes the suggestions, and Enter then searches for the text', async (t) => {
  const page = await openPage(t, url);
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Search titles' }).pressSequentially('filler 1');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/games?title=filler+1');
  assert.match(await found(page).innerText(), /“filler 1” in the title/);
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

test('a skip link jumps over the filters to the games', async (t) => {
  const page = await openPage(t, url);
  await page.goto('/games?title=example');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#/);
  await page.keyboard.press('Tab');
  const [words, left] = await page.evaluate<[string, number]>(
    '[document.activeElement.textContent, document.activeElement.getBoundingClientRect().left]',
  );
  assert.equal(words, 'Skip to games');
  assert.ok(left >= 0, 'it is visible while it has the focus');
  await assertAccessible(page);
  await page.keyboard.press('Enter');
  // The jump happens after the key press; a Tab before it starts at the link.
  await page.waitForFunction('document.activeElement.id === "games"');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate("document.activeElement.closest('#games') !== null"), true);
});

test('pagination links work', async (t) => {
  const page = await openPage(t, url);
  await page.goto('/games?title=filler');
  await page.getByRole('link', { name: 'Next' }).click();
  await page.getByRole('link', { name: 'Page 3' }).click();
  await page.waitForURL(/page=3/);
  assert.equal(await page.getByRole('link', { name: 'Next' }).count(), 0);
  await page.goBack();
  assert.match(page.url(), /page=2/);
});

test('without JavaScript the search box is a plain form', async (t) => {
  const page = await openPage(t, url, { javaScript: false });
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('ドラゴン');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'ドラゴンクエスト' }).waitFor();
});

test('hostile search text is shown as text', async (t) => {
  const page = await openPage(t, url);
  const words = '<img src=x onerror=alert(1)>\u202E"\'&';
  await page.goto(`/games?title=${encodeURIComponent(words)}`);
  assert.match(await found(page).innerText(), /<img src=x onerror=alert\(1\)>/);
  assert.match(await page.locator('input[name=title]').first().inputValue(), /^<img src=x/);
});

test('every page links to its API request, which works', async (t) => {
  const page = await openPage(t, url);
  for (const path of ['/', '/games?title=filler&page=2', `/games/${GAME.everything}`, '/platforms', '/genres/21']) {
    await page.goto(path);
    const call = await page.getByRole('link', { name: 'This page as JSON' }).getAttribute('href');
    const answer = await fetch(new URL(call as string, url), { headers: { 'X-API-Key': server.key } });
    assert.equal(answer.status, 200, path);
  }
});

test('printed pages have no buttons, search boxes or navigation', async (t) => {
  const page = await openPage(t, url);
  await page.emulateMedia({ media: 'print' });
  for (const path of ['/', '/games?title=example', `/games/${GAME.everything}`, '/docs']) {
    await page.goto(path);
    for (const role of ['button', 'combobox', 'searchbox'] as const) {
      assert.equal(await page.getByRole(role).count(), 0, `${role} on ${path}`);
    }
    assert.equal(await page.getByRole('link', { name: 'Sign in' }).count(), 0, path);
    assert.equal(await page.getByRole('navigation').count(), 0, path);
  }
});

test('folded releases are printed', async (t) => {
  const page = await openPage(t, url);
  await page.goto(`/games/${GAME.everything}`);
  const isShown = () => page.evaluate<boolean>("document.querySelector('#releases table').checkVisibility()");
  await page.evaluate("for (const details of document.querySelectorAll('#releases details')) details.open = false");
  assert.equal(await isShown(), false);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await isShown(), true);
});

test('the title under a cover does not cut off descenders', async (t) => {
  const page = await openPage(t, url);
  await page.goto(`/games/${GAME.bare}`);
  const [whole, seen] = await page.evaluate<[number, number]>(
    "(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight])(document.querySelector('.cover-title'))",
  );
  assert.ok(whole <= seen, `${whole} px in ${seen} px`);
});

test('text is set in Inter, of which a Latin page loads one file', async (t) => {
  const page = await openPage(t, url);
  await page.goto(`/games/${GAME.bare}`);
  await page.evaluate('document.fonts.ready');
  const loaded = await page.evaluate<string[]>(
    "[...document.fonts].filter(({ family, status }) => family === 'Inter' && status === 'loaded').map(({ unicodeRange }) => unicodeRange)",
  );
  assert.equal(loaded.length, 1);
  assert.match(loaded[0] as string, /^U\+0+-FF/i);
  assert.match(await page.evaluate<string>('getComputedStyle(document.querySelector("h1")).fontFamily'), /^Inter\b/);
});

for (const width of [360, 1280] as const) {
  test(`covers in a grid are 3:4 in a window of ${width} px`, async (t) => {
    const page = await openPage(t, url, { width });
    await page.goto('/');
    const shapes = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.game-grid .cover')].filter((cover) => cover.offsetHeight > 0).map((cover) => cover.offsetWidth / cover.offsetHeight)",
    );
    assert.ok(shapes.length > 0);
    for (const shape of shapes) assert.ok(Math.abs(shape - 3 / 4) < 0.01, String(shape));
  });
}

for (const javaScript of [true, false]) {
  test(`the theme is chosen in the header, ${javaScript ? 'with' : 'without'} JavaScript`, async (t) => {
    const page = await openPage(t, url, { width: 360, javaScript });
    const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
    await page.goto('/games?title=example');
    const light = await background();
    await page.getByLabel('Theme', { exact: true }).click();
    const dark = page.getByRole('button', { name: 'Dark' });
    if (javaScript) await assertAccessible(page);
    await assertFits(page);
    const answer = page.waitForResponse(`${url}/theme`);
    await dark.click();
    await answer;
    await page.waitForFunction('document.documentElement.dataset.theme === "dark"');
    assert.match(page.url(), /\/games\?title=example$/);
    assert.equal(await dark.isVisible(), false, 'the menu closes');
    const changed = await background();
    assert.notEqual(changed, light);
    await page.goto(`/games/${GAME.everything}`);
    assert.equal(await background(), changed, 'on the next page');
    if (javaScript) await assertAccessible(page);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertFits, openPage } from '../support/chromium.ts';
import { GAME } from '../support/samples/catalog.ts';
import { sharedServer } from '../support/servers/server.ts';

const { url } = await sharedServer();

test('Escape closes the suggestions, and Enter then searches for the text', async (t) => {
  const page = await openPage(t, url);
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Search titles' }).pressSequentially('filler 1');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/games?title=filler+1');
  assert.match(await page.title(), /^Search: “filler 1”/);
});

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

// Without JavaScript: test/web/account/preferences.test.ts.
test('the theme is chosen in the header', async (t) => {
  const page = await openPage(t, url, { width: 360 });
  const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  await page.goto('/games?title=example');
  const light = await background();
  await page.getByLabel('Theme', { exact: true }).click();
  const dark = page.getByRole('button', { name: 'Dark' });
  await assertAccessible(page);
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
  await assertAccessible(page);
});

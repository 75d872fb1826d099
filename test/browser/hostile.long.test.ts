import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from '../support/chromium.ts';
import { startServer } from '../support/servers/server.ts';

/** Unescaped, it would run a script or ask another host: each fails the test. An import accepts it, because no tag is closed. */
const TITLE = `Hop"'><xss autofocus tabindex=1 onfocus=window.ran=1><img src=//evil.example onerror=window.ran=1 </script x`;
const server = await startServer({}, {
  platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
  games: [{ key: 'test:a', title: TITLE, platforms: [{ platform: 'platform:nes' }] }],
} as never);

test('the script of the search box shows markup in a title as text', async (t) => {
  const page = await openPage(t, server.url);
  await page.goto('/');
  await page.getByRole('combobox').first().fill('hop');
  await page.getByRole('option', { name: TITLE }).waitFor();
  assert.equal(await page.locator('xss, img[onerror]').count(), 0);
  assert.equal(await page.evaluate('window.ran'), undefined);
});

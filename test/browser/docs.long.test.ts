import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertAccessibleAndFits, assertFits, openPage } from '../support/chromium.ts';
import { sharedServer } from '../support/servers/server.ts';

const server = await sharedServer();

for (const path of ['/docs', '/docs/api', '/docs/programs', '/docs/performance', '/docs/changelog', '/docs/credits']) {
  test(`${path} is accessible and fits, small and light, wide and dark`, async (t) => {
    await assertAccessibleAndFits(await openPage(t, server.url), path, 1280);
  });
}

test('a code sample can be copied', async (t) => {
  const page = await openPage(t, server.url);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs');
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /^curl -H 'X-API-Key: YOUR_KEY'/);
});

for (const javaScript of [true, false]) {
  test(`samples are shown in the chosen language, ${javaScript ? 'with' : 'without'} JavaScript`, async (t) => {
    const page = await openPage(t, server.url, { javaScript, width: 360 });
    await page.goto('/docs');
    const shown = () => page.locator('.code-tabs').first().locator('pre:visible').getAttribute('data-language');
    assert.equal(await shown(), 'sh');
    await page.getByRole('radio', { name: 'Go' }).first().check();
    assert.equal(await shown(), 'go');
    if (!javaScript) return;
    assert.equal(await page.getByRole('radio', { name: 'Go' }).last().isChecked(), true, 'all samples');
    await page.reload();
    await page.waitForFunction('document.querySelector(".code-tabs [value=go]").checked');
    assert.equal(await shown(), 'go');
  });
}

test('without JavaScript the explorer links to the contract', async (t) => {
  const page = await openPage(t, server.url, { javaScript: false });
  await page.goto('/docs/reference');
  await page.getByText('Loading the API explorer, which needs JavaScript').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download openapi.json' }).click();
  assert.equal((await download).suggestedFilename(), 'openapi.json');
});

test('the explorer and its request dialog are accessible, fit, and send a real request', async (t) => {
  const page = await openPage(t, server.url, { dark: true });
  await page.goto('/docs/reference');
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .waitFor();
  await assertAccessible(page);
  await assertFits(page);
  const sample = page.locator('pre', { hasText: 'curl' }).first();
  await sample.filter({ hasText: /X-API-Key: (YOUR_KEY|ludex_)/ }).waitFor();
  await page
    .getByLabel(/^Value/)
    .first()
    .fill(server.key);
  await page.getByRole('button', { name: /Test Request.*games\)/ }).click();
  const answer = page.waitForResponse((response) => response.url().startsWith(`${server.url}/v1/games?`));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send get request/ })
    .click();
  assert.equal((await answer).status(), 200);
  await page.getByRole('dialog').getByText('200 OK').waitFor();
  await page.getByRole('dialog').getByText('"Super Example Bros."').waitFor();
  // The page below was checked above, and axe takes seconds for it.
  await assertAccessible(page, '[role=dialog]');
  const misspelt = `fetch('/v1/games?name=x', { headers: { 'X-API-Key': '${server.key}' } })`;
  await page.evaluate(misspelt);
  await page.getByText('No effect: name. Did you mean title?').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  assert.equal(await page.getByRole('button', { name: /download/i }).count(), 0, 'its document lacks HEAD and OPTIONS');
});

test('the explorer is rendered in the theme of the system, and follows it', async (t) => {
  const page = await openPage(t, server.url, { dark: true });
  await page.goto('/docs/reference');
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .waitFor();
  assert.equal(await page.evaluate('document.getAnimations().length'), 0, 'no text fades from another theme');
  await page.locator('body.dark-mode').waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('body.light-mode').waitFor();
});

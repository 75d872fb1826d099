import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertAccessibleAndFits, assertFits, openPage } from '../support/chromium.ts';
import { sharedServer } from '../support/server.ts';

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

test('the explorer is fetched when somebody points at its link', async (t) => {
  const page = await openPage(t, server.url);
  await page.goto('/docs');
  const fetched = page.waitForRequest((request) => request.url().includes('/static/scalar.js'));
  await page.getByRole('link', { name: 'Try it' }).first().hover();
  await fetched;
});

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

test('on a phone the explorer fits, and opens the dialog of an operation further down', async (t) => {
  const page = await openPage(t, server.url, { width: 360 });
  await page.goto('/docs/reference');
  // Operations are rendered when they scroll into view.
  await page.getByRole('list', { name: 'Games endpoints' }).getByText('/games/recent').click();
  await page.getByRole('button', { name: /Test Request.*recent\)/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send get request.*recent/ })
    .waitFor();
  await assertFits(page);
});

test('words in tables stay whole on a phone', async (t) => {
  const page = await openPage(t, server.url, { width: 360 });
  await page.goto('/docs/api');
  const broken = await page.evaluate<string[]>(`[...document.querySelectorAll('.prose td')].flatMap((cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const broken = [];
    while (walker.nextNode()) {
      for (const { index, 0: word } of walker.currentNode.data.matchAll(/[a-z]+/gi)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, index);
        range.setEnd(walker.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  })`);
  assert.deepEqual(broken, []);
  await assertFits(page);
});

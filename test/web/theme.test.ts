import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '../support/browser.ts';
import { startServer } from '../support/server.ts';

const { url } = await startServer();

const themeOf = (text: string) => /^<!doctype html>\n<html lang="en"(?: data-theme="(\w+)")?>/.exec(text)?.[1];
const schemeOf = (text: string) => /<meta name="color-scheme" content="([^"]*)">/.exec(text)?.[1];

test('without a choice, pages follow the system', async () => {
  const { text } = await openBrowser(url).open('/');
  assert.equal(themeOf(text), undefined);
  assert.equal(schemeOf(text), 'light dark');
});

for (const theme of ['light', 'dark']) {
  test(`the ${theme} theme is remembered, and rendered on every page`, async () => {
    const browser = openBrowser(url);
    const after = await browser.send('/games?title=filler', '/theme', { theme });
    assert.equal(after.path, '/games?title=filler', 'back on the same page');
    for (const path of ['/', '/signin', '/docs', '/docs/reference', '/nothing/here']) {
      const { text } = await browser.open(path);
      assert.equal(themeOf(text), theme, path);
      assert.equal(schemeOf(text), theme, path);
    }
    assert.equal(themeOf((await browser.submit('/theme', { theme: 'system' })).text), undefined);
  });
}

test('an unknown theme in the form or the cookie is none', async () => {
  const browser = openBrowser(url);
  assert.equal(themeOf((await browser.send('/', '/theme', { theme: '"><b>' })).text), undefined);
  const page = await fetch(url, { headers: { accept: 'text/html', cookie: 'ludex_theme=pink' } });
  assert.equal(themeOf(await page.text()), undefined);
});

test('other sites cannot change the theme, nor redirect with it', async () => {
  const browser = openBrowser(url);
  const foreign = await browser.post('/theme', { theme: 'dark' }, { origin: 'https://evil.example' });
  assert.equal(foreign.status, 403);
  assert.equal(browser.cookies.size, 0);
  for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', 'games']) {
    const { headers } = await browser.post('/theme', { theme: 'dark', next });
    assert.equal(headers.get('location'), '/', next);
  }
});

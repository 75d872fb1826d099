import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser } from '../../support/browser.ts';
import { getPage } from '../../support/page.ts';
import { PLATFORM } from '../../support/samples/catalog.ts';
import { startServer } from '../../support/servers/server.ts';

const server = await startServer();
const { url } = server;

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

const isTable = (text: string) => /<table class="games">/.test(text);
const isGrid = (text: string) => /<ul class="game-grid">/.test(text);

test('lists show covers, and a link switches to a table that the browser remembers', async () => {
  const browser = openBrowser(url);
  const first = await browser.open(`/games?platform=${PLATFORM.nes}`);
  assert.ok(isGrid(first.text) && !isTable(first.text));
  assert.match(first.text, /&#38;view&#61;grid" rel="nofollow" aria-current="true">Covers</);
  const [, link = ''] = /href="([^"]*)" rel="nofollow">Table</.exec(first.text) ?? [];
  const path = link.replaceAll('&#38;', '&').replaceAll('&#61;', '=');
  assert.equal(path, `/games?platform=${PLATFORM.nes}&view=table`);
  const switched = await browser.open(path);
  assert.ok(isTable(switched.text) && !isGrid(switched.text));
  assert.match(
    switched.headers.get('set-cookie') ?? '',
    /^ludex_view=table; Path=\/; HttpOnly; SameSite=Lax; Max-Age=/,
  );
  assert.ok(isTable((await browser.open('/games?title=filler')).text));
  assert.ok(isGrid((await browser.open('/games?view=grid')).text));
  assert.ok(isGrid((await browser.open('/games')).text));
});

test('the view is not part of the canonical address, and unknown views are ignored', async () => {
  const seen = await getPage(server, '/games?view=table');
  assert.equal(seen.canonical, `${url}/games`);
  const unknown = await getPage(server, '/games?view=evil');
  assert.ok(isGrid(unknown.text));
  assert.equal(unknown.headers.get('set-cookie'), null);
});

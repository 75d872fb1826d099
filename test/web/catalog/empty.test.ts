import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertValidDocument, getPage } from '../../support/page.ts';
import { startServer } from '../../support/servers/server.ts';

const server = await startServer({ starter: 'false', contact: 'operator@example.org' }, { games: [] });

for (const path of [
  '/',
  '/games',
  '/games?title=x',
  '/games?sort=newest',
  '/platforms',
  '/genres',
  '/groups',
  '/sources',
]) {
  test(`${path} works with an empty catalog`, async () => {
    const seen = await getPage(server, path);
    assert.equal(seen.status, 200);
    assertValidDocument(seen);
    if (path === '/' || path.startsWith('/games')) assert.match(seen.words, /The catalog is empty/);
    if (seen.jsonUrl) assert.equal((await server.get(seen.jsonUrl)).status, 200);
  });
}

test('the feed, the sitemap and the suggestions work with an empty catalog', async () => {
  for (const path of ['/feed.atom', '/sitemap.xml', '/sitemap/pages-1.xml', '/suggest?title=x']) {
    assert.equal((await fetch(server.url + path)).status, 200, path);
  }
  assert.equal((await fetch(`${server.url}/sitemap/games-1.xml`)).status, 404, 'no empty sitemap');
});

test('every page links to the terms and to the contact address', async () => {
  for (const path of ['/', '/signin', '/nothing/here']) {
    const page = await fetch(server.url + path, { headers: { accept: 'text/html' } });
    const footer = (await page.text()).split('<footer')[1] ?? '';
    assert.match(footer, /<a href="\/terms">Terms<\/a>/, path);
    assert.match(footer, /<a href="mailto:operator@example.org">Contact<\/a>/, path);
  }
});

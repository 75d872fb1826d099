import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SaxesParser } from 'saxes';
import { showSitemap, showSitemapIndex } from '../../../src/web/feeds.ts';
import type { PageRequest } from '../../../src/web/kit/page.ts';
import { getPage } from '../../support/page.ts';
import { GAME } from '../../support/samples/catalog.ts';
import { snapshotOf } from '../../support/samples/snapshot.ts';
import { startServer } from '../../support/servers/server.ts';

const server = await startServer();

/** Parses strict XML into the texts of its elements. */
async function readXml(
  path: string,
  url = server.url,
): Promise<{ type: string; root: string; texts: Record<string, string[]> }> {
  const response = await fetch(url + path);
  assert.equal(response.status, 200, path);
  const texts: Record<string, string[]> = {};
  const open: string[] = [];
  let root = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => assert.fail(error));
  parser.on('opentag', ({ name, uri }) => {
    root ||= `${name} ${uri}`;
    open.push(name);
    texts[name] ??= [];
  });
  parser.on('text', (text) => texts[open.at(-1) ?? '']?.push(text));
  parser.on('closetag', () => void open.pop());
  parser.write(await response.text()).close();
  return { type: response.headers.get('content-type') ?? '', root, texts };
}

test('the sitemap lists every game and facet page, and each URL works', async () => {
  const index = await readXml('/sitemap.xml');
  assert.equal(index.root, 'sitemapindex http://www.sitemaps.org/schemas/sitemap/0.9');
  const maps = index.texts.loc?.map((address) => address.slice(server.url.length)) ?? [];
  const kinds = ['pages', 'games', 'companies', 'platforms', 'genres', 'groups'];
  assert.deepEqual(
    maps,
    kinds.map((kind) => `/sitemap/${kind}-1.xml`),
  );
  const games = await readXml('/sitemap/games-1.xml');
  assert.equal(games.texts.loc?.length, GAME.last);
  assert.equal(games.texts.lastmod?.[0], '2026-11-15');
  for (const map of maps) {
    for (const address of (await readXml(map)).texts.loc?.slice(0, 7) ?? []) {
      const seen = await getPage(server, address.slice(server.url.length));
      assert.equal(seen.status, 200, address);
      assert.equal(seen.canonical, address);
    }
  }
});

for (const name of [
  'games-2.xml',
  'games-0.xml',
  'companies-9.xml',
  'games-1',
  'evil.xml',
  'constructor-1.xml',
  'games-999999999.xml',
]) {
  test(`/sitemap/${name} is not found`, async () => {
    for (const headers of [{}, { 'if-none-match': '*' }])
      assert.equal((await fetch(`${server.url}/sitemap/${name}`, { headers })).status, 404);
  });
}

test('a sitemap has at most 1,000 URLs, and the index lists all sitemaps', () => {
  const ids = Array.from({ length: 1001 }, (_, i) => i + 1);
  const snapshot = snapshotOf(ids.map((id) => ({ id, title: `Game ${id}`, modifiedAt: server.now, platforms: [] })));
  const request = { app: { publicUrl: 'http://x.example' }, snapshot } as PageRequest;
  const maps = showSitemapIndex(request).text.match(/[a-z]+-\d\.xml/g);
  assert.deepEqual(maps, ['pages-1.xml', 'games-1.xml', 'games-2.xml']);
  const locations = (name: string) => showSitemap({ ...request, path: { name } }).text.match(/<loc>[^<]*/g) ?? [];
  assert.equal(locations('games-1.xml').length, 1000);
  assert.deepEqual(locations('games-2.xml'), ['<loc>http://x.example/games/1001/game-1001']);
});

test('the Atom feed lists the most recently changed games', async () => {
  const { type, root, texts } = await readXml('/feed.atom');
  assert.equal(type, 'application/atom+xml; charset=utf-8');
  assert.equal(root, 'feed http://www.w3.org/2005/Atom');
  assert.equal(texts.title?.length, 1 + 50);
  assert.equal(new Set(texts.id).size, 1 + 50);
  for (const time of texts.updated ?? []) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('the feed is valid XML even if a title has characters that XML forbids', async () => {
  const strange = 'a \uFFFF b \uFFFE c \u2028 d \u200B';
  const games = [{ key: 'test:a', title: strange, description: strange, platforms: [{ platform: 'platform:one' }] }];
  const { url } = await startServer({}, { platforms: [{ key: 'platform:one', platform_name: 'One' }], games });
  const { texts } = await readXml('/feed.atom', url);
  assert.equal(texts.title?.[1], 'a \uFFFD b \uFFFD c \u2028 d \u200B');
});

test('the OpenSearch description lets browsers search the site', async () => {
  const { root, texts } = await readXml('/opensearch.xml');
  assert.equal(root, 'OpenSearchDescription http://a9.com/-/spec/opensearch/1.1/');
  assert.deepEqual(texts.ShortName, ['Ludex']);
  const text = await (await fetch(`${server.url}/opensearch.xml`)).text();
  assert.ok(text.includes(`${server.url}/games?title={searchTerms}`));
});

test('robots.txt names the sitemap and disallows the API', async () => {
  const text = await (await fetch(`${server.url}/robots.txt`)).text();
  assert.match(text, /^User-agent: \*\n/);
  assert.equal((await fetch(`${server.url}/robotsXtxt`)).status, 404);
  assert.ok(text.includes('Disallow: /v1/\n'));
  assert.ok(text.includes(`Sitemap: ${server.url}/sitemap.xml\n`));
});

test('/favicon.ico leads to the icon of the pages', async () => {
  const response = await fetch(`${server.url}/favicon.ico`);
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/svg+xml']);
});

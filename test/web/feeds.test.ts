import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { showSitemap, showSitemapIndex } from '../../src/web/feeds.ts';
import type { Page, PageRequest } from '../../src/web/kit/page.ts';
import { PAGES } from '../../src/web/routes.ts';
import { GAME } from '../support/catalog.ts';
import { getPage } from '../support/page.ts';
import { startServer } from '../support/server.ts';
import { snapshotOf } from '../support/snapshot.ts';

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

test('a sitemap has at most 10,000 URLs, and the index lists all sitemaps', async () => {
  const ids = Array.from({ length: 10_001 }, (_, i) => i + 1);
  const snapshot = snapshotOf(ids.map((id) => ({ id, title: `Game ${id}`, modifiedAt: server.now, platforms: [] })));
  const request = { app: { publicUrl: 'http://x.example' }, snapshot } as PageRequest;
  const maps = showSitemapIndex(request).text.match(/[a-z]+-\d\.xml/g);
  assert.deepEqual(maps, ['pages-1.xml', 'games-1.xml', 'games-2.xml']);
  const locations = async (name: string) =>
    (await showSitemap({ ...request, path: { name } })).text.match(/<loc>[^<]*/g) ?? [];
  assert.equal((await locations('games-1.xml')).length, 10_000);
  assert.deepEqual(await locations('games-2.xml'), ['<loc>http://x.example/games/10001/game-10001']);
});

test('a sitemap has the same content cached and uncached, and an ETag per revision', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${server.url}/sitemap/games-1.xml`, { headers });
  const first = await ask({ 'accept-encoding': 'gzip' });
  assert.equal(first.headers.get('content-encoding'), 'gzip');
  const text = await first.text();
  assert.equal(await (await ask({ 'accept-encoding': 'gzip' })).text(), text);
  assert.equal(await (await ask({ 'accept-encoding': 'identity' })).text(), text);
  const tag = first.headers.get('etag') ?? '';
  assert.equal((await ask({ 'if-none-match': tag })).status, 304);
  const visitor = { 'if-none-match': tag, cookie: 'ludex_theme=dark; ludex_view=table' };
  const asked = await fetch(`${server.url}/sitemap/games-1.xml?view=table&x=1`, { headers: visitor });
  assert.equal(asked.status, 304, 'one copy for all, whatever the query');
  const other = await fetch(`${server.url}/sitemap/groups-1.xml`, { headers: { 'if-none-match': tag } });
  assert.equal(other.status, 200);
});

test('requests for a sitemap at the same time share one body', async (t) => {
  const page = PAGES.find(({ path }) => path === '/sitemap/{name}') as Page;
  const { handle } = page;
  const started = Promise.withResolvers<void>();
  const mocked = t.mock.method(page, 'handle', async (request: PageRequest) => {
    await started.promise;
    return handle(request);
  });
  const asked = Array.from({ length: 5 }, () => fetch(`${server.url}/sitemap/platforms-1.xml?shared`));
  await setTimeout(200);
  started.resolve();
  const texts = await Promise.all(asked.map(async (response) => (await response).text()));
  assert.deepEqual([mocked.mock.callCount(), new Set(texts).size], [1, 1]);
});

test('a sitemap that a client has is 304 without a type of another kind', async () => {
  const ask = (headers: Record<string, string>) => fetch(`${server.url}/sitemap/pages-1.xml`, { headers });
  const tag = (await ask({ 'accept-encoding': 'br' })).headers.get('etag') as string;
  const held = await ask({ 'accept-encoding': 'zstd', 'if-none-match': tag });
  assert.deepEqual([held.status, held.headers.get('content-type')], [304, null]);
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
  assert.ok(text.includes('Disallow: /v1/\n'));
  assert.ok(text.includes(`Sitemap: ${server.url}/sitemap.xml\n`));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { serve } from '../../src/server/serve.ts';
import { writeBundle } from '../support/bundle.ts';
import { CATALOG } from '../support/catalog.ts';
import { askRaw } from '../support/raw.ts';
import { startServer } from '../support/server.ts';

const server = await startServer({ 'free-per-hour': 'none', 'free-per-second': '5' });

/** A URL of this length. */
function addressOf(length: number): string {
  const address = `/v1/games/1?format=id&api_key=${server.key}&x=`;
  return address + 'x'.repeat(length - address.length);
}

test('a URL has at most 8,192 characters', async () => {
  assert.equal((await server.fetch(addressOf(8192))).status, 200);
  const { status, body } = await server.fetch(addressOf(8193));
  assert.equal(status, 414);
  assert.deepEqual(body, {
    code: 414,
    error: 'URI too long',
    message: 'The URL must be at most 8192 characters.',
  });
});

const FAILING: [status: number, path: string][] = [
  [400, '/v1/games?limit=x'],
  [404, '/v1/games/999999'],
  [404, '/v1/nothing'],
  [422, '/v1/games?limit=0'],
];
for (const [status, path] of FAILING) {
  test(`errors are not cacheable: ${status} for ${path}`, async () => {
    const answer = await server.get(path);
    assert.equal(answer.status, status);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('etag'), null);
  });
}

test('a NUL in a value gets 400', async () => {
  const { status, body } = await server.get('/v1/games?title=%00');
  assert.equal(status, 400);
  assert.match(body.message, /valid percent-encoded UTF-8 without NUL/);
});

test('a parameter without a name is not listed in Ignored-Parameters', async () => {
  for (const query of ['=1', '=', '&&']) {
    const { status, headers } = await server.get(`/v1/games/1?${query}`);
    assert.deepEqual([status, headers.get('ignored-parameters')], [200, null], query);
  }
  const { headers } = await server.get('/v1/games/1?=1&junk=1');
  assert.equal(headers.get('ignored-parameters'), 'junk');
});

test('the last page has no next link, whether it is full or not', async () => {
  const total = Number((await server.get('/v1/games?limit=1')).headers.get('total-count'));
  const linksAt = async (offset: number, limit: number) =>
    (await server.get(`/v1/games?offset=${offset}&limit=${limit}`)).headers.get('link') ?? '';
  assert.match(await linksAt(total - 2, 1), /rel="next"/);
  for (const [offset, limit] of [
    [total - 2, 2],
    [total - 1, 1],
    [total - 1, 2],
    [total, 1],
  ] as const)
    assert.doesNotMatch(await linksAt(offset, limit), /rel="next"/, `${offset} ${limit}`);
  // Past the end, `prev` is the last page that is not empty.
  assert.match(await linksAt(total + 50, 2), new RegExp(`[?&]offset=${total - 2}>; rel="prev"`));
});

test('each resource of a game has its own ETag and cache entry', async () => {
  const paths = ['', '/platforms', '/platforms/22', '/platforms/22/screenshots', '/platforms/22/covers'];
  const answers = await Promise.all(paths.map((path) => server.get(`/v1/games/1${path}`)));
  assert.equal(new Set(answers.map(({ headers }) => headers.get('etag'))).size, paths.length);
  for (const [i, path] of paths.entries()) {
    const packed = await askRaw(server.url, `/v1/games/1${path}?api_key=${server.key}`, { 'accept-encoding': 'gzip' });
    const { body } = packed;
    const text = packed.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    assert.equal(String(text), answers[i]?.text);
  }
});

test('compression wins over identity at equal quality values', async () => {
  const path = `/v1/games?limit=20&api_key=${server.key}`;
  const codingFor = async (accepted: string) =>
    (await askRaw(server.url, path, { 'accept-encoding': accepted })).headers['content-encoding'];
  assert.equal(await codingFor('identity, gzip'), 'gzip');
  assert.equal(await codingFor('identity;q=0.5, gzip;q=0.4'), undefined);
});

test('RateLimit headers describe the second for a key without an hourly limit', async () => {
  const key = await server.addKey('free');
  const { headers } = await server.fetch(`/v1/games/1?api_key=${key}`);
  const told = ['limit', 'remaining', 'reset', 'policy'].map((name) => headers.get(`ratelimit-${name}`));
  assert.deepEqual(told, ['5', '1', '1', '5;w=1']);
});

test('an import is visible in a list that was requested before', async () => {
  const path = '/v1/games?title=unheard&platform=22&format=id';
  for (let i = 0; i < 3; i++) {
    assert.deepEqual((await server.get(path)).body, { games: [] });
    // The second request fills the cache.
    assert.notEqual((await server.get('/v1/games?id=1')).body.games[0].title, 'Unheard of');
  }
  const games = CATALOG.games.map((line) => (line.key === 'test:a' ? { ...line, title: 'Unheard of' } : line));
  await server.import(writeBundle({ ...CATALOG, games }));
  assert.deepEqual((await server.get(path)).body, { games: [1] });
  assert.equal((await server.get('/v1/games?id=1')).body.games[0].title, 'Unheard of');
});

test('a server with other rendering options has other ETags for the same catalog', async () => {
  const other = await serve({ ...server.config, original_fields: true, public_url: server.url }, () => server.now);
  const tags = await Promise.all(
    [server.url, `http://localhost:${other.port}`].map(async (url) => {
      const answer = await fetch(`${url}/v1/games/2`, { headers: { 'x-api-key': server.key } });
      assert.equal(answer.status, 200);
      return answer.headers.get('etag');
    }),
  );
  assert.notEqual(tags[0], tags[1]);
  await other.close();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { serve } from '../../src/server/serve.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { lockCounters, runSqlDirectly } from '../support/servers/engines.ts';
import { askRaw } from '../support/servers/raw.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();
const secure = await startServer({ 'public-url': 'https://games.example.org' });
const page = '/v1/games?limit=20';

test('If-None-Match gets 304 without a body, but with quota headers (contract gap 43)', async () => {
  const key = await server.addKey('commercial');
  const first = await server.fetch(`${page}&api_key=${key}`);
  const etag = first.headers.get('etag') as string;
  server.now += 1000;
  const again = await server.fetch(`${page}&api_key=${key}`, { headers: { 'if-none-match': `"other", ${etag}` } });
  assert.equal(again.status, 304);
  assert.equal(again.text, '');
  assert.equal(again.headers.get('etag'), etag);
  assert.equal(again.headers.get('ratelimit-remaining'), '35998');
  const other = await server.get(page, { headers: { 'if-none-match': '"other"' } });
  assert.equal(other.status, 200);
  const any = await server.get(page, { headers: { 'if-none-match': '*' } });
  assert.equal(any.status, 304);
});

test('the ETag depends on the parsed query, not on its spelling', async () => {
  const tag = async (path: string) => (await server.get(path)).headers.get('etag');
  assert.equal(await tag('/v1/games?limit=20&offset=0'), await tag('/v1/games?offset=0&limit=20&junk=1'));
  assert.notEqual(await tag('/v1/games?limit=20'), await tag('/v1/games?limit=21'));
  assert.notEqual(await tag('/v1/games?format=id'), await tag('/v1/games?format=brief'));
  assert.notEqual(await tag('/v1/games?title=a'), await tag('/v1/games?title=b'));
});

test('an error is a problem of RFC 9457 for a client that names it in Accept, and else that of the contract', async () => {
  const ask = async (path: string, accept: string, key = server.key) => {
    const answer = await fetch(server.url + path, { headers: { accept, 'x-api-key': key } });
    const [type, link] = ['content-type', 'link'].map((name) => answer.headers.get(name));
    return { status: answer.status, type, link, body: JSON.parse(await answer.text()) };
  };
  const asked = ['application/problem+json', 'application/json, application/problem+json;q=0.9'];
  for (const accept of asked) {
    const { status, type, body } = await ask('/v1/games?limit=0', accept);
    assert.deepEqual(body, {
      ...{ type: `${server.url}/docs/api#error-10-invalid-value`, title: 'Invalid value', status: 422 },
      ...{ detail: 'limit must be from 1 to 100.', code: 10 },
    });
    assert.deepEqual([status, type], [422, 'application/problem+json']);
  }
  const missing = (await ask('/v1/games/999999', 'application/problem+json')).body;
  assert.deepEqual([missing.title, missing.status, 'detail' in missing], ['Game not found', 404, false]);
  assert.equal((await ask('/v1/games', 'application/problem+json', 'wrong')).body.status, 401);
  for (const accept of ['*/*', 'application/json', 'application/problem+json;q=0, application/json']) {
    const { type, body, link } = await ask('/v1/games?limit=0', accept);
    assert.deepEqual([type, body.code], ['application/json; charset=utf-8', 10], accept);
    assert.equal(link, `<${server.url}/docs/api#error-10-invalid-value>; rel="help"`);
  }
});

test('a URL has at most 8,192 characters', async () => {
  const start = `/v1/games/1?format=id&api_key=${server.key}&x=`;
  assert.equal((await server.fetch(start.padEnd(8192, 'x'))).status, 200);
  const { status, body } = await server.fetch(start.padEnd(8193, 'x'));
  const message = 'The URL must be at most 8192 characters.';
  assert.deepEqual([status, body], [414, { code: 414, error: 'URI too long', message }]);
});

test('errors are not cacheable', async () => {
  for (const path of ['/v1/games?limit=x', '/v1/games/999999', '/v1/nothing', '/v1/games?limit=0']) {
    const { headers } = await server.get(path);
    assert.deepEqual([headers.get('cache-control'), headers.get('etag')], ['no-store', null], path);
  }
});

const CODINGS = [
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
] as const;

for (const [coding, decompress] of CODINGS) {
  test(`${coding} decodes to the uncompressed body and has its own ETag (contract gap 44)`, async () => {
    const plain = await askRaw(server.url, `${page}&api_key=${server.key}`);
    const packed = await askRaw(server.url, `${page}&api_key=${server.key}`, { 'accept-encoding': coding });
    assert.equal(packed.headers['content-encoding'], coding);
    assert.equal(packed.headers.vary, 'Accept-Encoding');
    assert.deepEqual(decompress(packed.body), plain.body);
    assert.ok(packed.body.length < plain.body.length / 3);
    assert.notEqual(packed.headers.etag, plain.headers.etag);
    const again = await askRaw(server.url, `${page}&api_key=${server.key}`, {
      'accept-encoding': coding,
      'if-none-match': packed.headers.etag as string,
    });
    assert.equal(again.status, 304);
    assert.equal(again.headers.etag, packed.headers.etag);
  });
}

const NEGOTIATED: [header: string, coding: string | undefined][] = [
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['*', 'gzip'],
  ['*;q=0.1', 'gzip'],
  ['br, *', 'br'],
  ['br;q=0.5, *', 'gzip'],
  ['zstd;q=0, *', 'gzip'],
  ['gzip;q=0, *', undefined],
  ['identity, *;q=0.5', undefined],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['deflate', undefined],
  ['gzip;q=0', undefined],
  ['identity, gzip', 'gzip'],
  ['identity;q=0.5, gzip;q=0.4', undefined],
  ['GZIP', 'gzip'],
  ['gzip;q=nonsense', undefined],
];

test('the coding with the highest weight is chosen (contract gap 44)', async () => {
  for (const [header, coding] of NEGOTIATED) {
    const answer = await askRaw(server.url, `${page}&api_key=${server.key}`, { 'accept-encoding': header });
    assert.equal(answer.headers['content-encoding'], coding, header);
  }
});

test('a small response is not compressed', async () => {
  const answer = await askRaw(server.url, `/v1/games/1?format=id&api_key=${server.key}`, { 'accept-encoding': 'gzip' });
  assert.equal(answer.headers['content-encoding'], undefined);
});

test('HEAD returns the headers of GET without the body (contract gap 14)', async () => {
  const get = await server.get(page);
  const head = await server.get(page, { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(head.text, '');
  for (const name of ['etag', 'content-length', 'total-count', 'link', 'content-type']) {
    assert.equal(head.headers.get(name), get.headers.get(name), name);
  }
  const missing = await server.fetch(page, { method: 'HEAD' });
  assert.equal(missing.status, 401);
});

test('other methods are not allowed, with or without a key (contract gap 14, 21)', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])
    for (const path of [page, '/v1/nothing', `${page}&api_key=${server.key}`]) {
      const sent = { body: 'x'.repeat(5000), headers: { 'content-type': 'application/json' } };
      const { status, headers, body } = await server.fetch(path, { method, ...(method === 'POST' && sent) });
      assert.deepEqual([status, headers.get('allow'), body.code], [405, 'GET, HEAD, OPTIONS', 405], method + path);
    }
});

test('any origin may call, without a key for the preflight (contract gap 14, 45)', async () => {
  const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
  const preflight = await server.fetch('/v1/games', { method: 'OPTIONS', headers });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /GET/);
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /X-API-Key/);
  for (const answer of [await server.get(page, { headers }), await server.fetch(page, { headers })]) {
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    const exposed = answer.headers.get('access-control-expose-headers') ?? '';
    for (const name of 'RateLimit-Remaining RateLimit-Policy Retry-After Link Total-Count Ignored-Parameters'.split(
      ' ',
    ))
      assert.ok(exposed.includes(name), name);
  }
});

const REQUEST_HEADERS: [asked: string | undefined, allowed?: string][] = [
  ...['content-type', 'cache-control,pragma,x-requested-with', 'authorization, baggage, traceparent'].map(
    (names): [string, string] => [names, names],
  ),
  [undefined],
  [''],
];

test('a browser may send any headers that it names (contract gap 45)', async () => {
  for (const [asked, allowed = 'Authorization, X-API-Key, If-None-Match'] of REQUEST_HEADERS) {
    const headers = {
      origin: 'https://app.example',
      'access-control-request-method': 'GET',
      ...(asked !== undefined && { 'access-control-request-headers': asked }),
    };
    const preflight = await server.fetch('/v1/games', { method: 'OPTIONS', headers });
    const told = ['access-control-allow-headers', 'access-control-max-age'].map((name) => preflight.headers.get(name));
    assert.deepEqual([preflight.status, ...told], [204, allowed, '86400'], asked);
  }
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

test('an unknown path gets 404, and the message names it (contract gap 19)', async () => {
  for (const path of ['/v1', '/v1/', '/v1/game', '/v1/games/1/platforms/22/scans', '/v2/games', '/v1//games']) {
    const { status, body } = await server.get(path);
    assert.equal(status, 404, path);
    assert.deepEqual({ code: body.code, error: body.error }, { code: 404, error: 'Not found' });
    assert.ok(body.message.includes(path), body.message);
  }
});

test('an import changes the next responses and ETags, but not the ETag of an unchanged game', async () => {
  const list = await server.get(page);
  const game = await server.get('/v1/games/2');
  const games = CATALOG.games.map((line) => (line.key === 'test:a' ? { ...line, title: 'Renamed' } : line));
  await server.import(writeBundle({ ...CATALOG, games }));
  assert.equal((await server.get('/v1/games/1?format=brief')).body.title, 'Renamed');
  assert.notEqual((await server.get(page)).headers.get('etag'), list.headers.get('etag'));
  assert.equal((await server.get('/v1/games/2')).headers.get('etag'), game.headers.get('etag'));
});

test('/v1 keeps every field and endpoint of the contract (contract gap 46)', async () => {
  const { body } = await server.fetch('/v1/openapi.json');
  assert.deepEqual(Object.keys(body.paths), [
    '/genres',
    '/groups',
    '/platforms',
    '/companies',
    '/companies/{company_id}',
    '/games',
    '/games/search',
    '/suggest',
    '/games/recent',
    '/games/random',
    '/games/{game_id}',
    '/games/{game_id}/platforms',
    '/games/{game_id}/platforms/{platform_id}',
    '/games/{game_id}/platforms/{platform_id}/screenshots',
    '/games/{game_id}/platforms/{platform_id}/covers',
    '/identify',
    '/changes',
  ]);
  assert.equal(body.servers[0].url, `${server.url}/v1`);
});

test('a server with other options has other ETags for the same catalog', async () => {
  const options = { title_match: 'wide', original_fields: true } as const;
  for (const [name, value] of Object.entries(options)) {
    const other = await serve({ ...server.config, [name]: value, public_url: server.url }, () => server.now);
    const tags = await Promise.all(
      [server.url, `http://localhost:${other.port}`].map(async (url) => {
        const answer = await fetch(`${url}/v1/games?title=chess`, { headers: { 'x-api-key': server.key } });
        assert.equal(answer.status, 200);
        return answer.headers.get('etag');
      }),
    );
    assert.notEqual(tags[0], tags[1], name);
    await other.close();
  }
});

test('another catalog at the same revision has other ETags', async () => {
  const [one, other] = [secure, await startServer({ 'public-url': 'https://games.example.org' })];
  for (const path of ['/v1/games?limit=1', '/v1/games/1']) {
    const [first, second] = [await one.get(path), await other.get(path)];
    assert.deepEqual(first.body, second.body);
    assert.notEqual(first.headers.get('etag'), second.headers.get('etag'));
  }
});

test('Strict-Transport-Security is sent everywhere if the public URL is https', async () => {
  const paths = ['/v1/games/1', '/v1/nothing', '/', '/nothing', '/static/style.css', '/media/nothing', '/healthz'];
  for (const path of paths) {
    const told = [secure, server].map(async ({ url }) => (await fetch(url + path)).headers);
    const values = (await Promise.all(told)).map((headers) => headers.get('strict-transport-security'));
    assert.deepEqual(values, ['max-age=15552000', null], path);
  }
});

test('a locked store causes 503 with Retry-After, and the server recovers (contract gap 21)', async () => {
  const other = await startServer();
  const key = await other.addKey('free');
  const unlock = await lockCounters(other.config);
  const { status, headers, body } = await other.fetch(`/v1/games/1?api_key=${key}`);
  assert.equal(status, 503);
  assert.equal(headers.get('retry-after'), '1');
  assert.deepEqual({ code: body.code, error: body.error }, { code: 503, error: 'Service unavailable' });
  await unlock();
  assert.equal((await other.fetch(`/v1/games/1?api_key=${key}`)).status, 200);
});

test('a bug in counting causes 500 and never lets requests pass uncounted (contract gap 21)', async () => {
  for (const fail of ['closed', 'open']) {
    const other = await startServer({ 'quota-fail': fail });
    const key = await other.addKey('free');
    await runSqlDirectly(other.config, 'service', 'ALTER TABLE quota RENAME COLUMN due_at TO due');
    const { status, headers, body } = await other.fetch(`/v1/games/1?api_key=${key}`);
    assert.deepEqual([status, headers.get('retry-after'), body.error], [500, null, 'Internal error'], fail);
  }
});

test('links begin with the public URL, also with a path', async () => {
  const other = await startServer({ 'public-url': 'https://games.example.org/db/' });
  const { body, headers } = await other.get('/v1/games?limit=1');
  assert.equal(body.games[0].catalog_url, 'https://games.example.org/db/games/1/super-example-bros');
  assert.match(headers.get('link') ?? '', /^<https:\/\/games\.example\.org\/db\/v1\/games\?/);
});

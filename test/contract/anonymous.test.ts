import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { serve } from '../../src/server/serve.ts';
import { openBrowser } from '../support/browser.ts';
import { sharedServer, startServer } from '../support/servers/server.ts';

const HOUR_MS = 3_600_000;
const path = '/v1/games/2?format=id';
const server = await startServer({ anonymous: '3/hour' });

/** A request of a client with this address, whose proxy is on this machine. */
const from = (address: string, asked = path, init: RequestInit = {}) =>
  server.fetch(asked, { ...init, headers: { 'x-forwarded-for': address, ...init.headers } });
const statuses = async (...addresses: string[]) => {
  const found = [];
  for (const address of addresses) found.push((await from(address)).status);
  return found;
};

test('without a key, the requests of each network are counted', async () => {
  const { status, headers } = await from('192.0.2.1');
  const names = ['limit', 'remaining', 'reset', 'policy'].map((name) => headers.get(`ratelimit-${name}`));
  assert.deepEqual([status, ...names], [200, '3', '2', '3480', '"hour";q=3;w=3600']);
  assert.deepEqual(await statuses('192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'), [200, 200, 429, 200]);
  const refused = await from('192.0.2.1');
  assert.match(refused.body.message, /all 3 requests of this hour/);
  assert.equal(refused.headers.get('retry-after'), '3480');
  server.now += HOUR_MS;
  assert.deepEqual(await statuses('192.0.2.1'), [200]);
});

test('an IPv6 network of 64 bits is one client', async () => {
  const addresses = ['2001:db8::1', '2001:db8:0:0:7::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'];
  assert.deepEqual(await statuses(...addresses), [200, 200, 200, 429, 200]);
});

test('all threads and nodes count together', async () => {
  const other = await serve(server.config, () => server.now);
  after(() => other.close());
  const urls = [server.url, `http://localhost:${other.port}`];
  const headers = { 'x-forwarded-for': '192.0.2.3' };
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => fetch(`${urls[i % 2]}${path}`, { headers })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
});

test('every endpoint answers without a key, and a HEAD counts', async () => {
  const files = JSON.stringify({ files: [{ crc: '00000000' }] });
  const asked: [path: string, init?: RequestInit][] = [
    ['/v1/genres', { method: 'HEAD' }],
    ['/v1/identify', { method: 'POST', body: files }],
    ['/v1/games?api_key='],
  ];
  for (const [one, init] of asked) assert.equal((await from('192.0.2.4', one, init)).status, 200, one);
  assert.deepEqual(await statuses('192.0.2.4'), [429]);
});

test('a key has its own limits, and a wrong one is not ignored', async () => {
  assert.deepEqual(await statuses('192.0.2.5', '192.0.2.5', '192.0.2.5', '192.0.2.5'), [200, 200, 200, 429]);
  assert.equal((await from('192.0.2.5', path, { headers: { 'x-api-key': server.key } })).status, 200);
  const wrong = await from('192.0.2.6', path, { headers: { 'x-api-key': 'wrong' } });
  assert.equal(wrong.status, 401);
  assert.match(wrong.body.message, /^This key does not exist: .* or send no key, which this server allows\.$/);
  assert.equal((await from('192.0.2.6', `/k/wrong${path}`)).status, 401);
});

test('the limits may be per second, both, or none', async () => {
  const ask = async (anonymous: string) => {
    const { url } = await startServer({ anonymous });
    const answers = [await fetch(url + path), await fetch(url + path)];
    return answers.map(({ status, headers }) => [status, headers.get('ratelimit-policy')]);
  };
  assert.deepEqual(await ask('1/s'), [
    [200, '"second";q=1;w=1'],
    [429, '"second";q=1;w=1'],
  ]);
  assert.deepEqual(await ask('60/hour, 2/s'), [
    [200, '"second";q=2;w=1, "hour";q=60;w=3600'],
    [200, '"second";q=2;w=1, "hour";q=60;w=3600'],
  ]);
  assert.deepEqual(await ask('none'), [
    [200, null],
    [200, null],
  ]);
});

test('the site and the OpenAPI document say that a key is optional', async () => {
  const strict = await sharedServer();
  const read = async ({ url }: { url: string }) => {
    const document = (await (await fetch(`${url}/v1/openapi.json`)).json()) as {
      security: object[];
      info: { description: string };
    };
    const pages = openBrowser(url);
    const [home, guide] = [await pages.open('/'), await pages.open('/docs')];
    const isOptional = document.security.some((one) => Object.keys(one).length === 0);
    return [isOptional, document.info.description, home.text, guide.text].map(String);
  };
  const [isOptional, description, home, guide] = await read(server);
  assert.equal(isOptional, 'true');
  assert.match(String(description), /API key or, without a key, against those of its IP address/);
  assert.doesNotMatch(String(home), /needs an <a href="\/docs">API key/);
  assert.match(String(guide), /also answers without a key, at most 3 per hour from each IP address\./);
  const [isOptionalThere, descriptionThere, homeThere, guideThere] = await read(strict);
  assert.equal(isOptionalThere, 'false');
  assert.match(String(descriptionThere), /Every request needs an API key/);
  assert.match(String(homeThere), /needs an <a href="\/docs">API key/);
  assert.doesNotMatch(String(guideThere), /also answers without a key/);
});

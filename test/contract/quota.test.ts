import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore } from '../../src/store/open.ts';
import { NOON, startServer } from '../support/servers/server.ts';
import { until } from '../support/until.ts';

const HOUR = 3600 * 1000;
const server = await startServer();

const asker =
  (key: string) =>
  (path = '/v1/games/2?format=id') =>
    server.fetch(`${path}${path.includes('?') ? '&' : '?'}api_key=${key}`);

test('every authenticated response has quota headers (contract gap 40)', async () => {
  const ask = asker(await server.addKey('free'));
  server.now = NOON;
  const { headers } = await ask();
  assert.equal(headers.get('ratelimit-limit'), '360');
  assert.equal(headers.get('ratelimit-remaining'), '359');
  assert.equal(headers.get('ratelimit-reset'), String(58 * 60));
  assert.equal(headers.get('ratelimit-policy'), '"second";q=1;w=1, "hour";q=360;w=3600');
  assert.equal(headers.get('ratelimit'), '"hour";r=359;t=3480');
  server.now += 1000;
  const wrong = await ask('/v1/games?limit=x');
  assert.equal(wrong.status, 400);
  assert.equal(wrong.headers.get('ratelimit-remaining'), '358');
  server.now += 1000;
  const missing = await ask('/v1/nothing');
  assert.equal(missing.status, 404);
  assert.equal(missing.headers.get('ratelimit-remaining'), '357');
});

test('a second request within a second is refused and not counted (contract gap 38, 39, 41)', async () => {
  const ask = asker(await server.addKey('free'));
  await ask();
  const refused = await ask();
  assert.equal(refused.status, 429);
  assert.deepEqual(refused.body, {
    code: 429,
    error: 'Too many requests',
    message: 'Please wait at least 1 second between requests.',
  });
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.equal(refused.headers.get('ratelimit-remaining'), '359');
  assert.equal(refused.headers.get('ratelimit'), '"second";r=0;t=1');
});

test('429 is reported before 400, 422 and 404 (contract gap 16)', async () => {
  const ask = asker(await server.addKey('free'));
  await ask();
  for (const path of ['/v1/games?limit=x', '/v1/games?limit=0', '/v1/games/999999', '/v1/nothing']) {
    assert.equal((await ask(path)).status, 429, path);
  }
});

test('the window is the clock hour in UTC, and the message says when it ends (contract gap 38, 41)', async () => {
  const key = await server.addKey('free');
  const ask = asker(key);
  server.now = NOON;
  const store = await openStore(server.config);
  const { keyId } =
    (await store.accounts.listKeys((await store.accounts.listAccounts()).at(-1)?.accountId ?? 0))[0] ?? {};
  await store.quota.update([keyId as number], () => ({ hour: (NOON / HOUR) | 0, used: 359, nextRequestAt: 0 }));
  await store.close();

  assert.equal((await ask()).status, 200);
  server.now += 2000;
  const refused = await ask();
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('ratelimit-remaining'), '0');
  assert.equal(refused.headers.get('ratelimit'), '"hour";r=0;t=3478');
  assert.equal(refused.headers.get('retry-after'), String(58 * 60 - 2));
  assert.match(refused.body.message, /at least 1 second.*used all 360 requests.*3478 seconds/);
  server.now = NOON + 58 * 60 * 1000 - 1;
  assert.equal((await ask()).status, 429);
  server.now += 1;
  const next = await ask();
  assert.equal(next.status, 200);
  assert.equal(next.headers.get('ratelimit-remaining'), '359');
});

test('however a key is sent and spelt, its requests are counted together', async () => {
  const key = await server.addKey('free');
  const encoded = [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  const basic = `Basic ${Buffer.from(`${key}:x`).toString('base64')}`;
  const ways: [query: string, headers: Record<string, string>][] = [
    [`?api_key=${key}`, {}],
    [`?api_key=${encoded}`, {}],
    [`?api%5Fkey=${key}&api_key=${key}`, {}],
    ['', { 'x-api-key': key }],
    ['', { 'X-API-KEY': ` ${key} ` }],
    ['', { authorization: `Bearer ${key}` }],
    ['', { authorization: `bearer  ${key}`, 'x-forwarded-for': '192.0.2.7' }],
    ['', { authorization: basic, 'x-real-ip': '192.0.2.8', cookie: 'a=b' }],
  ];
  for (const [i, [query, headers]] of ways.entries()) {
    server.now += 1000;
    const answer = await server.fetch(`/v1/platforms${query}`, { headers });
    assert.deepEqual([answer.status, answer.headers.get('ratelimit-remaining')], [200, String(359 - i)], `way ${i}`);
  }
});

test('plans have their limits, and a key may have its own (contract gap 42)', async () => {
  const commercial = asker(await server.addKey('commercial'));
  assert.equal((await commercial()).headers.get('ratelimit-policy'), '"second";q=10;w=1, "hour";q=36000;w=3600');
  const unlimited = await server.get('/v1/games/2?format=id');
  assert.equal(unlimited.headers.get('ratelimit-limit'), null);

  const own = asker(await server.addKey('free'));
  assert.equal((await own()).headers.get('ratelimit-limit'), '360');
  const store = await openStore(server.config);
  const [key] = await store.accounts.listKeys((await store.accounts.listAccounts()).at(-1)?.accountId ?? 0);
  await store.accounts.changeKey(key?.keyId ?? 0, { perHour: 5, perSecond: 0 });
  await store.close();
  await until(async () => (await own()).headers.get('ratelimit-policy') === '"hour";q=5;w=3600');
});

test('limits of plans are settings, and headers describe the second if the hour has none (contract gap 42)', async () => {
  const other = await startServer({ 'free-per-hour': '7', 'free-per-second': 'none' });
  const { headers } = await other.fetch(`/v1/games/2?format=id&api_key=${await other.addKey('free')}`);
  assert.equal(headers.get('ratelimit-policy'), '"hour";q=7;w=3600');
  const second = await startServer({ 'free-per-hour': 'none', 'free-per-second': '5' });
  const answer = await second.fetch(`/v1/games/1?api_key=${await second.addKey('free')}`);
  const told = ['limit', 'remaining', 'reset', 'policy'].map((name) => answer.headers.get(`ratelimit-${name}`));
  assert.deepEqual(told, ['5', '1', '1', '"second";q=5;w=1']);
  assert.equal(answer.headers.get('ratelimit'), '"second";r=1;t=1');
});

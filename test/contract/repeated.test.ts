import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeBundle } from '../support/samples/bundle.ts';
import { CATALOG, GAME } from '../support/samples/catalog.ts';
import { sendBytes } from '../support/servers/raw.ts';
import { NOON, startServer } from '../support/servers/server.ts';

const DAY = 24 * 3600 * 1000;
/** A response is kept when it is made for the second time, and sent from memory afterwards. */
const TIMES = 4;

const server = await startServer();
await server.import(writeBundle({ corrections: [{ key: 'correction:1', merge: [1, 2] }] }, { source: 'corrections' }));

const PATHS = [
  '/v1/games?limit=5',
  '/v1/games?limit=5&format=brief&offset=3',
  '/v1/games?limit=5&nonsense=1',
  '/v1/games?title=po',
  `/v1/games/${GAME.accented}`,
  `/v1/games/${GAME.accented}?format=id`,
  '/v1/games/1/platforms',
  '/v1/games/1/platforms/22',
  '/v1/games/999999',
  '/v1/games?limit=0',
  '/v1/games?limit=x',
  '/v1/nothing',
  '/v1/genres',
  '/v1/platforms/',
];

for (const encoding of ['identity', 'gzip', 'zstd']) {
  for (const path of PATHS) {
    test(`${path} in ${encoding} is the same every time`, async () => {
      const init = { headers: { 'accept-encoding': encoding } };
      const first = await server.get(path, init);
      const { etag = '', ...expected } = Object.fromEntries(comparable(first.headers));
      for (let i = 0; i < TIMES; i++) {
        const next = await server.get(path, init);
        assert.equal(next.status, first.status);
        assert.equal(next.text, first.text);
        assert.deepEqual(Object.fromEntries(comparable(next.headers)), { ...expected, ...(etag && { etag }) });
        if (etag) {
          const held = { 'accept-encoding': encoding, 'if-none-match': etag };
          assert.equal((await server.get(path, { headers: held })).status, 304);
        }
      }
    });
  }
}

function comparable(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
}

test('a client that only revalidates gets the body when it asks for it', async () => {
  const path = '/v1/games?limit=7';
  const { text, headers } = await server.get(path);
  const held = { headers: { 'if-none-match': headers.get('etag') as string } };
  await server.import(writeBundle({ ...CATALOG, games: CATALOG.games.slice(0, -1) }));
  const renewed = (await server.get(path)).headers.get('etag') as string;
  assert.notEqual(renewed, held.headers['if-none-match']);
  for (let i = 0; i < TIMES; i++)
    assert.equal((await server.get(path, { headers: { 'if-none-match': renewed } })).status, 304);
  assert.equal((await server.get(path)).text, text);
});

test('every caller has its own quota headers, request id and key in a redirect', async () => {
  const other = await server.addKey('commercial');
  for (let i = 0; i < TIMES; i++) {
    await server.get('/v1/games/1');
    await server.get('/v1/games/2', { redirect: 'manual' });
  }
  server.now += 2000;
  const { headers } = await server.fetch(`/v1/games/1?api_key=${other}`);
  assert.notEqual(headers.get('ratelimit-limit'), null);
  assert.equal((await server.get('/v1/games/1')).headers.get('ratelimit-limit'), null);
  const [first, second] = [await server.get('/v1/games/1'), await server.get('/v1/games/1')];
  assert.notEqual(first.headers.get('x-request-id'), second.headers.get('x-request-id'));
  server.now += 2000;
  const moved = await server.fetch(`/v1/games/2?api_key=${other}`, { redirect: 'manual' });
  assert.equal(moved.headers.get('location'), `${server.url}/v1/games/1?api_key=${other}`);
});

test('an unknown key gets no kept answer', async () => {
  for (let i = 0; i < TIMES; i++) await server.get('/v1/genres');
  assert.equal((await server.fetch('/v1/genres')).status, 401);
  assert.equal((await server.fetch('/v1/genres?api_key=unknown')).status, 401);
});

test('an import replaces kept answers, also of a list that found nothing', async () => {
  const path = `/v1/games/${GAME.accented}?format=brief`;
  const list = '/v1/games?title=renamed&platform=15&format=id';
  for (let i = 0; i < TIMES; i++) assert.notEqual((await server.get(path)).body.title, 'Renamed');
  for (let i = 0; i < TIMES; i++) assert.deepEqual((await server.get(list)).body, { games: [] });
  const games = CATALOG.games.map((game) => (game.key === 'test:c' ? { ...game, title: 'Renamed' } : game));
  await server.import(writeBundle({ ...CATALOG, games }));
  for (let i = 0; i < TIMES; i++) assert.equal((await server.get(path)).body.title, 'Renamed');
  assert.deepEqual((await server.get(list)).body, { games: [GAME.accented] });
});

test('recent and random games change with the time, not only with an import', async () => {
  const ask = async () => (await server.get('/v1/games/recent?age=1')).body.games.length;
  for (let i = 0; i < TIMES; i++) assert.notEqual(await ask(), 0);
  const maxAge = async () => (await server.get('/v1/games/random')).headers.get('cache-control');
  const before = await maxAge();
  server.now += 1000;
  assert.notEqual(await maxAge(), before);
  server.now = NOON + 30 * DAY;
  assert.equal(await ask(), 0);
});

test('too many parameters of one client refuse no request of another', async () => {
  const many = `/v1/games?api_key=${server.key}&limit=3${'&api_key='.repeat(499)}`;
  for (let i = 0; i < TIMES; i++) assert.equal((await server.fetch(many)).status, 400);
  assert.equal((await server.get('/v1/games?limit=3')).status, 200);
});

test('a fragment is no part of the path', async () => {
  assert.equal((await server.fetch('/v1/games', { headers: { 'x-api-key': server.key } })).status, 200);
  const [head = ''] = (
    await sendBytes(
      server.url,
      `GET /v1/games#part HTTP/1.1\r\nHost: x\r\nX-API-Key: ${server.key}\r\nConnection: close\r\n\r\n`,
    )
  ).split('\r\n', 1);
  assert.equal(head, 'HTTP/1.1 200 OK');
});

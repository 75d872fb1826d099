import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeBundle } from '../support/bundle.ts';
import { runCases } from '../support/cases.ts';
import { CATALOG, GAME } from '../support/catalog.ts';
import { NOON, startServer } from '../support/server.ts';

const DAY = 24 * 3600 * 1000;
const server = await startServer();

// Ten days later one game changes, and another one is new.
server.now = NOON + 10 * DAY;
const changed = CATALOG.games.map((game) => (game.key === 'test:c' ? { ...game, title: 'Pokémon II' } : game));
const added = { key: 'test:zz', title: 'Newest', platforms: [{ platform: 'platform:nes' }] };
await server.import(writeBundle({ ...CATALOG, games: [...changed, added] }));
const newest = GAME.last + 1;

runCases(server, {
  200: [
    {
      name: 'newest first, then by id (contract gap 22)',
      path: '/v1/games/recent?limit=4',
      games: [GAME.accented, newest, 1, 2],
    },
    { name: 'age narrows to the last days', path: '/v1/games/recent?age=9', games: [GAME.accented, newest] },
    { name: 'offset', path: '/v1/games/recent?offset=1&limit=2', games: [newest, 1] },
    { name: 'an offset past the end', path: '/v1/games/recent?offset=500', games: [] },
    { name: 'age of one day', path: '/v1/games/recent?age=1', games: [GAME.accented, newest] },
  ],
  400: [{ name: 'age is a word', path: '/v1/games/recent?age=week', says: /age/ }],
  422: [
    { name: 'age 0 (contract gap 6)', path: '/v1/games/recent?age=0', says: /age must be from 1 to 21/ },
    { name: 'age 22 (contract gap 6)', path: '/v1/games/recent?age=22', says: /age must be from 1 to 21/ },
    { name: 'limit 101 (contract gap 6)', path: '/v1/games/recent?limit=101', says: /limit/ },
  ],
});

test('ids are the default format, and the other formats work', async () => {
  const brief = await server.get('/v1/games/recent?format=brief&limit=1');
  assert.equal(brief.body.games[0].title, 'Pokémon II');
  const normal = await server.get('/v1/games/recent?format=normal&limit=1');
  assert.equal(normal.body.games[0].platforms[0].platform_name, 'SNES');
});

test('pages are counted and linked (contract gap 34)', async () => {
  const { headers } = await server.get('/v1/games/recent?limit=1&age=5');
  assert.equal(headers.get('total-count'), '2');
  assert.match(headers.get('link') ?? '', /games\/recent\?limit=1&age=5&offset=1>; rel="next"/);
});

test('games drop out of the list over time, and the ETag changes', async () => {
  const before = await server.get('/v1/games/recent?age=5');
  server.now += 5 * DAY + 1;
  const after = await server.get('/v1/games/recent?age=5');
  assert.deepEqual(after.body, { games: [] });
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
});

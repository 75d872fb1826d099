import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testLists } from '../support/cases.ts';
import { writeBundle } from '../support/samples/bundle.ts';
import { CATALOG, GAME } from '../support/samples/catalog.ts';
import { NOON, startServer } from '../support/servers/server.ts';

const DAY = 24 * 3600 * 1000;
const server = await startServer();

// Ten days later one game changes, and another one is new.
server.now = NOON + 10 * DAY;
const changed = CATALOG.games.map((game) => (game.key === 'test:c' ? { ...game, title: 'Pokémon II' } : game));
const added = { key: 'test:zz', title: 'Newest', platforms: [{ platform: 'platform:nes' }] };
await server.import(writeBundle({ ...CATALOG, games: [...changed, added] }));
const newest = GAME.last + 1;

testLists(
  server,
  'games that changed come first, then by id; age narrows to the last days (contract gap 22)',
  {
    'limit=4': [GAME.accented, newest, 1, 2],
    'age=9': [GAME.accented, newest],
    'age=1': [GAME.accented, newest],
    'age=10&limit=3': [GAME.accented, newest, 1],
    'offset=1&limit=2': [newest, 1],
    'offset=500': [],
  },
  '/v1/games/recent',
);

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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeBundle } from '../support/samples/bundle.ts';
import { CATALOG } from '../support/samples/catalog.ts';
import { NOON, startServer } from '../support/servers/server.ts';

const SLOT = 5 * 60 * 1000;
const server = await startServer();

test('returns 100 different ids in random order', async () => {
  const { body } = await server.get('/v1/games/random');
  assert.equal(new Set(body.games).size, 100);
  assert.notDeepEqual(
    body.games,
    body.games.toSorted((a: number, b: number) => a - b),
  );
});

test('a limit returns the start of the same list (contract gap 22)', async () => {
  const all = await server.get('/v1/games/random');
  const few = await server.get('/v1/games/random?limit=7');
  assert.deepEqual(few.body.games, all.body.games.slice(0, 7));
});

test('the list is stable for five minutes, and max-age is the rest of them (contract gap 23)', async () => {
  server.now = Math.ceil(NOON / SLOT) * SLOT;
  const first = await server.get('/v1/games/random');
  assert.equal(first.headers.get('cache-control'), 'private, max-age=300');
  server.now += SLOT - 1000;
  const last = await server.get('/v1/games/random');
  assert.deepEqual(last.body, first.body);
  assert.equal(last.headers.get('cache-control'), 'private, max-age=1');
  server.now += 1000;
  const next = await server.get('/v1/games/random');
  assert.notDeepEqual(next.body, first.body);
});

test('an import in between does not change the list (contract gap 23)', async () => {
  const before = await server.get('/v1/games/random');
  const extra = Array.from({ length: 50 }, (_, i) => ({
    key: `test:zzz${100 + i}`,
    title: `Extra ${i}`,
    platforms: [{ platform: 'platform:nes' }],
  }));
  await server.import(writeBundle({ ...CATALOG, games: [...CATALOG.games, ...extra] }));
  assert.equal((await server.get('/v1/games?title=extra%2049&format=id')).body.games.length, 1);
  const after = await server.get('/v1/games/random');
  assert.deepEqual(after.body, before.body);
});

test('all formats return the same games, and an unknown parameter is ignored (contract gap 10)', async () => {
  const ids = await server.get('/v1/games/random?limit=5&offset=x');
  for (const format of ['brief', 'normal']) {
    const { games } = (await server.get(`/v1/games/random?limit=5&format=${format}`)).body;
    assert.deepEqual(
      games.map(({ game_id }: { game_id: number }) => game_id),
      ids.body.games,
    );
  }
});

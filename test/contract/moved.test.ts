import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeBundle } from '../support/samples/bundle.ts';
import { startServer } from '../support/servers/server.ts';

const server = await startServer();

/** Game 2 is merged into game 1. */
const corrections = [{ key: 'correction:1', merge: [1, 2] }];
await server.import(writeBundle({ corrections }, { source: 'corrections' }));

const ask = (path: string) => server.get(path, { redirect: 'manual' });

for (const path of ['', '/platforms', '/platforms/22', '/platforms/22/screenshots', '/platforms/22/covers']) {
  test(`301: ${path || 'the game itself'} of a merged game redirects to the same of its target`, async () => {
    const { status, headers, body } = await ask(`/v1/games/2${path}`);
    assert.equal(status, 301);
    assert.equal(headers.get('location'), `${server.url}/v1/games/1${path}?api_key=${server.key}`);
    assert.deepEqual(body, { code: 301, error: 'Moved permanently', message: 'Game 2 is now game 1.' });
  });
}

test('301: an encoded path redirects to the plain one', async () => {
  assert.equal(
    (await ask('/v1/%67ames/2/platforms')).headers.get('location'),
    `${server.url}/v1/games/1/platforms?api_key=${server.key}`,
  );
});

test('the redirect keeps a key in the path, which a client cannot send otherwise', async () => {
  const { status, headers } = await server.fetch(`/k/${server.key}/v1/games/2/platforms`, { redirect: 'manual' });
  assert.deepEqual([status, headers.get('location')], [301, `${server.url}/k/${server.key}/v1/games/1/platforms`]);
});

test('the redirect keeps the query', async () => {
  const { status, body } = await server.get('/v1/games/2?format=id');
  assert.deepEqual([status, body], [200, 1]);
});

test('in a list of ids a merged game is replaced by its target, once', async () => {
  const { body } = await server.get('/v1/games?id=2&id=1&id=3&format=id');
  assert.deepEqual(body, { games: [1, 3] });
  assert.deepEqual((await server.get('/v1/games?id=2&format=id')).body, { games: [1] });
});

test('wrong parameters are reported before the redirect (contract gap 16)', async () => {
  assert.equal((await ask('/v1/games/2?format=xml')).status, 422);
  assert.equal((await server.fetch('/v1/games/2', { redirect: 'manual' })).status, 401);
});

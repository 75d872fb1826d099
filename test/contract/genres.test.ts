import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCases } from '../support/cases.ts';
import { sharedServer } from '../support/server.ts';

const server = await sharedServer();

test('genres have every field and are ordered by category id, then name (contract gap 22)', async () => {
  const { body } = await server.get('/v1/genres');
  const names = body.genres.map((genre: { genre_name: string }) => genre.genre_name);
  assert.deepEqual(names, ['Action', 'Strategy / tactics', 'Chess', 'Platform', 'New']);
  assert.deepEqual(body.genres[3], {
    genre_id: 21,
    genre_name: 'Platform',
    genre_description: 'Jump and run.',
    genre_category: 'Gameplay',
    genre_category_id: 4,
  });
});

test('a genre without a description in the bundle has the shipped one; a new genre has none', async () => {
  const { body } = await server.get('/v1/genres');
  assert.match(body.genres[0].genre_description, /\w+\. .+\./);
  assert.equal(body.genres[4].genre_description, null);
});

runCases(server, {
  200: [
    { name: 'an unknown parameter is ignored (contract gap 10)', path: '/v1/genres?limit=x' },
    { name: 'a trailing slash is accepted (contract gap 13)', path: '/v1/genres/' },
  ],
  400: [{ name: 'a query that cannot be decoded (contract gap 9)', path: '/v1/genres?x=%', says: /percent-encoded/ }],
});

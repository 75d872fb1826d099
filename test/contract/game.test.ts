import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCases } from '../support/cases.ts';
import { GAME } from '../support/catalog.ts';
import { sharedServer } from '../support/server.ts';

const server = await sharedServer();
const notFound = { code: 1, error: 'Game not found', message: '' };

runCases(server, {
  200: [
    { name: 'format=id is the bare integer (contract gap 17)', path: '/v1/games/2?format=id', body: 2 },
    {
      name: 'format=brief is the bare object (contract gap 17)',
      path: '/v1/games/5?format=brief',
      body: {
        game_id: 5,
        title: 'ドラゴンクエスト',
        catalog_url: `${server.url}/games/5/${encodeURIComponent('ドラゴンクエスト')}`,
      },
    },
    { name: 'a trailing slash (contract gap 13)', path: '/v1/games/2/?format=id', body: 2 },
    { name: 'an unknown parameter (contract gap 10)', path: '/v1/games/2?format=id&limit=x', body: 2 },
  ],
  400: [
    { name: 'a word as game id (contract gap 15)', path: '/v1/games/mario', says: /game_id/ },
    { name: 'a fraction as game id (contract gap 15)', path: '/v1/games/1.5' },
    { name: 'an empty escape as game id (contract gap 15)', path: '/v1/games/%20' },
    { name: 'an empty format (contract gap 5)', path: '/v1/games/1?format=' },
    {
      name: 'a wrong type is reported before a missing game (contract gap 16)',
      path: `/v1/games/${GAME.none}?format=id&format=id`,
    },
  ],
  404: [
    { name: 'no such game (contract gap 19)', path: `/v1/games/${GAME.none}`, body: notFound },
    { name: 'no such game in any format (contract gap 19)', path: `/v1/games/${GAME.none}?format=id`, body: notFound },
    { name: 'game 0 (contract gap 15)', path: '/v1/games/0', body: notFound },
    { name: 'a negative game id (contract gap 15)', path: '/v1/games/-1', body: notFound },
    { name: 'an absurd game id (contract gap 15)', path: `/v1/games/${'9'.repeat(300)}`, body: notFound },
  ],
  422: [
    { name: 'an unknown format (contract gap 6)', path: '/v1/games/1?format=xml', says: /format/ },
    {
      name: 'a wrong value is reported before a missing game (contract gap 16)',
      path: `/v1/games/${GAME.none}?format=xml`,
    },
  ],
});

test('format=normal is the default, and the same object as in the list (contract gap 17)', async () => {
  const one = await server.get('/v1/games/1');
  const list = await server.get('/v1/games?id=1&format=normal');
  assert.deepEqual(one.body, list.body.games[0]);
});

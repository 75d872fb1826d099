import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCases } from '../support/cases.ts';
import { GAME, PLATFORM } from '../support/catalog.ts';
import { sharedServer } from '../support/server.ts';

const server = await sharedServer();
const notFound = { code: 1, error: 'Game not found', message: '' };
const nes = `/v1/games/${GAME.everything}/platforms/${PLATFORM.nes}`;

runCases(server, {
  200: [
    {
      name: 'released there but without screenshots (contract gap 18)',
      path: `/v1/games/2/platforms/${PLATFORM.nes}/screenshots`,
      body: { screenshots: [] },
    },
    { name: 'a trailing slash (contract gap 13)', path: `${nes}/screenshots/` },
  ],
  400: [
    { name: 'a word as game id (contract gap 15)', path: '/v1/games/mario/platforms/22/screenshots', says: /game_id/ },
    {
      name: 'a word as platform id (contract gap 15)',
      path: '/v1/games/1/platforms/nes/screenshots',
      says: /platform_id/,
    },
  ],
  404: [
    { name: 'no such game (contract gap 19)', path: `/v1/games/${GAME.none}/platforms/22/screenshots`, body: notFound },
    {
      name: 'not released on that platform (contract gap 18)',
      path: '/v1/games/3/platforms/22/screenshots',
      body: notFound,
    },
    {
      name: 'an absurd platform id (contract gap 15)',
      path: `/v1/games/3/platforms/${'9'.repeat(30)}/screenshots`,
      body: notFound,
    },
  ],
});

test('screenshots keep the order of the catalog (contract gap 32)', async () => {
  const { body } = await server.get(`${nes}/screenshots`);
  assert.equal(body.screenshots.length, 7);
  assert.deepEqual(body.screenshots[1], {
    caption: 'Level 1',
    image: 'https://pictures.example/shot-1.png',
    thumbnail_image: 'https://pictures.example/shot-1-small.png',
    width: 256,
    height: 240,
  });
});

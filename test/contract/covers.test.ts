import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCases } from '../support/cases.ts';
import { DISC, GAME, PLATFORM } from '../support/catalog.ts';
import { sharedServer } from '../support/server.ts';

const server = await sharedServer();
const notFound = { code: 1, error: 'Game not found', message: '' };
const nes = `/v1/games/${GAME.everything}/platforms/${PLATFORM.nes}`;

runCases(server, {
  200: [
    {
      name: 'released there but without covers (contract gap 18)',
      path: `/v1/games/${GAME.everything}/platforms/${PLATFORM.arcade}/covers`,
      body: { cover_groups: [] },
    },
    { name: 'a trailing slash (contract gap 13)', path: `${nes}/covers/` },
  ],
  400: [
    { name: 'a word as game id (contract gap 15)', path: '/v1/games/mario/platforms/22/covers', says: /game_id/ },
    { name: 'a word as platform id (contract gap 15)', path: '/v1/games/1/platforms/nes/covers', says: /platform_id/ },
  ],
  404: [
    { name: 'no such game (contract gap 19)', path: `/v1/games/${GAME.none}/platforms/22/covers`, body: notFound },
    {
      name: 'not released on that platform (contract gap 18)',
      path: '/v1/games/3/platforms/22/covers',
      body: notFound,
    },
    {
      name: 'an absurd platform id (contract gap 15)',
      path: `/v1/games/3/platforms/${'9'.repeat(30)}/covers`,
      body: notFound,
    },
  ],
});

test('covers are grouped, and a path under /media becomes a URL (contract gap 30)', async () => {
  const { body } = await server.get(`${nes}/covers`);
  assert.deepEqual(body.cover_groups[0].countries, ['Japan']);
  assert.equal(body.cover_groups[0].comments, 'First print');
  assert.deepEqual(
    body.cover_groups.flatMap((group: { covers: { scan_of: string }[] }) => group.covers.map((cover) => cover.scan_of)),
    ['Back Cover', 'Front Cover', 'Media'],
  );
  assert.deepEqual(body.cover_groups[1].covers[0], {
    scan_of: 'Media',
    image: server.url + DISC.image,
    thumbnail_image: server.url + DISC.thumbnail_image,
    width: 10,
    height: 20,
    description: null,
    comments: null,
  });
});

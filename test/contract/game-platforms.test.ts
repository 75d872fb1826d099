import { runCases } from '../support/cases.ts';
import { GAME } from '../support/catalog.ts';
import { sharedServer } from '../support/server.ts';

const server = await sharedServer();
const notFound = { code: 1, error: 'Game not found', message: '' };

runCases(server, {
  200: [
    {
      name: 'the platforms of a game, by id (contract gap 32)',
      path: '/v1/games/1/platforms',
      body: {
        platforms: [
          { platform_id: 15, platform_name: 'SNES', first_release_date: '1993-08' },
          { platform_id: 22, platform_name: 'NES', first_release_date: '1985-09' },
          { platform_id: 143, platform_name: 'Arcade', first_release_date: null },
        ],
      },
    },
    { name: 'a trailing slash (contract gap 13)', path: '/v1/games/1/platforms/' },
  ],
  400: [{ name: 'a word as game id (contract gap 15)', path: '/v1/games/mario/platforms', says: /game_id/ }],
  404: [{ name: 'no such game (contract gap 19)', path: `/v1/games/${GAME.none}/platforms`, body: notFound }],
});

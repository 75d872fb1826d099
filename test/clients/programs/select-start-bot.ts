import type { Program } from '../program.ts';

/**
 * A chat bot. Sends what people type, and `pokémon` for `pokemon` where nothing was found. Missing and null fields are left out; of
 * a description that is null none is shown. It asks for the games of a day with parameters that nobody knows, and keeps none of
 * them. Anything but 2xx is an empty list. A second passes after an answer, and one before the next request.
 */
export const selectStartBot: Program = {
  name: 'select_start_bot',
  source:
    'marquessam/select_start_bot f6a1010 (2025-03-12): mobyAPI.js, commands/search.js, commands/arcade.js, commands/review.js',
  headers: { accept: '*/*', 'user-agent': 'node-fetch', 'accept-encoding': 'gzip, deflate, br', connection: 'close' },
  paceMs: 1000,
  refusal: { reads: 'status', waitsMs: [] },
  steps: {
    '/games?title=pokemon+example&format=normal&api_key=KEY': { 'games[0].game_id': 2 },
    '/games?title=pok%C3%A9mon+example&format=normal&api_key=KEY': { 'games[0].game_id': 2 },
    // Asks for the games of this day
    '/games?release_month=11&release_day=15&api_key=KEY': { 'games.length': 5 },
    '/games?title=nowhere&format=normal&api_key=KEY': { games: [] },
  },
};

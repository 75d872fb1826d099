import type { Program } from '../program.ts';

/**
 * A shell script around curl and jq. It renames `"games":`, `"game_id"` and `"moby_url"` in the text of the answer before it parses
 * it, so that there must be no space before a colon. Every platform is shown with the first four characters of its date, `null` if
 * it has none. An answer without games shows nothing. No pause: it asks when somebody stops typing.
 */
export const alfredMobyGames: Program = {
  name: 'alfred-moby-games',
  source: 'gingerbeardman/alfred-moby-games 57b7990 (2024-08-20): normal.sh',
  headers: { 'user-agent': 'curl/8.7.1', accept: '*/*' },
  paceMs: 0,
  refusal: { reads: 'code', waitsMs: [] },
  steps: {
    '/games?format=normal&limit=25&title=example&api_key=KEY': {
      text: /^\{"games":\[\{"game_id":1,.*"moby_url":"http/,
      'games.length': 4,
    },
    // Searches for a game without a date
    '/games?format=normal&limit=25&title=bare&api_key=KEY': { 'games[0].platforms[0].first_release_date': '' },
    '/games?format=normal&limit=25&title=nowhere&api_key=KEY': { text: /^\{"games":\[\]\}$/ },
  },
};

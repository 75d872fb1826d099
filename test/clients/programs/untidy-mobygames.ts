import { JPEG, PNG, type Program } from '../program.ts';

/**
 * A library: gives the answer as it is, by types of its own, in which `sample_cover` is never null. Anything but 2xx is an error
 * that carries the status and the body, which it parses as JSON. No pause, no further try.
 */
export const untidyMobygames: Program = {
  name: '@untidy/mobygames',
  source: 'falsepopsky/mobygames 8c769bc (2025-05-10): packages/api/src/index.ts',
  headers: {
    'content-type': 'application/json',
    accept: '*/*',
    'accept-language': '*',
    'sec-fetch-mode': 'cors',
    'user-agent': 'node',
    'accept-encoding': 'gzip, deflate',
    connection: 'keep-alive',
  },
  paceMs: 0,
  refusal: { reads: 'status', waitsMs: [] },
  steps: {
    '/genres?api_key=KEY': {
      'genres[0].genre_id': 1,
      'genres[0].genre_description': /^The player/,
      'genres[0].genre_category_id': 1,
    },
    '/groups?limit=1&offset=0&api_key=KEY': {
      'groups[0].group_name': 'Example series',
      'groups[0].group_description': null,
    },
    '/platforms?api_key=KEY': { 'platforms[2].platform_name': 'SNES' },
    '/games?title=example&platform=15&platform=22&api_key=KEY': {
      'games[0].moby_url': /\/games\/1\/super-example-world$/,
      'games[0].moby_score': 8.5,
      'games[0].num_votes': 12,
      'games[0].official_url': 'https://example.org/world',
      'games[0].sample_cover.platforms': ['SNES'],
      'games[0].sample_cover.width': 60,
      'games[0].sample_screenshots[0].caption': 'Level 0',
      'games[0].sample_cover.image': JPEG,
    },
    '/games?id=3&id=2&format=brief&api_key=KEY': { 'games[1].moby_url': /\/games\/3\/bare$/ },
    '/games/recent?age=7&format=id&api_key=KEY': { 'games.length': 5 },
    '/games/random?limit=5&format=normal&api_key=KEY': { 'games.length': 5, 'games[4].sample_cover.image': /^http/ },
    '/games/3?format=full&api_key=KEY': {
      title: 'Bare',
      'sample_cover.platforms': ['SNES', 'NES'],
      'sample_cover.image': PNG,
    },
    '/games/1/platforms?api_key=KEY': {
      'platforms[1].platform_name': 'NES',
      'platforms[1].first_release_date': '1995',
    },
    '/games/1/platforms/15?api_key=KEY': {
      'patches[0].release_date': '1991',
      'releases[0].product_codes[0].product_code_type_id': 2,
    },
    '/games/1/platforms/15/covers?api_key=KEY': {
      'cover_groups[0].comments': null,
      'cover_groups[0].covers[0].description': null,
    },
    '/games/1/platforms/15/screenshots?api_key=KEY': { 'screenshots[0].thumbnail_image': /^http/ },
    '/games/999999?api_key=KEY': { status: 404, code: 1, message: '' },
    '/games?api_key=wrong': { status: 401, code: 401 },
  },
};

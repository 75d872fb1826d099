import type { Program } from '../program.ts';

/**
 * Copies a platform: all its games page by page until one has fewer than 100, then the details of each, five seconds apart. Tables
 * are made of the answers: every list must be there and be a list; null becomes an empty text. Where no game of a platform has a
 * genre it fails, whatever the answer. 429 and 5xx are tried again at once, after 1, 5, 10 and 60 minutes; 404 of details skips the
 * game; 401, 422 and others end it.
 */
export const mobydump: Program = {
  name: 'MobyDump',
  source:
    'unexpectedpanda/mobydump 1c00659 (2025-11-25): modules/requests.py, modules/get_mg_data.py, modules/data_sanitize.py',
  headers: {
    'user-agent': 'MobyDump/0.9.5; https://github.com/unexpectedpanda/mobydump',
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate',
    connection: 'keep-alive',
  },
  paceMs: 5000,
  refusal: { reads: 'status', waitsMs: [0, 60_000] },
  steps: {
    '/platforms?api_key=KEY': { 'platforms[0].platform_id': 10, 'platforms[0].platform_name': 'Game Boy' },
    '/games?api_key=KEY&platform=15&offset=0&limit=100': {
      'games.length': 2,
      'games[0].game_id': 1,
      'games[0].title': 'Super Example World',
      'games[0].alternate_titles': [{ title: 'Super Example 4', description: 'Working title' }],
      'games[0].genres[0].genre_category': 'Basic Genres',
      'games[0].genres[0].genre_category_id': 1,
      'games[0].genres[0].genre_id': 1,
      'games[0].moby_url': /\/games\/1\/super-example-world$/,
      'games[0].official_url': 'https://example.org/world',
      'games[1].alternate_titles': [],
      'games[1].genres': [],
      'games[1].description': null,
      'games[1].official_url': null,
    },
    '/games/1/platforms/15?api_key=KEY': {
      game_id: 1,
      'attributes[0].attribute_name': '1-2 Players',
      'releases[0].release_date': '1990-11-21',
      'releases[0].countries': ['Japan'],
      'releases[0].description': null,
      'releases[0].companies[0].company_name': 'Sellers',
      'releases[0].product_codes[0].product_code': 'SHVC-MW',
      'releases[0].product_codes[0].product_code_type': 'Nintendo Media PN',
      'releases[3].description': 'Prototype',
      'patches[0].description': 'Second print',
      'ratings[0].rating_name': '3',
    },
    // Reads the details of a game of which nothing is known
    '/games/3/platforms/15?api_key=KEY': {
      attributes: [],
      'releases[0].companies': [],
      'releases[0].countries': [],
      'releases[0].product_codes': [],
      patches: [],
      ratings: [],
    },
    '/games/999999/platforms/15?api_key=KEY': { status: 404 },
    '/games/recent?api_key=KEY&format=normal&age=21&offset=0&limit=100': {
      'games.length': 5,
      'games[0].platforms[0].platform_id': 15,
    },
  },
};

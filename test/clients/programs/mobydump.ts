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
    '/games?api_key=KEY&platform=15&offset=0&limit=100': {
      'games.length': 2,
      'games[1].alternate_titles': [],
      'games[1].genres': [],
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
    '/games/recent?api_key=KEY&format=normal&age=21&offset=0&limit=100': { 'games.length': 5 },
  },
};

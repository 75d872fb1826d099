import { JPEG, PNG, type Program } from '../program.ts';

/**
 * Searches without subtitle, sequel number and apostrophes, and takes the best title of the brief list. Reads the companies of the
 * first release and the covers of the first group alone; the last one of each kind wins. A game is given up where a field or the
 * first release is missing; a date that is null or empty is 1970. Downloaded pictures are named after the end of their address. An answer
 * with `error` in it, and the statuses 401, 429 and 500, are errors; at 429 it stops.
 */
export const romCollectionBrowser: Program = {
  name: 'Rom Collection Browser',
  source:
    'maloep/romcollectionbrowser a6fb7172 (2021-05-21): resources/lib/pyscraper/mobygames_scraper.py, web_scraper.py',
  headers: {
    'user-agent': 'RomCollectionBrowser 2.3.0',
    'accept-encoding': 'gzip, deflate',
    accept: '*/*',
    connection: 'keep-alive',
  },
  paceMs: 1200,
  refusal: { reads: 'status', waitsMs: [] },
  steps: {
    '/games?title=Super+Example+World&api_key=KEY&platform=15&format=brief': { 'games[0].game_id': 1 },
    '/games/1/platforms/15?api_key=KEY': {
      'releases[0].companies[0].company_name': 'Sellers',
      'releases[0].companies[1].company_name': 'Makers',
    },
    '/games/1/platforms/15/covers?api_key=KEY': {
      'cover_groups[0].covers[0].image': JPEG,
      'cover_groups[0].covers[1].image': JPEG,
    },
    '/games/1/platforms/15/screenshots?api_key=KEY': { 'screenshots[0].image': PNG },
    // Finds a game of which nothing is known
    '/games?title=Bare&api_key=KEY&platform=22&format=brief': { 'games[0].game_id': 3 },
    '/games/3/platforms/22?api_key=KEY': { first_release_date: '', 'releases[0].companies': [], attributes: [] },
    '/games/3/platforms/22/covers?api_key=KEY': { 'cover_groups[0].covers[0].image': PNG },
  },
  wideSteps: {
    // Finds Example's Tower.nes without the apostrophe
    '/games?title=Examples+Tower&api_key=KEY&platform=22&format=brief': { 'games[0].game_id': 5 },
  },
};

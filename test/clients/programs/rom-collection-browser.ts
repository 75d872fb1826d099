import type { Program } from '../program.ts';

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
  steps: [
    {
      does: 'finds Super Example World (Japan).sfc',
      target: '/games?title=Super+Example+World&api_key=KEY&platform=15&format=brief',
      reads: { 'games[0].game_id': 1, 'games[0].title': 'Super Example World' },
    },
    {
      does: 'reads the game',
      target: '/games/1?api_key=KEY',
      reads: {
        title: 'Super Example World',
        description: 'A game with everything.',
        'genres[0].genre_category': 'Basic Genres',
        'genres[0].genre_name': 'Action',
      },
    },
    {
      does: 'reads the first release',
      target: '/games/1/platforms/15?api_key=KEY',
      reads: {
        first_release_date: '1990-11',
        'releases[0].companies[0].role': 'Published by',
        'releases[0].companies[0].company_name': 'Sellers',
        'releases[0].companies[1].role': 'Developed by',
        'releases[0].companies[1].company_name': 'Makers',
        'attributes[0].attribute_category_name': 'Number of Players Supported',
        'attributes[0].attribute_name': '1-2 Players',
      },
    },
    {
      does: 'reads the first group of covers',
      target: '/games/1/platforms/15/covers?api_key=KEY',
      reads: { 'cover_groups[0].covers[0].scan_of': 'Front Cover', 'cover_groups[0].covers[1].scan_of': 'Back Cover' },
      downloads: { 'cover_groups[0].covers[0].image': 'jpeg', 'cover_groups[0].covers[1].image': 'jpeg' },
    },
    {
      does: 'reads the first screenshot',
      target: '/games/1/platforms/15/screenshots?api_key=KEY',
      downloads: { 'screenshots[0].image': 'png' },
    },
    {
      does: 'finds a game of which nothing is known',
      target: '/games?title=Bare&api_key=KEY&platform=22&format=brief',
      reads: { 'games[0].game_id': 3 },
    },
    {
      does: 'reads that game',
      target: '/games/3?api_key=KEY',
      reads: { title: 'Bare', description: null, genres: [] },
    },
    {
      does: 'reads its first release',
      target: '/games/3/platforms/22?api_key=KEY',
      reads: { first_release_date: '', 'releases[0].companies': [], attributes: [] },
    },
    {
      does: 'reads its first group of covers',
      target: '/games/3/platforms/22/covers?api_key=KEY',
      reads: { 'cover_groups[0].covers[0].scan_of': 'Front Cover' },
      downloads: { 'cover_groups[0].covers[0].image': 'png' },
    },
    {
      does: 'finds no screenshot',
      target: '/games/3/platforms/22/screenshots?api_key=KEY',
      reads: { screenshots: [] },
    },
    {
      does: 'finds nothing',
      target: '/games?title=Nowhere&api_key=KEY&platform=22&format=brief',
      reads: { games: [] },
    },
  ],
  wideSteps: [
    {
      does: "finds Example's Tower.nes without the apostrophe",
      target: '/games?title=Examples+Tower&api_key=KEY&platform=22&format=brief',
      reads: { 'games[0].game_id': 5 },
    },
  ],
};

import { JPEG, PNG, type Program } from '../program.ts';

/**
 * The module for `/v1`; releases since October 2025 ask another interface. It tells errors by `code` in the body and gives up at
 * 429. A name is sent in lower case, without `the` at its beginning, with spaces as `+`. From the details it takes the first
 * company of each role over all releases, in their order; a cover by region (eu us ss uk wor jp …), where it knows 33 countries and
 * `Worldwide`; of three or more screenshots not one of the first two. A missing field is an empty text. It asks for pictures with
 * `https://` in place of `http://`, and drops covers that are wider than high.
 */
export const skyscraper: Program = {
  name: 'Skyscraper',
  source: 'Gemba/skyscraper c02d6eb (2025-09-29): src/mobygames.cpp, src/nametools.cpp',
  headers: {
    'user-agent': 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:74.0) Gecko/20100101 Firefox/74.0',
    connection: 'Keep-Alive',
    'accept-encoding': 'gzip, deflate',
    'accept-language': 'en,*',
  },
  paceMs: 5000,
  refusal: { reads: 'code', waitsMs: [] },
  steps: {
    '/games?api_key=KEY&title=super+example+world&platform=15': {
      'games[0].title': 'Super Example World',
      'games[0].moby_score': 8.5,
    },
    '/games/1/platforms/15/covers?api_key=KEY': {
      'cover_groups[0].countries': ['Taiwan', 'Japan', 'United States', 'Canada'],
      'cover_groups[0].covers[0].image': JPEG,
    },
    '/games/1/platforms/15/screenshots?api_key=KEY': { 'screenshots[2].image': PNG },
    // Reads details of which nothing is known
    '/games/3/platforms/22?api_key=KEY': {
      first_release_date: '',
      attributes: [],
      ratings: [],
      'releases[0].companies': [],
    },
    '/games/3/platforms/22/covers?api_key=KEY': { 'cover_groups[0].countries': ['Worldwide'] },
    '/games/999999/platforms/22?api_key=KEY': { status: 404, code: 1 },
  },
  wideSteps: {
    // Finds Example Quest, The Return.nes
    '/games?api_key=KEY&title=example+quest+the+return&platform=22': { 'games[0].game_id': 4 },
  },
};

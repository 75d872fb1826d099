import { JPEG, PNG, type Program } from '../program.ts';

/**
 * Searches for brief games, with the exact title first, and reads the chosen one, its details on the platform and its pictures. It
 * cuts the year out of the date of the platform and lowers the caption of every screenshot, so neither may be null. After a 429 it
 * waits for 16 minutes.
 */
export const advancedKodiLauncher: Program = {
  name: 'Advanced Kodi Launcher',
  source: 'chrisism/script.akl.mobygames 4c7a244 (2025-01-04): resources/lib/scraper.py',
  headers: { 'user-agent': 'Mozilla/5.0', 'accept-encoding': 'identity', connection: 'close' },
  paceMs: 1000,
  refusal: { reads: 'status', waitsMs: [960_000] },
  steps: {
    '/games?api_key=KEY&format=brief&title=Super+Example&platform=15': { 'games[0].title': 'Super Example World' },
    '/games/1?api_key=KEY': { 'platforms[0].first_release_date': /^1990/, moby_score: 8.5 },
    '/games/1/platforms/15/screenshots?api_key=KEY': {
      'screenshots[3].caption': '',
      'screenshots[0].image': PNG,
    },
    '/games/1/platforms/15/covers?api_key=KEY': { 'cover_groups[0].covers[0].image': JPEG },
    // Reads a game without a date on its platform
    '/games/5?api_key=KEY': { 'platforms[1].first_release_date': '1996-02' },
  },
  wideSteps: {
    // Searches for an alternate title
    '/games?api_key=KEY&format=brief&title=Pocket+Example+-+Aka&platform=10': {
      'games[0].title': 'Pocket Example: Aka',
    },
  },
};

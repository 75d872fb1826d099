import type { Program } from '../program.ts';

/**
 * Two programs of one name, in Python and in Go, without any pause. A title out of a file name is encoded twice: in Python all but
 * letters, digits, spaces and slashes, in Go spaces as well. Where nothing is found, what follows the last colon, dash or slash is
 * asked for. Missing and null fields are left out. 401 and 429 are errors by their status.
 */
export const retroMetadata: Program = {
  name: 'retro-metadata',
  source:
    'josegonzalez/retro-metadata ea5e8b8 (2026-01-19): src/retro_metadata/providers/mobygames.py, pkg/provider/mobygames/mobygames.go',
  headers: {
    'user-agent': 'retro-metadata/1.0',
    accept: '*/*',
    'accept-encoding': 'gzip, deflate',
    connection: 'keep-alive',
  },
  paceMs: 0,
  refusal: { reads: 'status', waitsMs: [] },
  steps: {
    '/games?title=test&limit=1&api_key=KEY': { games: [] },
    '/games?title=super+example&limit=10&platform=15&api_key=KEY': { 'games[0].game_id': 1 },
    // Finds it by its last part
    '/games?title=+The+Return&platform=22&api_key=KEY': { 'games[0].game_id': 4 },
    '/games?title=Pokemon+Example&platform=10&api_key=KEY': { 'games[0].game_id': 2, 'games[0].moby_score': null },
  },
  wideSteps: {
    // Identifies Example Quest: The Return.nes with a colon that is encoded twice (Python)
    '/games?title=Example+Quest%253A+The+Return&platform=22&api_key=KEY': { 'games[0].game_id': 4 },
    // Identifies Example's Tower.nes with an apostrophe that is encoded twice (Go)
    '/games?api_key=KEY&platform=22&title=Example%2527s%2BTower': { 'games[0].game_id': 5 },
    // Identifies Super Example World.sfc with spaces that are encoded twice (Go)
    '/games?api_key=KEY&platform=15&title=Super%2BExample%2BWorld': { 'games[0].game_id': 1 },
  },
};

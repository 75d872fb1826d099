import { PNG, type Program } from '../program.ts';

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
    '/games?id=3&id=2&format=brief&api_key=KEY': { 'games[1].moby_url': /\/games\/3\/bare$/ },
    '/games/random?limit=5&format=normal&api_key=KEY': { 'games.length': 5, 'games[4].sample_cover.image': /^http/ },
    '/games/3?format=full&api_key=KEY': {
      title: 'Bare',
      'sample_cover.platforms': ['SNES', 'NES'],
      'sample_cover.image': PNG,
    },
    '/games/999999?api_key=KEY': { status: 404, code: 1, message: '' },
    '/games?api_key=wrong': { status: 401, code: 401 },
  },
};

import { JPEG, PNG, type Program } from '../program.ts';

/**
 * Strips accents (`unidecode`) and sends one platform; ` - ` becomes `: `. Where nothing is found it asks once more for what
 * follows the last colon, dash or slash. Takes the most similar title of the answer. Missing and null fields are left out; a score
 * that is null becomes the text `None`. 401 and every other error are an empty answer.
 */
export const romm: Program = {
  name: 'RomM',
  source:
    'rommapp/romm 57badfd62 (2026-08-22): backend/adapters/services/mobygames.py, backend/handler/metadata/moby_handler.py',
  headers: { 'user-agent': 'RomM/4.4.0', accept: '*/*', 'accept-encoding': 'gzip, deflate, br' },
  paceMs: 1000,
  refusal: { reads: 'status', waitsMs: [2000] },
  steps: {
    '/groups?limit=1&api_key=KEY': { 'groups[0].group_id': 1 },
    '/games?platform=10&title=pokemon+example&format=normal&api_key=KEY': {
      'games[0].title': 'Pokémon Example',
      'games[0].moby_score': null,
      'games[0].sample_cover.image': PNG,
    },
    '/games?platform=22&title=example+quest:+the+return&format=normal&api_key=KEY': { 'games[0].game_id': 4 },
    // Finds Quest/The Return.nes by its last part
    '/games?platform=22&title=The+Return&format=normal&api_key=KEY': { 'games[0].game_id': 4 },
    '/games?id=1&format=normal&api_key=KEY': {
      'games[0].sample_cover.image': JPEG,
      'games[0].sample_screenshots[0].image': PNG,
    },
    '/games?id=999999&format=normal&api_key=KEY': { games: [] },
  },
  wideSteps: {
    // Its Japanese title in Latin letters: it compares the title of the answer with the one that it asked for.
    '/games?platform=10&title=pocket+example+aka&format=normal&api_key=KEY': {
      'games[0].title': 'Pocket Example: Aka',
      'games[0].alternate_titles[0].title': 'Pokémon Example',
    },
  },
};

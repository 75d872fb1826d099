import { JPEG, PNG, type Program } from './program.ts';

export const PROGRAMS: readonly Program[] = [
  /**
   * Strips accents (`unidecode`) and sends one platform; ` - ` becomes `: `. Where nothing is found it asks once more for what
   * follows the last colon, dash or slash. Takes the most similar title of the answer. Missing and null fields are left out; a score
   * that is null becomes the text `None`. 401 and every other error are an empty answer.
   */
  {
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
  },
  /**
   * The module for `/v1`; releases since October 2025 ask another interface. It tells errors by `code` in the body and gives up at
   * 429. A name is sent in lower case, without `the` at its beginning, with spaces as `+`. From the details it takes the first
   * company of each role over all releases, in their order; a cover by region (eu us ss uk wor jp …), where it knows 33 countries and
   * `Worldwide`; of three or more screenshots not one of the first two. A missing field is an empty text. It asks for pictures with
   * `https://` in place of `http://`, and drops covers that are wider than high.
   */
  {
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
  },
  /**
   * Copies a platform: all its games page by page until one has fewer than 100, then the details of each, five seconds apart. Tables
   * are made of the answers: every list must be there and be a list; null becomes an empty text. Where no game of a platform has a
   * genre it fails, whatever the answer. 429 and 5xx are tried again at once, after 1, 5, 10 and 60 minutes; 404 of details skips the
   * game; 401, 422 and others end it.
   */
  {
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
  },
  /**
   * Searches without subtitle, sequel number and apostrophes, and takes the best title of the brief list. Reads the companies of the
   * first release and the covers of the first group alone; the last one of each kind wins. A game is given up where a field or the
   * first release is missing; a date that is null or empty is 1970. Downloaded pictures are named after the end of their address. An answer
   * with `error` in it, and the statuses 401, 429 and 500, are errors; at 429 it stops.
   */
  {
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
  },
  /**
   * Two programs of one name, in Python and in Go, without any pause. A title out of a file name is encoded twice: in Python all but
   * letters, digits, spaces and slashes, in Go spaces as well. Where nothing is found, what follows the last colon, dash or slash is
   * asked for. Missing and null fields are left out. 401 and 429 are errors by their status.
   */
  {
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
  },
  /**
   * A library: gives the answer as it is, by types of its own, in which `sample_cover` is never null. Anything but 2xx is an error
   * that carries the status and the body, which it parses as JSON. No pause, no further try.
   */
  {
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
  },
  /**
   * A chat bot. Sends what people type, and `pokémon` for `pokemon` where nothing was found. Missing and null fields are left out; of
   * a description that is null none is shown. It asks for the games of a day with parameters that nobody knows, and keeps none of
   * them. Anything but 2xx is an empty list. A second passes after an answer, and one before the next request.
   */
  {
    name: 'select_start_bot',
    source:
      'marquessam/select_start_bot f6a1010 (2025-03-12): mobyAPI.js, commands/search.js, commands/arcade.js, commands/review.js',
    headers: { accept: '*/*', 'user-agent': 'node-fetch', 'accept-encoding': 'gzip, deflate, br', connection: 'close' },
    paceMs: 1000,
    refusal: { reads: 'status', waitsMs: [] },
    steps: {
      '/games?title=pokemon+example&format=normal&api_key=KEY': { 'games[0].game_id': 2 },
      '/games?title=pok%C3%A9mon+example&format=normal&api_key=KEY': { 'games[0].game_id': 2 },
      // Asks for the games of this day
      '/games?release_month=11&release_day=15&api_key=KEY': { 'games.length': 5 },
      '/games?title=nowhere&format=normal&api_key=KEY': { games: [] },
    },
  },
  /**
   * A shell script around curl and jq. It renames `"games":`, `"game_id"` and `"moby_url"` in the text of the answer before it parses
   * it, so that there must be no space before a colon. Every platform is shown with the first four characters of its date, `null` if
   * it has none. An answer without games shows nothing. No pause: it asks when somebody stops typing.
   */
  {
    name: 'alfred-moby-games',
    source: 'gingerbeardman/alfred-moby-games 57b7990 (2024-08-20): normal.sh',
    headers: { 'user-agent': 'curl/8.7.1', accept: '*/*' },
    paceMs: 0,
    refusal: { reads: 'code', waitsMs: [] },
    steps: {
      '/games?format=normal&limit=25&title=example&api_key=KEY': {
        text: /^\{"games":\[\{"game_id":1,.*"moby_url":"http/,
        'games.length': 4,
      },
      // Searches for a game without a date
      '/games?format=normal&limit=25&title=bare&api_key=KEY': { 'games[0].platforms[0].first_release_date': '' },
      '/games?format=normal&limit=25&title=nowhere&api_key=KEY': { text: /^\{"games":\[\]\}$/ },
    },
  },
  /**
   * Searches for brief games, with the exact title first, and reads the chosen one, its details on the platform and its pictures. It
   * cuts the year out of the date of the platform and lowers the caption of every screenshot, so neither may be null. After a 429 it
   * waits for 16 minutes.
   */
  {
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
  },
];

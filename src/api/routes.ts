import { CHANGES_PARAMETERS, getChanges } from './changes.ts';
import { GAME_PARAMETERS, getCovers, getGame, getGamePlatforms, getPlatformDetails, getScreenshots } from './game.ts';
import {
  GAMES_PARAMETERS,
  getGames,
  getRandomGames,
  getRecentGames,
  getSearchedGames,
  getSuggestions,
  RANDOM_PARAMETERS,
  RECENT_PARAMETERS,
  SEARCH_PARAMETERS,
  SUGGEST_PARAMETERS,
} from './games.ts';
import { getIdentify, IDENTIFY_PARAMETERS, postIdentify } from './identify.ts';
import type { ResponseSchema } from './openapi/schemas.ts';
import {
  COMPANIES_PARAMETERS,
  GROUPS_PARAMETERS,
  getCompanies,
  getCompany,
  getGenres,
  getGroups,
  getPlatforms,
} from './reference-lists.ts';
import type { Route } from './route.ts';

const GAME = { any: 'AnyGame', id: 'GameId', brief: 'GameBrief', normal: 'Game' } as const satisfies ResponseSchema;
const GAMES = {
  any: 'AnyGameList',
  id: 'GameIdList',
  brief: 'GameBriefList',
  normal: 'GameList',
} as const satisfies ResponseSchema;
/** `id` is the default here, so the type must include integers; clients distinguish the alternatives. */
const IDS_OR_GAMES = { ...GAMES, any: ['GameIdList', 'GameBriefList', 'GameList'] } as const satisfies ResponseSchema;

const CHANGES = {
  any: 'AnyChangeList',
  id: 'ChangeList',
  brief: 'BriefChangeList',
  normal: 'GameChangeList',
} as const satisfies ResponseSchema;

const FORMAT_HELP = '`format` sets how much of each game is returned: its id, minimal data, or all major information.';

/** Groups of endpoints in the documentation. */
export const TAGS = [
  { name: 'Games', description: 'Find games and get their major information' },
  { name: 'Releases', description: 'Platforms and releases of a game' },
  { name: 'Pictures', description: 'Screenshots and covers of a game on one platform' },
  { name: 'Files', description: 'Which game a file belongs to, by its hash' },
  { name: 'Changes', description: 'What changed, for programs that keep a copy of the catalog' },
  {
    name: 'Reference data',
    description: 'Genres, groups, platforms and companies: their ids are the values of the filters',
  },
] as const;

/** Every endpoint of the contract. */
export const ROUTES: readonly Route[] = [
  {
    path: '/genres',
    operation: 'listGenres',
    tag: 'Reference data',
    summary: 'List genres',
    description: 'Returns all genres, ordered by category id and then by name.',
    parameters: {},
    response: 'GenreList',
    handle: getGenres,
  },
  {
    path: '/groups',
    operation: 'listGroups',
    tag: 'Reference data',
    summary: 'List groups',
    description: 'Returns groups (series and themes), ordered by id.',
    parameters: GROUPS_PARAMETERS,
    response: 'GroupList',
    handle: getGroups,
  },
  {
    path: '/platforms',
    operation: 'listPlatforms',
    tag: 'Reference data',
    summary: 'List platforms',
    description: 'Returns all platforms, ordered by name.',
    parameters: {},
    response: 'PlatformList',
    handle: getPlatforms,
  },
  {
    path: '/companies',
    operation: 'listCompanies',
    tag: 'Reference data',
    summary: 'List companies',
    description: 'Returns companies, ordered by id.',
    parameters: COMPANIES_PARAMETERS,
    response: 'CompanyList',
    handle: getCompanies,
  },
  {
    path: '/companies/{company_id}',
    operation: 'getCompany',
    tag: 'Reference data',
    summary: 'Get a company',
    description: 'Returns one company: its names, and its games in numbers.',
    parameters: {},
    response: 'CompanyFacts',
    errors: ['companyNotFound'],
    handle: getCompany,
  },
  {
    path: '/games',
    operation: 'listGames',
    tag: 'Games',
    summary: 'List games',
    description: `Returns the games that match all filters, in the order of \`sort\`. ${FORMAT_HELP}`,
    parameters: GAMES_PARAMETERS,
    response: GAMES,
    handle: getGames,
  },
  {
    path: '/games/search',
    operation: 'searchGames',
    tag: 'Games',
    summary: 'Search games',
    description:
      'Returns the games that `q` finds, best matches first: by the words of any title in any order, without accents, ' +
      `punctuation and articles, by abbreviations, and with typos. ${FORMAT_HELP}`,
    parameters: SEARCH_PARAMETERS,
    response: GAMES,
    example: 'listGames',
    handle: getSearchedGames,
  },
  {
    path: '/suggest',
    operation: 'suggest',
    tag: 'Games',
    summary: 'Suggest',
    description:
      'Returns up to ten games, platforms, companies and groups that a text may mean, for a search box with suggestions. ' +
      'Platforms are also found by their other names.',
    parameters: SUGGEST_PARAMETERS,
    response: 'SuggestionList',
    handle: getSuggestions,
  },
  {
    path: '/games/recent',
    operation: 'listRecentGames',
    tag: 'Games',
    summary: 'List recent games',
    description: `Returns the games modified in the last \`age\` days, newest first. ${FORMAT_HELP}`,
    parameters: RECENT_PARAMETERS,
    response: IDS_OR_GAMES,
    handle: getRecentGames,
  },
  {
    path: '/games/random',
    operation: 'listRandomGames',
    tag: 'Games',
    summary: 'List random games',
    description:
      'Returns random games from a list that is the same for every caller and changes every five minutes; ' +
      `\`Cache-Control\` says when. ${FORMAT_HELP}`,
    parameters: RANDOM_PARAMETERS,
    response: IDS_OR_GAMES,
    example: 'listRecentGames',
    handle: getRandomGames,
  },
  {
    path: '/games/{game_id}',
    operation: 'getGame',
    tag: 'Games',
    summary: 'Get a game',
    description: 'Returns one game: an object, or with `format=id` the bare integer. A merged game redirects (301).',
    parameters: GAME_PARAMETERS,
    response: GAME,
    handle: getGame,
  },
  {
    path: '/games/{game_id}/platforms',
    operation: 'listGamePlatforms',
    tag: 'Releases',
    summary: 'List platforms of a game',
    description: 'Returns the platforms on which the game was released, ordered by id.',
    parameters: {},
    response: 'GamePlatformList',
    handle: getGamePlatforms,
  },
  {
    path: '/games/{game_id}/platforms/{platform_id}',
    operation: 'getPlatformDetails',
    tag: 'Releases',
    summary: 'Get releases',
    description: 'Returns the releases of the game on one platform, with attributes, patches and ratings.',
    parameters: {},
    response: 'PlatformDetails',
    handle: getPlatformDetails,
  },
  {
    path: '/games/{game_id}/platforms/{platform_id}/screenshots',
    operation: 'listScreenshots',
    tag: 'Pictures',
    summary: 'List screenshots',
    description: 'Returns the screenshots of the game on one platform.',
    parameters: {},
    response: 'ScreenshotList',
    handle: getScreenshots,
  },
  {
    path: '/games/{game_id}/platforms/{platform_id}/covers',
    operation: 'listCovers',
    tag: 'Pictures',
    summary: 'List covers',
    description: 'Returns the covers of the game on one platform, in groups.',
    parameters: {},
    response: 'CoverGroupList',
    handle: getCovers,
  },
  {
    path: '/identify',
    operation: 'getFileMatch',
    tag: 'Files',
    summary: 'Identify a file',
    description:
      'Returns the game, platform and release of a file by its hash: `sha1`, `md5` or `crc`. The strongest hash that is ' +
      'found decides, and no other value may contradict. If several games have the file, the best known one is returned and ' +
      'the others are listed. `match` is null if no game has the file.',
    parameters: IDENTIFY_PARAMETERS,
    response: 'FileMatchResult',
    handle: getIdentify,
  },
  {
    method: 'POST',
    path: '/identify',
    operation: 'listFileMatches',
    tag: 'Files',
    summary: 'Identify several files',
    description:
      'Like GET, for up to 100 files with one request. `matches` has an element for each file in the same order.',
    parameters: {},
    body: {
      schema: 'FilesToIdentify',
      example: { files: [{ sha1: '0123456789abcdef0123456789abcdef01234567' }, { crc: '00000001', size: 40_976 }] },
    },
    response: 'FileMatchList',
    errors: ['payloadTooLarge', 'invalidValue'],
    handle: postIdentify,
  },
  {
    path: '/changes',
    operation: 'listChanges',
    tag: 'Changes',
    summary: 'List changes',
    description:
      'Returns the games that were created, updated, deleted or merged after `since`, oldest change first, each with its ' +
      'last change only. Send `next` as `since` in the following request; an empty list means that there is nothing new yet. ' +
      'A `since` from before the catalog was restored or replaced gets 410: start again without it.',
    parameters: CHANGES_PARAMETERS,
    response: CHANGES,
    errors: ['gone'],
    handle: getChanges,
  },
];

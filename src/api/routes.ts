import Type, { type TSchema } from 'typebox';
import {
  CoverGroup,
  Game,
  GameBrief,
  GamePlatform,
  Genre,
  Group,
  Platform,
  PlatformDetails,
  Screenshot,
} from '../catalog/resources.ts';
import {
  answerCovers,
  answerDetails,
  answerGame,
  answerPlatforms,
  answerScreenshots,
  GAME_PARAMETERS,
} from './game.ts';
import {
  answerGames,
  answerRandom,
  answerRecent,
  GAMES_PARAMETERS,
  RANDOM_PARAMETERS,
  RECENT_PARAMETERS,
} from './games.ts';
import { GROUPS_PARAMETERS, listGenres, listGroups, listPlatforms } from './reference-lists.ts';
import type { Route } from './route.ts';

const GameId = Type.Integer({ minimum: 1 });
const list = (name: string, element: TSchema) =>
  Type.Object({ [name]: Type.Array(element) }, { additionalProperties: false });
/** A list of games holds elements of one format only. */
const games = Type.Union([list('games', GameId), list('games', GameBrief), list('games', Game)]);

/** Every endpoint of the contract. */
export const ROUTES: readonly Route[] = [
  {
    path: '/genres',
    operation: 'listGenres',
    summary: 'All genres, by category and name',
    parameters: {},
    response: list('genres', Genre),
    handle: listGenres,
  },
  {
    path: '/groups',
    operation: 'listGroups',
    summary: 'Groups (series and themes), by id',
    parameters: GROUPS_PARAMETERS,
    response: list('groups', Group),
    paged: true,
    handle: listGroups,
  },
  {
    path: '/platforms',
    operation: 'listPlatforms',
    summary: 'All platforms, by name',
    parameters: {},
    response: list('platforms', Platform),
    handle: listPlatforms,
  },
  {
    path: '/games',
    operation: 'listGames',
    summary: 'Games that match the filters, by id',
    parameters: GAMES_PARAMETERS,
    response: games,
    paged: true,
    handle: answerGames,
  },
  {
    path: '/games/recent',
    operation: 'listRecentGames',
    summary: 'Games modified recently, newest first',
    parameters: RECENT_PARAMETERS,
    response: games,
    paged: true,
    handle: answerRecent,
  },
  {
    path: '/games/random',
    operation: 'listRandomGames',
    summary: 'Random games: one list for everybody, renewed every five minutes',
    parameters: RANDOM_PARAMETERS,
    response: games,
    handle: answerRandom,
  },
  {
    path: '/games/{game_id}',
    operation: 'getGame',
    summary: 'One game: the bare object, or with `format=id` the bare integer',
    parameters: GAME_PARAMETERS,
    response: Type.Union([GameId, GameBrief, Game]),
    handle: answerGame,
  },
  {
    path: '/games/{game_id}/platforms',
    operation: 'listGamePlatforms',
    summary: 'The platforms on which the game was released, by id',
    parameters: {},
    response: list('platforms', GamePlatform),
    handle: answerPlatforms,
  },
  {
    path: '/games/{game_id}/platforms/{platform_id}',
    operation: 'getPlatformDetails',
    summary: 'The releases of the game on one platform, and what belongs to them',
    parameters: {},
    response: PlatformDetails,
    handle: answerDetails,
  },
  {
    path: '/games/{game_id}/platforms/{platform_id}/screenshots',
    operation: 'listScreenshots',
    summary: 'Screenshots of the game on one platform',
    parameters: {},
    response: list('screenshots', Screenshot),
    handle: answerScreenshots,
  },
  {
    path: '/games/{game_id}/platforms/{platform_id}/covers',
    operation: 'listCovers',
    summary: 'Covers of the game on one platform, in groups',
    parameters: {},
    response: list('cover_groups', CoverGroup),
    handle: answerCovers,
  },
];

import { FORMATS, type Format, listGames, readRandomList, renderGames } from '../catalog/catalog.ts';
import { findGames, listRecent } from '../catalog/search/query.ts';
import { findPosition } from '../catalog/snapshot/snapshot.ts';
import { FILTER_PARAMETERS } from './filters.ts';
import { LIMIT, OFFSET, pageHeaders } from './paging.ts';
import { listIgnored, type Parameter, parseParameters } from './parameters.ts';
import { type ApiResponse, jsonList } from './response.ts';
import type { ApiRequest } from './route.ts';

const DAY_MS = 24 * 3600 * 1000;
const MAX_IDS = 100;
const MAX_RECENT_DAYS = 21;

export function formatParameter(fallback: Format) {
  const help = 'Output format: ids only, minimal data, or all major information';
  return { type: 'choice', values: FORMATS, fallback, help } as const satisfies Parameter;
}

const ID = {
  type: 'integers',
  min: 1,
  maxCount: MAX_IDS,
  help: 'Ids of games; all other parameters except `format` are then ignored',
} as const;

export const GAMES_PARAMETERS = {
  id: ID,
  limit: LIMIT,
  offset: OFFSET,
  ...FILTER_PARAMETERS,
  format: formatParameter('normal'),
} as const;

/** With `id`, all other parameters except `format` are ignored, even if they are invalid. */
const GAMES_BY_ID_PARAMETERS = { id: ID, format: GAMES_PARAMETERS.format };

export const RECENT_PARAMETERS = {
  limit: LIMIT,
  offset: OFFSET,
  age: {
    type: 'integer',
    min: 1,
    max: MAX_RECENT_DAYS,
    fallback: MAX_RECENT_DAYS,
    help: 'Only games modified in the last `age` days',
  },
  format: formatParameter('id'),
} as const;

export const RANDOM_PARAMETERS = { limit: LIMIT, format: formatParameter('id') } as const;

export function getGames(request: ApiRequest): ApiResponse {
  return request.query.has('id') ? gamesById(request) : gamesByFilter(request);
}

export function getRecentGames(request: ApiRequest): ApiResponse {
  const { app, snapshot, query } = request;
  const { age, format, ...page } = parseParameters(RECENT_PARAMETERS, query);
  const { total, positions } = listRecent(snapshot, app.clock() - age * DAY_MS, page);
  return {
    // Games drop out of the list over time without a new revision; `total` identifies what is left.
    cacheKey: `recent ${snapshot.revision} ${total} ${page.offset} ${page.limit} ${format}`,
    headers: pageHeaders(request, '/games/recent', RECENT_PARAMETERS, page, total),
    body: async () => jsonList('games', await renderGames(app.catalog, snapshot, positions, format)),
  };
}

export async function getRandomGames({ app, snapshot, query }: ApiRequest): Promise<ApiResponse> {
  const { limit, format } = parseParameters(RANDOM_PARAMETERS, query);
  const { gameIds, slot, secondsLeft } = await readRandomList(app.catalog, app.clock());
  const positions = gameIds.map((id) => findPosition(snapshot, id)).filter((position) => position !== undefined);
  return {
    cacheKey: `random ${slot} ${snapshot.revision} ${limit} ${format}`,
    maxAge: secondsLeft,
    body: async () => jsonList('games', await renderGames(app.catalog, snapshot, positions.slice(0, limit), format)),
  };
}

function gamesById(request: ApiRequest): ApiResponse {
  const { app, snapshot, query } = request;
  const { id, format } = parseParameters(GAMES_BY_ID_PARAMETERS, query);
  request.ignore(listIgnored(GAMES_BY_ID_PARAMETERS, query));
  const positions = findGames(snapshot, id);
  return {
    cacheKey: `ids ${snapshot.revision} ${positions.join()} ${format}`,
    body: async () => jsonList('games', await renderGames(app.catalog, snapshot, positions, format)),
  };
}

function gamesByFilter(request: ApiRequest): ApiResponse {
  const { app, snapshot, query } = request;
  const { id: _id, limit, offset, format, ...filter } = parseParameters(GAMES_PARAMETERS, query);
  const page = { limit, offset };
  const { total, positions } = listGames(app.catalog, snapshot, filter, page);
  return {
    cacheKey: `games ${snapshot.revision} ${offset} ${limit} ${format} ${app.config.title_match} ${JSON.stringify(filter)}`,
    headers: pageHeaders(request, '/games', GAMES_PARAMETERS, page, total),
    body: async () => jsonList('games', await renderGames(app.catalog, snapshot, positions, format)),
  };
}

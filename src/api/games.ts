import { type MaybePromise, whenReady } from '../at-once.ts';
import { listGames, readRandomList, searchGames } from '../catalog/catalog.ts';
import { findGames, listRecent } from '../catalog/search/query.ts';
import { listSuggestions } from '../catalog/search/suggest.ts';
import { findPosition } from '../catalog/snapshot/snapshot.ts';
import { listOtherNames } from '../vocabulary/other-names.ts';
import { FILTER_PARAMETERS, toGameFilter } from './filters.ts';
import { gamesBody, linkByIds, outputKey, outputParameters, parseOutput } from './output.ts';
import {
  LIMIT,
  OFFSET,
  pageHeaders,
  readCursor,
  SEARCH_SORT_PARAMETERS,
  SORT_PARAMETERS,
  sortedPageHeaders,
} from './paging.ts';
import { listIgnored, parseParameters } from './parameters.ts';
import { type EndpointResult, json } from './response.ts';
import type { ApiRequest } from './route.ts';

const DAY_MS = 24 * 3600 * 1000;
const MAX_IDS = 100;
const MAX_RECENT_DAYS = 21;

const ID = {
  type: 'integers',
  min: 1,
  maxCount: MAX_IDS,
  help: 'Ids of games; all other parameters except `format` and `include` are then ignored',
} as const;

export const GAMES_PARAMETERS = {
  id: ID,
  limit: LIMIT,
  offset: OFFSET,
  ...FILTER_PARAMETERS,
  ...SORT_PARAMETERS,
  ...outputParameters('normal'),
} as const;

/** With `id`, all other parameters except `format` and `include` are ignored, even if they are invalid. */
const GAMES_BY_ID_PARAMETERS = { id: ID, ...outputParameters('normal') };

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
  ...outputParameters('id'),
} as const;

export const RANDOM_PARAMETERS = { limit: LIMIT, ...outputParameters('id') } as const;

export function getGames(request: ApiRequest): MaybePromise<EndpointResult> {
  return request.query.has('id') ? gamesById(request) : gamesByFilter(request);
}

export function getRecentGames(request: ApiRequest): EndpointResult {
  const { app, snapshot, query } = request;
  const { age, format, include, ...page } = parseOutput(RECENT_PARAMETERS, query);
  const { total, positions } = listRecent(snapshot, app.clock() - age * DAY_MS, page);
  const headers = (length?: number) =>
    pageHeaders(request, '/games/recent', RECENT_PARAMETERS, page, total, { length });
  return {
    // Games drop out of the list over time without a new revision; `total` identifies what is left.
    isMomentary: true,
    cacheKey: `recent ${snapshot.revision} ${total} ${page.offset} ${page.limit} ${outputKey({ format, include }, snapshot)}`,
    headers: headers(),
    ...gamesBody(request, positions, { format, include }, headers),
  };
}

export async function getRandomGames(request: ApiRequest): Promise<EndpointResult> {
  const { app, snapshot, query } = request;
  const { limit, ...output } = parseOutput(RANDOM_PARAMETERS, query);
  const { gameIds, slot, secondsLeft } = await readRandomList(app.catalog, app.clock());
  const known = gameIds.map((id) => findPosition(snapshot, id)).filter((position) => position !== undefined);
  const positions = known.slice(0, limit);
  return {
    cacheKey: `random ${slot} ${snapshot.revision} ${limit} ${outputKey(output, snapshot)}`,
    maxAge: secondsLeft,
    isMomentary: true,
    ...gamesBody(request, positions, output, linkByIds(request, positions, output.include)),
  };
}

function gamesById(request: ApiRequest): EndpointResult {
  const { snapshot, query } = request;
  const { id, ...output } = parseOutput(GAMES_BY_ID_PARAMETERS, query);
  const positions = findGames(snapshot, id);
  return {
    ignored: listIgnored(GAMES_BY_ID_PARAMETERS, query),
    cacheKey: `ids ${snapshot.revision} ${positions.join()} ${outputKey(output, snapshot)}`,
    ...gamesBody(request, positions, output, linkByIds(request, positions, output.include)),
  };
}

function gamesByFilter(request: ApiRequest): MaybePromise<EndpointResult> {
  const { app, snapshot, query } = request;
  const values = parseOutput(GAMES_PARAMETERS, query);
  const { limit, offset, sort, title } = values;
  const isShown = app.catalog.options.originalFields && snapshot.wideTitleIndex !== undefined && title !== '';
  const after = readCursor(values.after, sort);
  return whenReady(toGameFilter(app, values), (filter) => {
    const name = JSON.stringify(filter);
    const found = listGames(app.catalog, snapshot, filter, { limit, offset, sort, after }, name);
    const headers = sortedPageHeaders(request, '/games', GAMES_PARAMETERS, { limit, offset, sort, after }, found);
    const page = `${limit} ${offset} ${sort} ${after ? JSON.stringify(after) : ''}`;
    return {
      cacheKey: `games ${snapshot.revision} ${page} ${outputKey(values, snapshot)} ${app.config.title_match} ${name}`,
      headers: headers(),
      isMomentary: filter.gameIds !== undefined,
      ...gamesBody(request, found.positions, values, headers, isShown ? title : undefined),
    };
  });
}

const MAX_TEXT_LENGTH = 128;

const Q = {
  type: 'text',
  maxLength: MAX_TEXT_LENGTH,
  required: true,
  example: 'mario',
  help: 'What to search for: words of a title, an abbreviation such as `ff7`, or the beginning of a word',
} as const;

export const SEARCH_PARAMETERS = {
  q: Q,
  limit: LIMIT,
  offset: OFFSET,
  ...FILTER_PARAMETERS,
  ...SEARCH_SORT_PARAMETERS,
  ...outputParameters('normal'),
} as const;

export const SUGGEST_PARAMETERS = { q: Q } as const;

export function getSuggestions({ app, snapshot, query }: ApiRequest): EndpointResult {
  const { q } = parseParameters(SUGGEST_PARAMETERS, query);
  return {
    cacheKey: `suggest ${snapshot.revision} ${q}`,
    body: async () => json({ suggestions: await listSuggestions(app.catalog, snapshot, q, listOtherNames(q)) }),
  };
}

export async function getSearchedGames(request: ApiRequest): Promise<EndpointResult> {
  const { app, snapshot, query } = request;
  const { q, limit, offset, format, include, sort, after, ...values } = parseOutput(SEARCH_PARAMETERS, query);
  const page = { limit, offset, sort, after: readCursor(after, sort) };
  const output = { format, include };
  const filter = await toGameFilter(app, values);
  const found = searchGames(app.catalog, snapshot, q, filter, page);
  const headers = sortedPageHeaders(request, '/games/search', SEARCH_PARAMETERS, page, found);
  return {
    cacheKey: `search ${snapshot.revision} ${JSON.stringify(page)} ${outputKey(output, snapshot)} ${app.config.title_match} ${JSON.stringify([q, filter])}`,
    headers: headers(),
    isMomentary: filter.gameIds !== undefined,
    ...gamesBody(request, found.positions, output, headers),
  };
}

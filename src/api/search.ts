import { searchGames } from '../catalog/catalog.ts';
import { FILTER_PARAMETERS } from './filters.ts';
import { gamesBody, outputKey, outputParameters, parseOutput } from './output.ts';
import { LIMIT, OFFSET, pageHeaders } from './paging.ts';
import type { ApiResponse } from './response.ts';
import type { ApiRequest } from './route.ts';

const MAX_TEXT_LENGTH = 128;

const Q = {
  type: 'text',
  maxLength: MAX_TEXT_LENGTH,
  required: true,
  help: 'What to search for: words of a title, an abbreviation such as `ff7`, or the beginning of a word',
} as const;

export const SEARCH_PARAMETERS = {
  q: Q,
  limit: LIMIT,
  offset: OFFSET,
  ...FILTER_PARAMETERS,
  ...outputParameters('normal'),
} as const;

export function getSearchedGames(request: ApiRequest): ApiResponse {
  const { app, snapshot, query } = request;
  const { q, limit, offset, format, include, ...filter } = parseOutput(SEARCH_PARAMETERS, query);
  const page = { limit, offset };
  const output = { format, include };
  const { total, positions } = searchGames(app.catalog, snapshot, q, filter, page);
  const headers = (length?: number) => pageHeaders(request, '/games/search', SEARCH_PARAMETERS, page, total, length);
  return {
    cacheKey: `search ${snapshot.revision} ${offset} ${limit} ${outputKey(output, snapshot)} ${app.config.title_match} ${JSON.stringify([q, filter])}`,
    headers: headers(),
    ...gamesBody(request, positions, output, headers),
  };
}

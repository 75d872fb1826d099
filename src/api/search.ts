import { searchGames } from '../catalog/search/search-page.ts';
import { listSuggestions } from '../catalog/search/suggest.ts';
import { listOtherNames } from '../vocabulary/other-names.ts';
import { json } from './answer.ts';
import { FILTER_PARAMETERS, toGameFilter } from './filters.ts';
import { gamesBody, outputKey, outputParameters, parseOutput } from './output.ts';
import { LIMIT, OFFSET } from './paging.ts';
import { parseParameters } from './parameters.ts';
import type { ApiResponse } from './response.ts';
import type { ApiRequest } from './route.ts';
import { readCursor, SEARCH_SORT_PARAMETERS, sortedPageHeaders } from './sorting.ts';

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
  ...SEARCH_SORT_PARAMETERS,
  ...outputParameters('normal'),
} as const;

export const SUGGEST_PARAMETERS = { q: Q } as const;

export function getSuggestions({ app, snapshot, query }: ApiRequest): ApiResponse {
  const { q } = parseParameters(SUGGEST_PARAMETERS, query);
  return {
    cacheKey: `suggest ${snapshot.revision} ${q}`,
    body: async () => json({ suggestions: await listSuggestions(app.catalog, snapshot, q, listOtherNames(q)) }),
  };
}

export async function getSearchedGames(request: ApiRequest): Promise<ApiResponse> {
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

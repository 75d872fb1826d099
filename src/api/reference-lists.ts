import { countTexts, type Texts, textBytes } from '../catalog/snapshot/shared-arrays.ts';
import { LIMIT, OFFSET, pageHeaders } from './paging.ts';
import { parseParameters } from './parameters.ts';
import { type ApiResponse, jsonList } from './response.ts';
import type { ApiRequest } from './route.ts';

export const GROUPS_PARAMETERS = { limit: LIMIT, offset: OFFSET };

export function getGenres({ snapshot }: ApiRequest): ApiResponse {
  return wholeList('genres', snapshot.genres, snapshot.revision);
}

export function getPlatforms({ snapshot }: ApiRequest): ApiResponse {
  return wholeList('platforms', snapshot.platforms, snapshot.revision);
}

export function getGroups(request: ApiRequest): ApiResponse {
  const { snapshot, query } = request;
  const page = parseParameters(GROUPS_PARAMETERS, query);
  const total = countTexts(snapshot.groups);
  return {
    cacheKey: `groups ${snapshot.revision} ${page.offset} ${page.limit}`,
    headers: pageHeaders(request, '/groups', GROUPS_PARAMETERS, page, total),
    body: () => jsonList('groups', texts(snapshot.groups, page.offset, Math.min(total, page.offset + page.limit))),
  };
}

function wholeList(name: string, list: Texts, revision: number): ApiResponse {
  return { cacheKey: `${name} ${revision}`, body: () => jsonList(name, texts(list, 0, countTexts(list))) };
}

function texts(list: Texts, from: number, to: number): Buffer[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => textBytes(list, from + i));
}

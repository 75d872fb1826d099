import { fromCache } from '../catalog/catalog.ts';
import { describeCompany, findCompany } from '../catalog/search/companies.ts';
import { countTexts, listTexts, type Texts } from '../catalog/snapshot/shared-arrays.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { AppError } from '../errors.ts';
import { listCompaniesNamed, listNamesOfCompany } from '../vocabulary/other-names.ts';
import { LIMIT, OFFSET, pageHeaders } from './paging.ts';
import { parseParameters, pathId } from './parameters.ts';
import { type EndpointResult, json, jsonList } from './response.ts';
import type { ApiRequest } from './route.ts';

export const GROUPS_PARAMETERS = { limit: LIMIT, offset: OFFSET };

export function getGenres({ snapshot }: ApiRequest): EndpointResult {
  return wholeList('genres', snapshot.genres, snapshot.revision);
}

export function getPlatforms({ snapshot }: ApiRequest): EndpointResult {
  return wholeList('platforms', snapshot.platforms, snapshot.revision);
}

export function getGroups(request: ApiRequest): EndpointResult {
  const { snapshot, query } = request;
  const page = parseParameters(GROUPS_PARAMETERS, query);
  const total = countTexts(snapshot.groups);
  return {
    cacheKey: `groups ${snapshot.revision} ${page.offset} ${page.limit}`,
    headers: pageHeaders(request, '/groups', GROUPS_PARAMETERS, page, total),
    body: () => jsonList('groups', listTexts(snapshot.groups, page.offset, Math.min(total, page.offset + page.limit))),
  };
}

function wholeList(name: string, list: Texts, revision: number): EndpointResult {
  return { cacheKey: `${name} ${revision}`, body: () => jsonList(name, listTexts(list)) };
}

const MAX_NAME_LENGTH = 128;

export const COMPANIES_PARAMETERS = {
  limit: LIMIT,
  offset: OFFSET,
  name: {
    type: 'text',
    maxLength: MAX_NAME_LENGTH,
    nonEmpty: true,
    help: 'Part of any name of the company; ignores case and the accents of Latin and Greek letters',
  },
} as const;

export function getCompanies(request: ApiRequest): EndpointResult {
  const { snapshot, query } = request;
  const { name, ...page } = parseParameters(COMPANIES_PARAMETERS, query);
  const all = name === '' ? snapshot.companies.ids.map((_, i) => i) : listNamed(request, name);
  const shown = Array.from(all.subarray(page.offset, page.offset + page.limit));
  return {
    cacheKey: `companies ${snapshot.revision} ${page.offset} ${page.limit} ${JSON.stringify(name)}`,
    headers: pageHeaders(request, '/companies', COMPANIES_PARAMETERS, page, all.length),
    body: () =>
      jsonList(
        'companies',
        shown.map((index) => JSON.stringify(toCompany(snapshot, index))),
      ),
  };
}

export function getCompany(request: ApiRequest): EndpointResult {
  const { snapshot } = request;
  const companyId = pathId('company_id', request.path);
  const index = findCompany(snapshot, companyId);
  if (index === undefined) throw new AppError('companyNotFound', 'There is no such company; /v1/companies lists them.');
  return { cacheKey: `company ${companyId} ${snapshot.revision}`, body: () => json(toCompany(snapshot, index)) };
}

function toCompany(snapshot: Snapshot, index: number) {
  const { company_id, company_name, ...facts } = describeCompany(snapshot, index);
  return { company_id, company_name, other_names: listNamesOfCompany(snapshot, index), ...facts };
}

/** The companies with the text in any name. */
function listNamed({ app, snapshot }: ApiRequest, text: string): Uint32Array {
  return fromCache(app.catalog, snapshot, `companies ${text}`, () => listCompaniesNamed(snapshot, text));
}

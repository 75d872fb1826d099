import { describeCompany, findCompany } from '../catalog/search/companies.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { AppError } from '../errors.ts';
import { listCompaniesNamed, listNamesOfCompany } from '../vocabulary/company-names.ts';
import { json } from './answer.ts';
import { LIMIT, OFFSET, pageHeaders } from './paging.ts';
import { parseParameters, pathId } from './parameters.ts';
import { type ApiResponse, jsonList } from './response.ts';
import type { ApiRequest } from './route.ts';

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

export function getCompanies(request: ApiRequest): ApiResponse {
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

export function getCompany(request: ApiRequest): ApiResponse {
  const { snapshot } = request;
  const companyId = pathId('company_id', request.path);
  const index = findCompany(snapshot, companyId);
  if (index === undefined) throw new AppError('companyNotFound', '');
  return { cacheKey: `company ${companyId} ${snapshot.revision}`, body: () => json(toCompany(snapshot, index)) };
}

function toCompany(snapshot: Snapshot, index: number) {
  const { company_id, company_name, ...facts } = describeCompany(snapshot, index);
  return { company_id, company_name, other_names: listNamesOfCompany(snapshot, index), ...facts };
}

/** The companies with the text in any name, computed once per revision. */
function listNamed({ app, snapshot }: ApiRequest, text: string): Uint32Array {
  const key = `companies ${snapshot.revision} ${text}`;
  const cached = app.catalog.matchCache.get(key);
  if (cached) return cached;
  const named = listCompaniesNamed(snapshot, text);
  app.catalog.matchCache.set(key, named);
  return named;
}

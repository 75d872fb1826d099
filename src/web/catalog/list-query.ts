import { type BrowseFilter, SORTS, type Sort } from '../../catalog/search/browse.ts';

/** The filters, order and page in the URL of a game list. */
export interface ListQuery {
  filter: BrowseFilter;
  sort: Sort;
  /** From 1. */
  page: number;
}

export const TITLE_LENGTH = 128;
const MAX_VALUES = 20;
const MAX_PAGE = 1_000_000;
export const MAX_YEAR = 9999;
/** What a company did. Without one, any role. */
const ROLES = ['published', 'developed'] as const;
const NO_FILTER: BrowseFilter = {
  platform: [],
  genre: [],
  group: [],
  company: [],
  decade: [],
  title: '',
  match: 'all',
};

/** Ignores invalid values. */
export function readListQuery(query: URLSearchParams): ListQuery {
  const title = readTitle(query);
  const sorts = SORTS.filter((sort) => sort !== 'best' || title !== '');
  return {
    filter: {
      platform: integers(query.getAll('platform')),
      genre: integers(query.getAll('genre')),
      group: integers(query.getAll('group')),
      company: integers(query.getAll('company')),
      decade: integers(query.getAll('decade')).filter((year) => year % 10 === 0 && year < 10_000),
      title,
      match: query.get('match') === 'any' ? 'any' : 'all',
      ...readYears(query),
      ...readRole(query),
    },
    sort: sorts.find((sort) => sort === query.get('sort')) ?? defaultSort(title),
    page: readPage(query),
  };
}

function readYears(query: URLSearchParams): Pick<BrowseFilter, 'years'> {
  const read = (name: string) => integers(query.getAll(name)).find((year) => year <= MAX_YEAR);
  const [from, to] = [read('year_from'), read('year_to')];
  if ((from === undefined && to === undefined) || (from ?? 0) > (to ?? MAX_YEAR)) return {};
  return { years: { from: from ?? 0, to: to ?? MAX_YEAR } };
}

function readRole(query: URLSearchParams): Pick<BrowseFilter, 'role'> {
  const role = ROLES.find((one) => one === query.get('role'));
  return role && integers(query.getAll('company')).length > 0 ? { role } : {};
}

export function readTitle(query: URLSearchParams): string {
  const title = (query.get('title') ?? '').replaceAll('\0', '').trim();
  return Array.from(title).slice(0, TITLE_LENGTH).join('');
}

export function defaultSort(title: string): Sort {
  return title === '' ? 'notable' : 'best';
}

export function readPage(query: URLSearchParams): number {
  return integers(query.getAll('page')).filter((page) => page <= MAX_PAGE)[0] ?? 1;
}

export function completeFilter(filter: Partial<BrowseFilter>): BrowseFilter {
  return { ...NO_FILTER, ...filter };
}

/** The canonical path of a list. */
export function listPath({ filter, sort, page }: ListQuery): string {
  const search = filterParameters(filter);
  for (const decade of filter.decade) search.append('decade', String(decade));
  if (sort !== defaultSort(filter.title)) search.set('sort', sort);
  if (page > 1) search.set('page', String(page));
  return search.size === 0 ? '/games' : `/games?${search}`;
}

export function filterPath(filter: Partial<BrowseFilter>): string {
  const complete = completeFilter(filter);
  return listPath({ filter: complete, sort: defaultSort(complete.title), page: 1 });
}

/** The filter as parameters of the API, which has no decades. */
export function filterParameters(filter: BrowseFilter): URLSearchParams {
  const { platform, genre, group, company, role, title, match, years } = filter;
  const search = new URLSearchParams();
  for (const id of platform) search.append('platform', String(id));
  for (const id of genre) search.append('genre', String(id));
  for (const id of group) search.append('group', String(id));
  for (const id of company) search.append('company', String(id));
  if (company.length > 0 && role) search.set('role', role);
  if (years && years.from > 0) search.set('year_from', String(years.from));
  if (years && years.to < MAX_YEAR) search.set('year_to', String(years.to));
  if (title !== '') search.set('title', title);
  const isMultiple = Math.max(platform.length, genre.length, group.length, company.length) > 1;
  if (isMultiple && match === 'any') search.set('match', match);
  return search;
}

function integers(texts: readonly string[]): number[] {
  const numbers = texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number);
  return [...new Set(numbers)].toSorted((a, b) => a - b).slice(0, MAX_VALUES);
}

import { type BrowseFilter, HIDDEN_KINDS, SORTS, type Sort } from '../../../catalog/search/browse.ts';
import { PLAYERS } from '../../../store/game-filters.ts';
import { withQuery } from '../../kit/format.ts';

/** The filters, order and page in the URL of a game list. */
export interface ListQuery {
  filter: BrowseFilter;
  sort: Sort;
  /** From 1. */
  page: number;
}

const TITLE_LENGTH = 128;
const MAX_VALUES = 20;
const MAX_PAGE = 1_000_000;
export const MAX_YEAR = 9999;
/** What a company did. Without one, any role. */
const ROLES = ['published', 'developed'] as const;
/** What a game can have. */
export const HAS = ['cover', 'screenshot', 'description'] as const;
const MAX_COUNTRY_LENGTH = 100;
/** A database and an id, such as `igdb:1942`. */
const EXTERNAL_ID = /^[A-Za-z]\w*:.{1,150}$/;
const ID_LISTS = ['platform', 'genre', 'group', 'company'] as const;
export const NO_FILTER: BrowseFilter = {
  platform: [],
  genre: [],
  group: [],
  company: [],
  country: [],
  has: [],
  exclude: HIDDEN_KINDS,
  title: '',
  match: 'all',
};

/** Ignores invalid values. */
export function readListQuery(query: URLSearchParams): ListQuery {
  const title = readTitle(query);
  const company = integers(query.getAll('company'));
  const role = ROLES.find((one) => one === query.get('role'));
  const players = PLAYERS.find((number) => String(number) === query.get('players'));
  const years = readYears(query);
  const external_id = query.getAll('external_id').filter((id) => EXTERNAL_ID.test(id));
  const sorts = SORTS.filter((sort) => sort !== 'best' || title !== '');
  return {
    filter: {
      platform: integers(query.getAll('platform')),
      genre: integers(query.getAll('genre')),
      group: integers(query.getAll('group')),
      company,
      country: readCountries(query),
      has: HAS.filter((has) => query.getAll('has').includes(has)),
      exclude: query.get('kinds') === 'all' ? [] : HIDDEN_KINDS,
      title,
      match: query.get('match') === 'any' ? 'any' : 'all',
      ...(years && { years }),
      ...(external_id.length > 0 && { external_id: [...new Set(external_id)].toSorted().slice(0, MAX_VALUES) }),
      ...(role && company.length > 0 && { role }),
      ...(players && { players }),
      ...(query.get('cooperative') === 'yes' && { cooperative: true }),
    },
    sort: sorts.find((sort) => sort === query.get('sort')) ?? defaultSort(title),
    page: readPage(query),
  };
}

/** In either order: whoever writes the later year first means the same years. */
function readYears(query: URLSearchParams): BrowseFilter['years'] {
  const readYear = (name: string) => integers(query.getAll(name)).find((year) => year >= 1000 && year <= MAX_YEAR);
  const [from, to] = [readYear('year_from'), readYear('year_to')];
  if (from === undefined && to === undefined) return undefined;
  const [first = 0, last = MAX_YEAR] = [from ?? 0, to ?? MAX_YEAR].toSorted((a, b) => a - b);
  return { from: first, to: last };
}

/** The years of a decade, as a filter. */
export function decadeYears(decade: number): { from: number; to: number } {
  return { from: decade, to: decade + 9 };
}

function readCountries(query: URLSearchParams): string[] {
  const names = query.getAll('country').filter((name) => name !== '' && name.length <= MAX_COUNTRY_LENGTH);
  return [...new Set(names)].toSorted().slice(0, MAX_VALUES);
}

export function readTitle(query: URLSearchParams): string {
  const title = (query.get('title') ?? query.get('q') ?? '').replaceAll('\0', '').trim();
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
  const search = siteParameters(filter);
  if (sort !== defaultSort(filter.title)) search.set('sort', sort);
  if (page > 1) search.set('page', String(page));
  return withQuery('/games', search);
}

/** The feed of the games of a list that changed most recently. */
export function feedPath(filter: BrowseFilter): string {
  return withQuery('/feed.atom', siteParameters(filter));
}

export function filterPath(filter: Partial<BrowseFilter>): string {
  const complete = completeFilter(filter);
  return listPath({ filter: complete, sort: defaultSort(complete.title), page: 1 });
}

/** The filter as parameters of the API. What it calls `multicart` are all compilations. */
export function filterParameters(filter: BrowseFilter): URLSearchParams {
  const search = commonParameters(filter);
  const kinds = (filter.exclude ?? []).map((kind) => (kind === 'multicart' ? 'bootleg-multicart' : kind));
  if (kinds.length > 0) search.set('exclude', kinds.join(','));
  return search;
}

/** The filter as parameters of the website, where some kinds are hidden by default. */
export function siteParameters(filter: BrowseFilter): URLSearchParams {
  const search = commonParameters(filter);
  if (filter.exclude?.length === 0) search.set('kinds', 'all');
  return search;
}

function commonParameters(filter: BrowseFilter): URLSearchParams {
  const { company, role, country = [], external_id = [], has = [], title, match, years } = filter;
  const search = new URLSearchParams();
  for (const name of ID_LISTS) for (const id of filter[name]) search.append(name, String(id));
  if (company.length > 0 && role) search.set('role', role);
  if (years && years.from > 0) search.set('year_from', String(years.from));
  if (years && years.to < MAX_YEAR) search.set('year_to', String(years.to));
  for (const name of country) search.append('country', name);
  for (const id of external_id) search.append('external_id', id);
  for (const name of has) search.append('has', name);
  if (filter.players !== undefined) search.set('players', String(filter.players));
  if (filter.cooperative) search.set('cooperative', 'yes');
  if (title !== '') search.set('title', title);
  const isMultiple = [...ID_LISTS.map((name) => filter[name]), country, external_id].some((list) => list.length > 1);
  if (isMultiple && match === 'any') search.set('match', match);
  return search;
}

function integers(texts: readonly string[]): number[] {
  const numbers = texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number);
  return [...new Set(numbers)].toSorted((a, b) => a - b).slice(0, MAX_VALUES);
}

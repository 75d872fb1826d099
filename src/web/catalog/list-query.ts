import { type BrowseFilter, SORTS, type Sort } from '../../catalog/search/browse.ts';
import type { Kind } from './facets.ts';

/** What a list of games is asked for by its address. */
export interface ListQuery {
  filter: BrowseFilter;
  sort: Sort;
  /** From 1. */
  page: number;
}

export const TITLE_LENGTH = 128;
const MOST_VALUES = 20;
const MOST_PAGES = 1_000_000;
const NO_FILTER: BrowseFilter = { platform: [], genre: [], group: [], decade: [], title: '', match: 'all' };

/** Reads what can be read: a value that makes no sense is left out, as a person would. */
export function readListQuery(query: URLSearchParams): ListQuery {
  const title = readTyped(query);
  const sorts = SORTS.filter((sort) => sort !== 'best' || title !== '');
  return {
    filter: {
      platform: integers(query.getAll('platform')),
      genre: integers(query.getAll('genre')),
      group: integers(query.getAll('group')),
      decade: integers(query.getAll('decade')).filter((year) => year % 10 === 0 && year < 10_000),
      title,
      match: query.get('match') === 'any' ? 'any' : 'all',
    },
    sort: sorts.find((sort) => sort === query.get('sort')) ?? usualSort(title),
    page: readPage(query),
  };
}

/** What was typed into a box for titles. */
export function readTyped(query: URLSearchParams): string {
  const typed = (query.get('title') ?? '').replaceAll('\0', '').trim();
  return Array.from(typed).slice(0, TITLE_LENGTH).join('');
}

/** The order of a list that was asked for in none. */
export function usualSort(title: string): Sort {
  return title === '' ? 'title' : 'best';
}

export function readPage(query: URLSearchParams): number {
  return integers(query.getAll('page')).filter((page) => page <= MOST_PAGES)[0] ?? 1;
}

export function oneOf(kind: Kind, id: number): BrowseFilter {
  return { ...NO_FILTER, [kind]: [id] };
}

/** The address of a list, always the same for the same list. */
export function listPath({ filter, sort, page }: ListQuery): string {
  const search = filterParameters(filter);
  for (const decade of filter.decade) search.append('decade', String(decade));
  if (sort !== usualSort(filter.title)) search.set('sort', sort);
  if (page > 1) search.set('page', String(page));
  return search.size === 0 ? '/games' : `/games?${search}`;
}

export function filterPath(filter: Partial<BrowseFilter>): string {
  const whole = { ...NO_FILTER, ...filter };
  return listPath({ filter: whole, sort: usualSort(whole.title), page: 1 });
}

/** What the API knows of a filter, in its words. */
export function filterParameters({ platform, genre, group, title, match }: BrowseFilter): URLSearchParams {
  const search = new URLSearchParams();
  for (const id of platform) search.append('platform', String(id));
  for (const id of genre) search.append('genre', String(id));
  for (const id of group) search.append('group', String(id));
  if (title !== '') search.set('title', title);
  const several = Math.max(platform.length, genre.length, group.length) > 1;
  if (several && match === 'any') search.set('match', match);
  return search;
}

function integers(texts: readonly string[]): number[] {
  const found = texts.filter((text) => /^[1-9]\d{0,8}$/.test(text)).map(Number);
  return [...new Set(found)].toSorted((a, b) => a - b).slice(0, MOST_VALUES);
}

import type { Page, Place, SortedGamePage, SortedPage } from '../catalog/search/orders.ts';
import type { OrderName } from '../catalog/snapshot/sorted-orders.ts';
import { invalid, type Parameter, type Parameters } from './parameters.ts';
import { API_PREFIX, type ApiRequest } from './route.ts';

const PAGE_LIMIT = 100;
const MAX_OFFSET = 2 ** 31 - 1;

export const LIMIT = {
  type: 'integer',
  min: 1,
  max: PAGE_LIMIT,
  fallback: PAGE_LIMIT,
  help: 'Maximum number of elements to return',
} as const satisfies Parameter;

export const OFFSET = {
  type: 'integer',
  min: 0,
  max: MAX_OFFSET,
  fallback: 0,
  help: 'Offset from which to begin',
} as const satisfies Parameter;

export interface Paging {
  /** The number of elements before the cursor of this page. */
  passed?: number;
  /** A page that was cut has this many elements. */
  length?: number | undefined;
  /** The cursor after the last element. The next page is then linked by it. */
  cursor?: string | undefined;
}

/** `Total-Count`, and `Link` to the next and previous page. Links contain only known parameters, so never a key. */
export function pageHeaders(
  { app, query }: ApiRequest,
  path: string,
  parameters: Parameters,
  page: Page,
  total: number,
  { passed = 0, length = page.limit, cursor }: Paging = {},
): Record<string, string> {
  const linkTo = (target: 'offset' | 'after', value: string, relation: string) => {
    let search = '';
    for (const [name, values] of query) {
      const isReplaced = name === 'offset' || name === target;
      if (!isReplaced && Object.hasOwn(parameters, name)) for (const own of values) search += `${name}=${encode(own)}&`;
    }
    return `<${app.publicUrl}${API_PREFIX}${path}?${search}${target}=${value}>; rel="${relation}"`;
  };
  const links = [];
  const next = page.offset + length;
  const left = total - passed;
  if (next < left) {
    links.push(cursor === undefined ? linkTo('offset', String(next), 'next') : linkTo('after', cursor, 'next'));
  }
  // Past the end, `prev` is the last page that is not empty.
  const previous = Math.max(0, Math.min(page.offset, left) - page.limit);
  if (page.offset > 0) links.push(linkTo('offset', String(previous), 'prev'));
  return { 'total-count': String(total), ...(links.length > 0 && { link: links.join(', ') }) };
}

/** As forms encode values. */
function encode(value: string): string {
  return /^[\w*.-]*$/.test(value) ? value : new URLSearchParams({ '': value }).toString().slice(1);
}

/** `-` sorts in descending order. */
const SORTS = [
  'id',
  '-id',
  'title',
  '-title',
  'release',
  '-release',
  'modified',
  '-modified',
  'notability',
  '-notability',
] as const satisfies OrderName[];
const AFTER = { type: 'cursor', help: 'Cursor from a `Link` header: continues after that game' } as const;
const SORT_HELP =
  'Order of the games; `-` means descending. With `platform`, `release` and `notability` are those on these platforms. Games without a date come last';

export const SORT_PARAMETERS = {
  sort: { type: 'choice', values: SORTS, fallback: 'id', help: SORT_HELP },
  after: AFTER,
} as const satisfies Parameters;

/** In a search, `best` is the order of relevance. */
export const SEARCH_SORT_PARAMETERS = {
  sort: { type: 'choice', values: ['best', ...SORTS], fallback: 'best', help: SORT_HELP },
  after: AFTER,
} as const satisfies Parameters;

type Sort = (typeof SEARCH_SORT_PARAMETERS.sort.values)[number];

/** Undefined without a cursor. */
export function readCursor(text: string | undefined, sort: Sort): Place | undefined {
  if (text === undefined) return undefined;
  const [ownSort, key, gameId, ...more] = parseList(text);
  const isCursor = isSort(ownSort) && isKey(ownSort, key) && Number.isSafeInteger(gameId);
  if (!isCursor || more.length > 0) throw invalid('after must be a cursor from a Link header.');
  if (ownSort !== sort) throw invalid(`after is a cursor of sort=${ownSort}; use it with that order.`);
  return { key: key as Place['key'], gameId: gameId as number };
}

/**
 * The headers of a page, of which only `length` games may be shown. Clients that know orders and cursors get a cursor to the
 * next page; the others get an offset, as always.
 */
export function sortedPageHeaders(
  request: ApiRequest,
  path: string,
  parameters: Parameters,
  page: SortedPage,
  { total, passed, positions, placeAt }: SortedGamePage,
): (length?: number) => Record<string, string> {
  const { query } = request;
  const isByCursor = query.has('sort') || query.has('after');
  return (length = positions.length) => {
    const cursor = isByCursor && length > 0 ? writeCursor(page.sort, placeAt(length - 1)) : undefined;
    return pageHeaders(request, path, parameters, page, total, { passed, length, cursor });
  };
}

function writeCursor(sort: SortedPage['sort'], { key, gameId }: Place): string {
  return Buffer.from(JSON.stringify([sort, key, gameId])).toString('base64url');
}

function parseList(text: string): unknown[] {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isSort(name: unknown): name is Sort {
  return (SEARCH_SORT_PARAMETERS.sort.values as readonly unknown[]).includes(name);
}

function isKey(sort: Sort, key: unknown): boolean {
  if (sort.endsWith('title')) return typeof key === 'string';
  return Number.isSafeInteger(key) || (key === null && sort.endsWith('release'));
}

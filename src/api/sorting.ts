import type { Place } from '../catalog/search/orders.ts';
import type { SortedGamePage, SortedPage } from '../catalog/search/query.ts';
import type { OrderName } from '../catalog/snapshot/prepared-orders.ts';
import { AppError } from '../errors.ts';
import { pageHeaders } from './paging.ts';
import type { Parameters } from './parameters.ts';
import type { ApiRequest } from './route.ts';

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
const SORT_HELP = 'Order of the games; `-` means descending. Games without a date come last';

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
  const [ownSort, key, gameId, ...compared] = parseList(text);
  const isCursor = isSort(ownSort) && isKey(ownSort, key) && Number.isSafeInteger(gameId);
  const size = ownSort === 'best' ? 2 : 0;
  if (!isCursor || compared.length !== size || !compared.every(Number.isSafeInteger))
    throw invalid('after must be a cursor from a Link header.');
  if (ownSort !== sort) throw invalid(`after is a cursor of sort=${ownSort}; use it with that order.`);
  const place = { key: key as Place['key'], gameId: gameId as number };
  const [lastKey, lastId] = compared as number[];
  return lastKey === undefined || lastId === undefined
    ? place
    : { ...place, lastCompared: { key: lastKey, gameId: lastId } };
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

function writeCursor(sort: SortedPage['sort'], { key, gameId, lastCompared }: Place): string {
  const compared = lastCompared ? [lastCompared.key, lastCompared.gameId] : [];
  return Buffer.from(JSON.stringify([sort, key, gameId, ...compared])).toString('base64url');
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

function invalid(message: string): AppError {
  return new AppError('invalidValue', message);
}

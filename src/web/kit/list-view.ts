import { readCookie, setCookie } from './cookies.ts';
import type { PageRequest } from './page.ts';

/** How lists show games: as covers or as a table. */
export const LIST_VIEWS = ['grid', 'table'] as const;
export type ListView = (typeof LIST_VIEWS)[number];

const YEAR_SECONDS = 365 * 24 * 3600;

/** The view that the query asks for, or else the one of the cookie. */
export function readListView({
  query,
  headers,
  isSecure,
}: Pick<PageRequest, 'query' | 'headers' | 'isSecure'>): ListView {
  return askedView(query) ?? findView(readCookie({ isSecure }, headers.cookie, 'view')) ?? 'grid';
}

/** A cookie that remembers the view of the query, on every page that shows games. */
export function listViewCookie({ query, isSecure }: Pick<PageRequest, 'query' | 'isSecure'>): string | undefined {
  const view = askedView(query);
  return view && setCookie({ isSecure }, 'view', view, YEAR_SECONDS);
}

function askedView(query: URLSearchParams): ListView | undefined {
  return findView(query.get('view') ?? undefined);
}

function findView(name: string | undefined): ListView | undefined {
  return LIST_VIEWS.find((view) => view === name);
}

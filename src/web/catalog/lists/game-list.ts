import { type BrowseFilter, browseGames, SITE_ORDERS } from '../../../catalog/search/browse.ts';
import { AppError } from '../../../errors.ts';
import { formatNumber } from '../../kit/format.ts';
import { type Html, html, nothing } from '../../kit/html.ts';
import type { PageRequest } from '../../kit/page.ts';
import { LIST_VIEWS, type ListView, readListView } from '../../kit/preferences.ts';
import { gameGrid, gameTable, type ListedGame, readGames } from './game-cards.ts';
import { filterParameters, type ListQuery } from './list-query.ts';

/** The API accepts this many ids in one request. */
export const PAGE_SIZE = 50;

/** A page of games. */
export async function readList({ app, snapshot }: PageRequest, query: ListQuery) {
  const page = { offset: (query.page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  const { total, positions } = browseGames(app.catalog, snapshot, query, page);
  if (positions.length === 0 && query.page > 1) throw new AppError('notFound', 'The list has fewer pages.');
  return { total, games: await readGames(app, snapshot, positions, query.filter.platform) };
}

/** The API request for the same games. */
export function apiPath({ filter, sort, page }: ListQuery, limit = PAGE_SIZE): string {
  const search = filterParameters({ ...filter, title: '' });
  if (filter.title !== '') search.set('q', filter.title);
  if (sort !== 'best') search.set('sort', SITE_ORDERS[sort]);
  search.set('limit', String(limit));
  if (page > 1) search.set('offset', String((page - 1) * limit));
  return `/v1/games${filter.title === '' ? '' : '/search'}?${search}`;
}

/** A page of a list. */
export function slicePage<T extends { length: number; slice(from: number, to: number): T }>(
  list: T,
  page: number,
  size = PAGE_SIZE,
): T {
  const offset = (page - 1) * size;
  if (offset > 0 && offset >= list.length) throw new AppError('notFound', 'The list has fewer pages.');
  return list.slice(offset, offset + size);
}

/** Links to the orders of a list, by their names. */
export function sortLinks<S extends string>(
  names: Partial<Record<S, string>>,
  current: S,
  pathOf: (sort: S) => string,
): Html {
  return html`<nav class="sorts" aria-label="Sort by"><ul>${(Object.entries(names) as [S, string][]).map(
    ([sort, name]) =>
      html`<li><a href="${pathOf(sort)}" rel="nofollow"${sort === current && html` aria-current="true"`}>${name}</a></li>`,
  )}</ul></nav>`;
}

/** Links to parts of a page or list, with their numbers of entries. */
export function tabLinks(
  label: string,
  tabs: readonly { name: string; path: string; count: number; isCurrent: boolean }[],
): Html {
  return html`<nav class="tabs" aria-label="${label}"><ul>${tabs.map(
    ({ name, path, count, isCurrent }) =>
      html`<li><a href="${path}"${isCurrent && html` aria-current="page"`}>${name} <span class="count">${formatNumber(count)}</span></a></li>`,
  )}</ul></nav>`;
}

/** Pagination: the first, the last and the neighbouring pages. */
export function pageLinks(page: number, total: number, pathOf: (page: number) => string, size = PAGE_SIZE): Html {
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1) return nothing;
  const shown = [...new Set([1, page - 1, page, page + 1, last])].filter((at) => at >= 1 && at <= last);
  return html`<nav class="pages" aria-label="Pages"><ul>
${page > 1 && html`<li><a rel="prev" href="${pathOf(page - 1)}">Previous</a></li>`}
${shown.map((at, i) => [
  i > 0 && at - (shown[i - 1] as number) > 1 && html`<li aria-hidden="true">…</li>`,
  at === page
    ? html`<li><span aria-current="page">${formatNumber(at)}</span></li>`
    : html`<li><a href="${pathOf(at)}" aria-label="Page ${formatNumber(at)}">${formatNumber(at)}</a></li>`,
])}
${page < last && html`<li><a rel="next" href="${pathOf(page + 1)}">Next</a></li>`}
</ul></nav>`;
}

const VIEW_NAMES: Record<ListView, string> = { grid: 'Covers', table: 'Table' };

/** The games as the visitor wants to see them: with the title that matched, and the platforms that were chosen first. */
export function gamesInView(request: PageRequest, games: readonly ListedGame[], filter?: BrowseFilter): Html {
  const options = { searchText: filter?.title ?? '', platforms: filter?.platform ?? [] };
  return readListView(request) === 'grid' ? gameGrid(games, { ...options, isMain: true }) : gameTable(games, options);
}

/** Links, so that they work without JavaScript. A cookie remembers the choice. */
export function viewLinks(request: PageRequest, path: string): Html {
  const shown = readListView(request);
  return html`<nav class="views" aria-label="View"><ul>${LIST_VIEWS.map((view) => {
    const address = `${path}${path.includes('?') ? '&' : '?'}view=${view}`;
    return html`<li><a href="${address}" rel="nofollow"${view === shown && html` aria-current="true"`}>${VIEW_NAMES[view]}</a></li>`;
  })}</ul></nav>`;
}

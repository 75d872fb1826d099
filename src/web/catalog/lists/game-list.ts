import type { Catalog } from '../../../catalog/catalog.ts';
import { type BrowseFilter, browseGames, orderFor, playOf } from '../../../catalog/search/browse.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../../errors.ts';
import { formatNumber } from '../../kit/format.ts';
import { type Html, html, nothing } from '../../kit/html.ts';
import type { PageRequest } from '../../kit/page.ts';
import { LIST_VIEWS, type ListView, readListView } from '../../kit/preferences.ts';
import { gameGrid, gameTable, type ListedGame, readGames } from './game-cards.ts';
import { filterParameters, type ListQuery } from './list-query.ts';

/** The API accepts this many ids in one request. */
export const PAGE_SIZE = 50;

/** A page of games, and the API request that returns the same games, if there is one. */
export async function readList({ app, snapshot }: PageRequest, query: ListQuery) {
  const page = { offset: (query.page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  const { total, positions } = browseGames(app.catalog, snapshot, query, page);
  if (positions.length === 0 && query.page > 1) throw new AppError('notFound', 'The list has fewer pages.');
  const games = await readGames(app, snapshot, positions);
  const ids = games.map((game) => game.game_id);
  const jsonUrl = isFilterOfApi(app.catalog, snapshot, query.filter, total) ? apiPath(query, ids) : idsPath(ids);
  return { games, total, jsonUrl };
}

/** The orders of the website that the API has, too. */
const API_ORDERS: readonly string[] = ['best', '-notability', 'title', '-modified', 'id'];

/** Whether the API finds the same games: it has no filter of players and how they play, nor one that leaves out multicarts only. */
function isFilterOfApi(catalog: Catalog, snapshot: Snapshot, filter: BrowseFilter, total: number): boolean {
  if (playOf(filter).length > 0) return false;
  if (!filter.exclude?.includes('multicart')) return true;
  const exclude = filter.exclude.filter((kind) => kind !== 'multicart');
  const found = browseGames(catalog, snapshot, { filter: { ...filter, exclude }, sort: 'id' }, { offset: 0, limit: 0 });
  return found.total === total;
}

export function idsPath(ids: readonly number[]): string | undefined {
  return ids.length === 0
    ? undefined
    : `/v1/games?${new URLSearchParams(ids.map((id): [string, string] => ['id', String(id)]))}`;
}

/** The same request to the API. If that has no such order the path lists the ids of the page. */
function apiPath(query: ListQuery, ids: readonly number[]): string {
  const { filter, sort, page } = query;
  const order = sort === 'best' ? sort : orderFor(sort, filter);
  const isOfApi = API_ORDERS.includes(order);
  if (!isOfApi && ids.length > 0) return idsPath(ids) as string;
  const search = filterParameters({ ...filter, title: '' });
  if (filter.title !== '') search.set('q', filter.title);
  if (isOfApi && sort !== (filter.title === '' ? 'id' : 'best')) search.set('sort', order);
  search.set('limit', String(PAGE_SIZE));
  if (page > 1) search.set('offset', String((page - 1) * PAGE_SIZE));
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

/** Games as covers or as a table, below links that switch. The path is that of the page, with its query. */
export function gameView(request: PageRequest, games: readonly ListedGame[], path: string): Html {
  return html`${viewLinks(request, path)}${gamesInView(request, games)}`;
}

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

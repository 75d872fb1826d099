import type { Catalog } from '../../catalog/catalog.ts';
import { type BrowseFilter, browseGames, orderFor, playOf } from '../../catalog/search/browse.ts';
import type { OrderName } from '../../catalog/snapshot/prepared-orders.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import { formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';
import { type ListedGame, readGames } from './game-cards.ts';
import { filterParameters, type ListQuery } from './list-query.ts';

/** The API accepts this many ids in one request. */
export const PAGE_SIZE = 50;

export interface GameList {
  games: ListedGame[];
  total: number;
  /** The API request that returns the same games, if there is one. */
  jsonUrl?: string;
}

export async function readList({ app, snapshot }: PageRequest, query: ListQuery): Promise<GameList> {
  const page = { offset: (query.page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  const { total, positions } = browseGames(app.catalog, snapshot, query, page);
  if (positions.length === 0 && query.page > 1) throw new AppError('notFound', 'The list has fewer pages.');
  const games = await readGames(app, snapshot, positions);
  const ids = games.map((game) => game.game_id);
  const jsonUrl = isFilterOfApi(app.catalog, snapshot, query.filter, total) ? apiPath(query, ids) : idsPath(ids);
  return { games, total, ...(jsonUrl !== undefined && { jsonUrl }) };
}

/** The orders of the website that the API has, too. */
const API_ORDERS: readonly string[] = ['-notability', 'title', '-modified', 'id'] satisfies OrderName[];

function findApiOrder({ sort, filter }: ListQuery): string | undefined {
  if (sort === 'best') return sort;
  const order = orderFor(sort, filter);
  return API_ORDERS.includes(order) ? order : undefined;
}

/** Whether the API finds the same games: it has no filter of players and how they play, nor one that leaves out multicarts only. */
export function isFilterOfApi(catalog: Catalog, snapshot: Snapshot, filter: BrowseFilter, total: number): boolean {
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
  const apiSort = findApiOrder(query);
  if (apiSort === undefined && ids.length > 0) return idsPath(ids) as string;
  const search = filterParameters({ ...filter, title: '' });
  if (filter.title !== '') search.set('q', filter.title);
  if (apiSort !== undefined && sort !== (filter.title === '' ? 'id' : 'best')) search.set('sort', apiSort);
  search.set('limit', String(PAGE_SIZE));
  if (page > 1) search.set('offset', String((page - 1) * PAGE_SIZE));
  return `/v1/games${filter.title === '' ? '' : '/search'}?${search}`;
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

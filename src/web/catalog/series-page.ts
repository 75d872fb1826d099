import { sortMatches } from '../../catalog/search/orders.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import { yearOfDate } from '../../store/game-filters.ts';
import { formatCount, formatYears } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';
import { facetHeading } from './facet-heading.ts';
import type { FacetValue } from './facets.ts';
import { readGames } from './game-cards.ts';
import { idsPath, isFilterOfApi, PAGE_SIZE, pageLinks } from './game-list.ts';
import { findGameSet, type GameSet, gamesPerYear, topLists } from './game-set.ts';
import { gameView } from './game-view.ts';
import { filterParameters, filterPath, readPage } from './list-query.ts';

/** The page of a series: its games in order of release. */
export async function seriesPage(request: PageRequest, value: FacetValue, own: string): Promise<HtmlResponse> {
  const { app, snapshot } = request;
  const { name, description } = value;
  const page = readPage(request.query);
  const set = findGameSet(snapshot, { group: [value.id] });
  const inOrder = sortMatches(snapshot, set.positions, 'release');
  const offset = (page - 1) * PAGE_SIZE;
  if (offset > 0 && offset >= inOrder.length) throw new AppError('notFound', 'The list has fewer pages.');
  const games = await readGames(app, snapshot, inOrder.slice(offset, offset + PAGE_SIZE));
  const pathOf = (number: number) => (number > 1 ? `${own}?page=${number}` : own);
  const size = formatCount(inOrder.length, 'game');
  const json = isFilterOfApi(request.app.catalog, snapshot, set.filter, inOrder.length)
    ? jsonUrl(set, offset)
    : idsPath(games.map(({ game_id }) => game_id));
  return {
    title: name,
    description: description ?? `${name}: a series of ${size}, in order of release.`,
    canonical: pathOf(page),
    ...(json !== undefined && { jsonUrl: json }),
    body: html`${facetHeading('group', value)}
<p class="lead"><strong>${size}</strong> ${yearsOf(snapshot, inOrder)}</p>
${description && html`<p class="prose" dir="auto">${description}</p>`}
${page === 1 && gamesPerYear(request, set)}
${inOrder.length === 0 ? html`<p>No games yet.</p>` : html`<section><h2>Games in order of release</h2>${gameView(request, games, pathOf(page))}</section>`}
${pageLinks(page, inOrder.length, pathOf)}
${page === 1 && topLists(request, set, ['platform', 'published', 'developed', 'genre', 'group'])}
${inOrder.length > 1 && html`<p><a href="${filterPath(set.filter)}">Filter and sort</a></p>`}`,
  };
}

/** The years of the first and last game. Games without a date come last. */
function yearsOf({ filters: { release } }: Snapshot, inOrder: Uint32Array): string {
  const dates = Array.from(inOrder, (position) => release[position] as number).filter((date) => date !== 0);
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return '';
  return `· ${formatYears(yearOfDate(first), yearOfDate(last))}`;
}

function jsonUrl({ filter }: GameSet, offset: number): string {
  const search = filterParameters(filter);
  search.set('sort', 'release');
  search.set('limit', String(PAGE_SIZE));
  if (offset > 0) search.set('offset', String(offset));
  return `/v1/games?${search}`;
}

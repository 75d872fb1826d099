import {
  type BrowseFilter,
  countFacetValues,
  countYears,
  matchBrowseFilter,
  orderFor,
  sortListed,
} from '../../../catalog/search/browse.ts';
import { findCompanyNamed, nameOfCompany } from '../../../catalog/search/companies.ts';
import { sortMatches } from '../../../catalog/search/orders.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../../errors.ts';
import { yearOfDate } from '../../../store/game-filters.ts';
import { groupKind } from '../../../vocabulary/group-kinds.ts';
import { findPlatform } from '../../../vocabulary/platforms.ts';
import { yearChart } from '../../kit/charts.ts';
import { bdi, capitalize, fact, formatCount, formatNumber, formatYears, withQuery } from '../../kit/format.ts';
import { type Html, html, joined, nothing } from '../../kit/html.ts';
import { type HtmlResponse, hasOwnSlug, type Page, type PageRequest, readId } from '../../kit/page.ts';
import { gameGrid, readGames } from '../lists/game-cards.ts';
import { gameView, idsPath, pageLinks, slicePage } from '../lists/game-list.ts';
import { completeFilter, filterParameters, filterPath, readPage } from '../lists/list-query.ts';
import { companyLink, FACETS, type FacetName, type FacetValue, facetPath, findFacetValue } from './facets.ts';

/** What narrows the list of a platform, genre or group. */
const LISTS_OF_FACET: Record<FacetName, readonly TopListName[]> = {
  platform: ['published', 'developed', 'genre', 'group', 'platform'],
  genre: ['platform', 'genre', 'group', 'published', 'developed'],
  group: ['platform', 'genre', 'published', 'developed', 'group'],
};

/** The page of one platform, genre or group. */
export function showFacetPage(facet: FacetName): Page['handle'] {
  return async (request) => {
    const value = findFacetValue(request.snapshot, facet, readId(request));
    if (!value) throw new AppError('notFound', `There is no such ${FACETS[facet].one.toLowerCase()}.`);
    const own = facetPath(facet, value.id, value.name);
    if (!hasOwnSlug(request, own)) return { status: 301, location: own };
    const isSeries = facet === 'group' && groupKind(value.name) === 'series';
    return isSeries ? seriesPage(request, value, own) : facetPage(request, facet, value, own);
  };
}

async function facetPage(
  request: PageRequest,
  facet: FacetName,
  value: FacetValue,
  canonical: string,
): Promise<HtmlResponse> {
  const set = findGameSet(request.snapshot, { [facet]: [value.id] });
  const size = formatCount(set.positions.length, 'game');
  return {
    title: value.name,
    description: value.description ?? `${size}: ${value.name}, ${FACETS[facet].one.toLowerCase()}.`,
    canonical,
    jsonUrl: notableJsonUrl(request.snapshot, set),
    body: html`${facetHeading(facet, value)}
<p class="lead"><strong>${size}</strong></p>
${facet === 'platform' ? platformFacts(request, value.id) : value.description && html`<p class="prose" dir="auto">${value.description}</p>`}
${gamesPerYear(request, set)}
${await notableGames(request, set)}
${topLists(request, set, LISTS_OF_FACET[facet])}`,
  };
}

/** The way back to the list, and the name. */
function facetHeading(facet: FacetName, { name, category }: FacetValue): Html {
  return html`<p class="eyebrow"><a href="${FACETS[facet].path}">${FACETS[facet].many}</a>${category !== '' && html` · ${bdi(category)}`}</p>
<h1>${bdi(name)}</h1>`;
}

/** Maker, year, generation and other names. Platforms of an operator's own have none. */
function platformFacts({ snapshot }: PageRequest, id: number): Html {
  const platform = findPlatform(id);
  if (!platform) return nothing;
  const { type, maker, year, generation, otherNames } = platform;
  return html`<dl class="facts">
${fact('Type', capitalize(type))}
${fact('Maker', maker && makerLink(snapshot, maker))}
${fact('First released', year)}
${fact('Generation', generation)}
${fact('Other names', otherNames.length > 0 && joined(otherNames.map(bdi)))}
</dl>`;
}

/** A link, if the maker has games in the catalog. */
function makerLink(snapshot: Snapshot, maker: string): Html {
  const index = findCompanyNamed(snapshot, maker);
  return index === undefined ? bdi(maker) : companyLink(snapshot.companies.ids[index] as number, maker);
}

/** The page of a series: its games in order of release. */
async function seriesPage(request: PageRequest, value: FacetValue, own: string): Promise<HtmlResponse> {
  const { app, snapshot } = request;
  const { name, description } = value;
  const page = readPage(request.query);
  const set = findGameSet(snapshot, { group: [value.id] });
  const inOrder = sortMatches(snapshot, set.positions, 'release');
  const games = await readGames(app, snapshot, slicePage(inOrder, page));
  const pathOf = (number: number) => withQuery(own, { page: number > 1 && number });
  const size = formatCount(inOrder.length, 'game');
  return {
    title: name,
    description: description ?? `${name}: a series of ${size}, in order of release.`,
    canonical: pathOf(page),
    jsonUrl: idsPath(games.map(({ game_id }) => game_id)),
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

/** The games of a company, platform or genre, and the filter that lists them. */
export interface GameSet {
  filter: BrowseFilter;
  /** Ascending. */
  positions: Uint32Array;
}

/** Two rows of covers on a wide screen. */
const NOTABLE_GAMES = 12;
const MAX_LINKS = 8;
/** With fewer games than this, links that narrow the list are not useful. */
const MIN_GAMES_TO_NARROW = 5;

/** Without the kinds that lists leave out, unless there are no other games. */
export function findGameSet(snapshot: Snapshot, filter: Partial<BrowseFilter>): GameSet {
  const set = matchFilter(snapshot, completeFilter(filter));
  return set.positions.length > 0 ? set : matchFilter(snapshot, completeFilter({ ...filter, exclude: [] }));
}

function matchFilter(snapshot: Snapshot, filter: BrowseFilter): GameSet {
  return { filter, positions: matchBrowseFilter(snapshot, filter) ?? snapshot.ids.map((_, i) => i) };
}

/** The chart of games per year, whose bars link to the lists of these years. */
export function gamesPerYear({ snapshot }: PageRequest, { filter, positions }: GameSet): Html {
  return yearChart(
    countYears(snapshot, filter.platform, positions).map(({ id, count }) => ({
      year: id,
      count,
      path: filterPath({ ...filter, years: { from: id, to: id } }),
    })),
  );
}

/** The best known games with their covers, and a link to all. */
export async function notableGames({ app, snapshot }: PageRequest, set: GameSet): Promise<Html> {
  const { filter, positions } = set;
  if (positions.length === 0) return html`<p>No games yet.</p>`;
  const games = await readGames(app, snapshot, listNotable(snapshot, set));
  return html`<section><h2>${positions.length > NOTABLE_GAMES ? 'Best known games' : 'Games'}</h2>
${gameGrid(games, { isMain: true, platforms: filter.platform })}
<p><a class="more-link" href="${filterPath(filter)}">${positions.length > NOTABLE_GAMES ? `All ${formatCount(positions.length, 'game')}` : 'Filter and sort'}</a></p></section>`;
}

/** The first games of the list that all games are in. */
function listNotable(snapshot: Snapshot, { filter, positions }: GameSet): Uint32Array {
  return sortListed(snapshot, positions, orderFor('notable', filter), filter).slice(0, NOTABLE_GAMES);
}

/** The API request that returns the best known games. */
function notableJsonUrl(snapshot: Snapshot, set: GameSet): string {
  const ids = Array.from(listNotable(snapshot, set), (position) => snapshot.ids[position] as number);
  return idsPath(ids) ?? `/v1/games?${filterParameters(set.filter)}`;
}

/** Another property that games of a set have in common. */
type TopListName = FacetName | 'published' | 'developed';

/** The heading of the other values of a facet that the set is filtered by. */
const ALSO: Record<FacetName, string> = { platform: 'Also on', genre: 'Also', group: 'Also in' };

function headingOf(filter: BrowseFilter, name: TopListName): string {
  if (name === 'published') return 'Publishers';
  if (name === 'developed') return 'Developers';
  return filter[name].length > 0 ? ALSO[name] : FACETS[name].many;
}

/** Undefined if the filter has the value. Another role is not combined: the list has one role for all its companies. */
function narrow(filter: BrowseFilter, name: TopListName, id: number): BrowseFilter | undefined {
  if (name === 'published' || name === 'developed')
    return filter.company.length > 0 ? undefined : { ...filter, company: [id], role: name };
  if (filter[name].includes(id)) return undefined;
  return { ...filter, [name]: [...filter[name], id].toSorted((a, b) => a - b) };
}

/** Links that narrow the list, with the most frequent values first. */
export function topLists({ snapshot }: PageRequest, set: GameSet, names: readonly TopListName[]): Html {
  if (set.positions.length < MIN_GAMES_TO_NARROW) return nothing;
  const rows = names.map((name) => {
    const isCompany = name === 'published' || name === 'developed';
    const facet = isCompany ? snapshot.filters[name] : snapshot[name];
    const counts = countFacetValues(facet, set.positions, snapshot.ids.length);
    // Only then their names and paths: a platform has thousands of companies.
    const top = counts.toSorted((a, b) => b.count - a.count).slice(0, MAX_LINKS + 1);
    const links = top.flatMap(({ id, count }) => {
      const filter = narrow(set.filter, name, id);
      const title = isCompany ? nameOfCompany(snapshot, id) : findFacetValue(snapshot, name, id)?.name;
      return filter ? { count, name: title ?? String(id), path: filterPath(filter) } : [];
    });
    return topRow(headingOf(set.filter, name), links.slice(0, MAX_LINKS));
  });
  return html`<dl class="related">${rows}</dl>`;
}

function topRow(name: string, links: readonly { count: number; name: string; path: string }[]): Html {
  if (links.length === 0) return nothing;
  return html`<div><dt>${name}</dt><dd><ul>${links.map(
    (link) =>
      html`<li><a href="${link.path}">${bdi(link.name)}</a> <span class="count">${formatNumber(link.count)}</span></li>`,
  )}</ul></dd></div>`;
}

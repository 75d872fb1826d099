import { entryPath } from '../../../catalog/render/render.ts';
import {
  type BrowseFilter,
  countFacetValues,
  countYears,
  matchBrowseFilter,
  SITE_ORDERS,
} from '../../../catalog/search/browse.ts';
import { findCompanyNamed, nameOfCompany } from '../../../catalog/search/companies.ts';
import { sortMatches } from '../../../catalog/search/orders.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../../errors.ts';
import { findPlatform } from '../../../vocabulary/platforms.ts';
import { yearChart } from '../../kit/charts.ts';
import { bdi, capitalize, entryLink, fact, formatCount, formatNumber, formatYears } from '../../kit/format.ts';
import { type Html, html, joined, nothing } from '../../kit/html.ts';
import { type HtmlResponse, hasOwnSlug, type Page, type PageRequest, readId } from '../../kit/page.ts';
import { gameGrid, readGames } from '../lists/game-cards.ts';
import { apiPath } from '../lists/game-list.ts';
import { completeFilter, filterPath, listPath } from '../lists/list-query.ts';
import { FACETS, type FacetName, type FacetValue, findFacetValue, GROUP_KIND_NAMES } from './facets.ts';

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
    const own = entryPath(facet, value.id, value.name);
    if (!hasOwnSlug(request, own)) return { status: 301, location: own };
    return facetPage(request, facet, value, own);
  };
}

async function facetPage(
  request: PageRequest,
  facet: FacetName,
  value: FacetValue,
  canonical: string,
): Promise<HtmlResponse> {
  const { snapshot } = request;
  const { id, name, description, category } = value;
  const set = findGameSet(snapshot, { [facet]: [id] });
  const isSeries = category === GROUP_KIND_NAMES.series;
  const size = formatCount(set.positions.length, 'game');
  const sort = isSeries ? 'oldest' : 'notable';
  return {
    title: name,
    description: description ?? `${size}: ${name}, ${FACETS[facet].one.toLowerCase()}.`,
    canonical,
    jsonUrl: apiPath({ ...set, sort, page: 1 }, SHOWN_GAMES[sort]),
    body: html`<p class="eyebrow"><a href="${FACETS[facet].path}">${FACETS[facet].many}</a>${category !== '' && html` · ${bdi(category)}`}</p>
<h1>${bdi(name)}</h1>
<p class="lead"><strong>${size}</strong> ${isSeries && yearsOf(snapshot, set)}</p>
${description && facet !== 'platform' && html`<p class="prose" dir="auto">${description}</p>`}
${await gamesSection(request, set, sort)}
${facet === 'platform' && platformFacts(request, id)}
${gamesPerYear(request, set)}
${topLists(request, set, LISTS_OF_FACET[facet])}`,
  };
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
  return index === undefined ? bdi(maker) : entryLink('company', snapshot.companies.ids[index] as number, maker);
}

/** The years of the first and last game. */
function yearsOf(snapshot: Snapshot, { positions }: GameSet): string {
  const years = countYears(snapshot, [], positions);
  const [first, last] = [years[0], years.at(-1)];
  return first && last ? `· ${formatYears(first.id, last.id)}` : '';
}

/** The games of a company, platform or genre, and the filter that lists them. */
export interface GameSet {
  filter: BrowseFilter;
  /** Ascending. */
  positions: Uint32Array;
}

/** Two rows of covers on a wide screen, and the whole of most series. */
const SHOWN_GAMES = { notable: 12, oldest: 60 };
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

/** The best known games, or the first ones, with their covers, and a link to all. */
export async function gamesSection(
  { app, snapshot }: PageRequest,
  { filter, positions }: GameSet,
  sort: keyof typeof SHOWN_GAMES = 'notable',
): Promise<Html> {
  if (positions.length === 0) return html`<p>No games yet.</p>`;
  const first = sortMatches(snapshot, positions, SITE_ORDERS[sort], filter.platform).slice(0, SHOWN_GAMES[sort]);
  const isPart = first.length < positions.length;
  const heading = sort === 'oldest' ? 'Games in order of release' : isPart ? 'Best known games' : 'Games';
  return html`<section><h2>${heading}</h2>
${gameGrid(await readGames(app, snapshot, first, filter.platform), { isMain: true, platforms: filter.platform })}
<p><a class="more-link" href="${listPath({ filter, sort, page: 1 })}">${isPart ? `All ${formatCount(positions.length, 'game')}` : 'Filter and sort'}</a></p></section>`;
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

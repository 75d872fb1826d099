import {
  type BrowseFilter,
  countFacetValues,
  type FacetCount,
  matchBrowseFilter,
  orderFor,
  sortListed,
} from '../../catalog/search/browse.ts';
import { nameOfCompany } from '../../catalog/search/companies.ts';
import type { Facet, Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { bdi, formatCount, formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';
import { yearChart } from '../kit/year-chart.ts';
import { FACETS, type FacetName, findFacetValue } from './facets.ts';
import { gameGrid, readGames } from './game-cards.ts';
import { completeFilter, filterParameters, filterPath } from './list-query.ts';

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
  const years = countFacetValues(snapshot.year, positions, snapshot.ids.length);
  return yearChart(
    years.map(({ id, count }) => ({
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
export function notableJsonUrl(snapshot: Snapshot, set: GameSet): string {
  const ids = Array.from(listNotable(snapshot, set), (position): [string, string] => [
    'id',
    String(snapshot.ids[position]),
  ]);
  const search = ids.length > 0 ? new URLSearchParams(ids) : filterParameters(set.filter);
  return `/v1/games?${search}`;
}

/** Other properties that games of a set have in common. */
const TOP_LISTS = {
  platform: facetList('platform', 'Also on'),
  genre: facetList('genre', 'Also'),
  group: facetList('group', 'Also in'),
  published: companyList('published', 'Publishers'),
  developed: companyList('developed', 'Developers'),
};
export type TopListName = keyof typeof TOP_LISTS;

interface TopList {
  nameIn(filter: BrowseFilter): string;
  facetOf(snapshot: Snapshot): Facet;
  nameOf(snapshot: Snapshot, id: number): string | undefined;
  /** Adds an id to the filter; undefined if the filter has it. */
  addTo(filter: BrowseFilter, id: number): BrowseFilter | undefined;
}

/** `also` is the heading for other values of the facet that the set is filtered by. */
function facetList(facet: FacetName, also: string): TopList {
  return {
    nameIn: (filter) => (filter[facet].length > 0 ? also : FACETS[facet].many),
    facetOf: (snapshot) => snapshot[facet],
    nameOf: (snapshot, id) => findFacetValue(snapshot, facet, id)?.name,
    addTo: (filter, id) =>
      filter[facet].includes(id) ? undefined : { ...filter, [facet]: [...filter[facet], id].toSorted((a, b) => a - b) },
  };
}

function companyList(role: 'published' | 'developed', name: string): TopList {
  return {
    nameIn: () => name,
    facetOf: ({ filters }) => filters[role],
    nameOf: nameOfCompany,
    // Another role is not combined: the list has one role for all its companies.
    addTo: (filter, id) => (filter.company.length > 0 ? undefined : { ...filter, company: [id], role }),
  };
}

/** Links that narrow the list, with the most frequent values first. */
export function topLists({ snapshot }: PageRequest, set: GameSet, names: readonly TopListName[]): Html {
  if (set.positions.length < MIN_GAMES_TO_NARROW) return nothing;
  const rows = names.map((name) => {
    const list = TOP_LISTS[name];
    const counts = countFacetValues(list.facetOf(snapshot), set.positions, snapshot.ids.length);
    const isOther = ({ id }: FacetCount) => list.addTo(set.filter, id) !== undefined;
    // Only then their names and paths: a platform has thousands of companies.
    const shown = counts
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MAX_LINKS + 1)
      .filter(isOther)
      .slice(0, MAX_LINKS);
    const links = shown.map(({ id, count }) => ({
      count,
      name: list.nameOf(snapshot, id) ?? String(id),
      path: filterPath(list.addTo(set.filter, id) ?? set.filter),
    }));
    return topRow(list.nameIn(set.filter), links);
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

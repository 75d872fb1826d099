import {
  type BrowseFilter,
  countFacetValues,
  type FacetCount,
  matchBrowseFilter,
} from '../../catalog/search/browse.ts';
import { nameOfCompany } from '../../catalog/search/companies.ts';
import { sortMatches } from '../../catalog/search/orders.ts';
import type { Facet, Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { bdi, formatCount, formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';
import { yearChart } from '../kit/year-chart.ts';
import { FACETS, type FacetName, findFacetValue } from './facets.ts';
import { gameGrid, readGames } from './game-cards.ts';
import { completeFilter, filterPath } from './list-query.ts';

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

export function findGameSet(snapshot: Snapshot, filter: Partial<BrowseFilter>): GameSet {
  const complete = completeFilter(filter);
  return { filter: complete, positions: matchBrowseFilter(snapshot, complete) ?? snapshot.ids.map((_, i) => i) };
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
export async function notableGames({ app, snapshot }: PageRequest, { filter, positions }: GameSet): Promise<Html> {
  if (positions.length === 0) return html`<p>No games yet.</p>`;
  const notable = sortMatches(snapshot, positions, '-notability').subarray(0, NOTABLE_GAMES);
  const games = await readGames(app, snapshot, notable);
  return html`<section><h2>${positions.length > NOTABLE_GAMES ? 'Best known games' : 'Games'}</h2>
${gameGrid(games)}
<p><a class="more-link" href="${filterPath(filter)}">${positions.length > NOTABLE_GAMES ? `All ${formatCount(positions.length, 'game')}` : 'Filter and sort'}</a></p></section>`;
}

/** Other properties that games of a set have in common. */
const TOP_LISTS = {
  platform: facetList('platform'),
  genre: facetList('genre'),
  group: facetList('group'),
  published: companyList('published', 'Publishers'),
  developed: companyList('developed', 'Developers'),
};

interface TopList {
  name: string;
  facetOf(snapshot: Snapshot): Facet;
  nameOf(snapshot: Snapshot, id: number): string | undefined;
  filterOf(id: number): Partial<BrowseFilter>;
}

function facetList(facet: FacetName): TopList {
  return {
    name: FACETS[facet].many,
    facetOf: (snapshot) => snapshot[facet],
    nameOf: (snapshot, id) => findFacetValue(snapshot, facet, id)?.name,
    filterOf: (id) => ({ [facet]: [id] }),
  };
}

function companyList(role: 'published' | 'developed', name: string): TopList {
  return {
    name,
    facetOf: ({ filters }) => filters[role],
    nameOf: nameOfCompany,
    filterOf: (id) => ({ company: [id], role }),
  };
}

/** Links that narrow the list, with the most frequent values first. */
export function topLists({ snapshot }: PageRequest, set: GameSet, names: readonly (keyof typeof TOP_LISTS)[]): Html {
  if (set.positions.length < MIN_GAMES_TO_NARROW) return nothing;
  const rows = names.map((name) => {
    const list = TOP_LISTS[name];
    const counts = countFacetValues(list.facetOf(snapshot), set.positions, snapshot.ids.length);
    return topRow(list.name, counts, (id) => ({
      name: list.nameOf(snapshot, id) ?? String(id),
      path: filterPath({ ...set.filter, ...list.filterOf(id) }),
    }));
  });
  return html`<dl class="related">${rows}</dl>`;
}

function topRow(name: string, counts: readonly FacetCount[], linkOf: (id: number) => { name: string; path: string }) {
  if (counts.length === 0) return nothing;
  const shown = counts.toSorted((a, b) => b.count - a.count).slice(0, MAX_LINKS);
  return html`<div><dt>${name}</dt><dd><ul>${shown.map(({ id, count }) => {
    const link = linkOf(id);
    return html`<li><a href="${link.path}">${bdi(link.name)}</a> <span class="count">${formatNumber(count)}</span></li>`;
  })}</ul></dd></div>`;
}

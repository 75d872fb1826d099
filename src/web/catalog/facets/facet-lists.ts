import { countFacetValues, matchBrowseFilter } from '../../../catalog/search/browse.ts';
import { perSnapshotKey } from '../../../catalog/snapshot/per-snapshot.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { GROUP_KINDS, type GroupKind } from '../../../vocabulary/group-kinds.ts';
import { findPlatform, type PlatformInfo } from '../../../vocabulary/platforms.ts';
import { bdi, entryLink, formatCount, formatNumber, withQuery } from '../../kit/format.ts';
import { hiddenField } from '../../kit/forms.ts';
import { type Html, html, nothing } from '../../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../../kit/page.ts';
import { pageLinks, slicePage, sortLinks, tabLinks } from '../lists/game-list.ts';
import { completeFilter, readPage } from '../lists/list-query.ts';
import { type FacetName, type FacetValue, GROUP_KIND_NAMES, listFacetValues } from './facets.ts';

interface ListedPlatform extends CountedValue {
  info: PlatformInfo | undefined;
}

const SORT_NAMES = { games: 'Most games', name: 'Name', year: 'Year', maker: 'Maker' };
type Sort = keyof typeof SORT_NAMES;

/** Unknown years and makers come last. */
const SORTS: Record<Sort, (a: ListedPlatform, b: ListedPlatform) => number> = {
  games: byCount,
  name: byName,
  year: (a, b) => (a.info?.year ?? Infinity) - (b.info?.year ?? Infinity) || byName(a, b),
  maker: (a, b) => compareMakers(a, b) || (a.info?.year ?? Infinity) - (b.info?.year ?? Infinity) || byName(a, b),
};

/** All platforms with their makers and years. */
export function showPlatforms(request: PageRequest): HtmlResponse {
  const name = readName(request.query);
  const sort = (Object.keys(SORTS) as Sort[]).find((one) => one === request.query.get('sort')) ?? 'games';
  const platforms = listCounted(request, 'platform')
    .filter((platform) => isNamed(platform, name))
    .map((platform) => ({ ...platform, info: findPlatform(platform.id) }))
    .toSorted(SORTS[sort]);
  const pathOf = (order: Sort) => withQuery('/platforms', { name, sort: order !== 'games' && order });
  const size = formatCount(platforms.length, 'platform');
  return {
    title: 'Platforms',
    description: `${size} in the catalog, with their makers, years and numbers of games.`,
    canonical: pathOf(sort),
    jsonUrl: '/v1/platforms',
    body: html`${nameSearch('Platforms', '/platforms', size, name, sort === 'games' ? {} : { sort })}
${platforms.length === 0 ? html`<p>No platforms found.</p>` : html`${sortLinks(SORT_NAMES, sort, pathOf)}${table(platforms)}`}`,
  };
}

function table(platforms: readonly ListedPlatform[]): Html {
  return html`<table class="places">
<thead><tr><th scope="col">Name</th><th scope="col" class="wide">Maker</th><th scope="col" class="wide">Type</th><th scope="col" class="number">Year</th><th scope="col" class="number">Games</th></tr></thead>
<tbody>${platforms.map(
    ({ id, name, count, info }) => html`<tr><th scope="row">${entryLink('platform', id, name)}</th>
<td class="wide">${info?.maker && bdi(info.maker)}</td><td class="wide">${info?.type}</td><td class="number">${info?.year}</td> <td class="number">${formatNumber(count)}</td></tr>`,
  )}</tbody></table>`;
}

function compareMakers(a: ListedPlatform, b: ListedPlatform): number {
  const [first, second] = [a.info?.maker, b.info?.maker];
  if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
  return first.localeCompare(second, 'en');
}

/** Genres by category. */
export function showGenres(request: PageRequest): HtmlResponse {
  const genres = listCounted(request, 'genre');
  const categories = Map.groupBy(genres, ({ category }) => category);
  const size = formatCount(genres.length, 'genre');
  return {
    title: 'Genres',
    description: `${size} in the catalog, with their number of games.`,
    canonical: '/genres',
    jsonUrl: '/v1/genres',
    body: html`<h1>Genres</h1>
<p class="lead">${size}</p>
${Array.from(categories, ([category, list]) => html`<section><h2>${bdi(category)}</h2>${columns(list, 'genre')}</section>`)}`,
  };
}

const PAGE_SIZE = 100;
const TITLE = 'Series and themes';

/** The groups of one kind, the largest first. There may be thousands, so the list has pages and a search box. */
export function showGroups(request: PageRequest): HtmlResponse {
  const [name, page] = [readName(request.query), readPage(request.query)];
  const shownKind = GROUP_KINDS.find((one) => one === request.query.get('kind')) ?? 'series';
  const named = listCounted(request, 'group').filter((group) => isNamed(group, name));
  const listOf = (kind: GroupKind) => named.filter(({ category }) => category === GROUP_KIND_NAMES[kind]);
  const pathOf = (number: number, kind = shownKind) =>
    withQuery('/groups', { kind: kind !== 'series' && kind, name, page: number > 1 && number });
  const found = listOf(shownKind).toSorted(byCount);
  const shown = slicePage(found, page, PAGE_SIZE);
  const tabs = GROUP_KINDS.map((kind) => ({
    name: GROUP_KIND_NAMES[kind],
    path: pathOf(1, kind),
    count: listOf(kind).length,
    isCurrent: kind === shownKind,
  }));
  const size = formatCount(found.length, ...KIND_WORDS[shownKind]);
  const isSeries = shownKind === 'series';
  return {
    title: isSeries ? TITLE : GROUP_KIND_NAMES[shownKind],
    description: `${size} in the catalog, with their number of games.`,
    canonical: pathOf(page),
    jsonUrl: withQuery('/v1/groups', { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    body: html`${nameSearch(TITLE, '/groups', size, name, isSeries ? {} : { kind: shownKind })}
${(!isSeries || found.length < named.length) && tabLinks('Kind', tabs)}
${found.length === 0 ? html`<p>None found.</p>` : columns(shown, 'group')}
${pageLinks(page, found.length, pathOf, PAGE_SIZE)}`,
  };
}

const KIND_WORDS: Record<GroupKind, [one: string, many: string]> = {
  series: ['series', 'series'],
  theme: ['theme', 'themes'],
  status: ['status', 'statuses'],
};

/** A platform, genre or group with its number of games. */
type CountedValue = FacetValue & { count: number };

export function listCounted({ snapshot }: PageRequest, facet: FacetName): CountedValue[] {
  const counts = countListed(snapshot, facet);
  return listFacetValues(snapshot, facet).map((value) => ({ ...value, count: counts.get(value.id) ?? 0 }));
}

/** The games of each value as its own page counts them: without hidden kinds, unless it has no others. */
export const countListed = perSnapshotKey((snapshot: Snapshot, facet: FacetName): ReadonlyMap<number, number> => {
  const count = (matches?: Uint32Array) => countFacetValues(snapshot[facet], matches, snapshot.ids.length);
  const listed = matchBrowseFilter(snapshot, completeFilter({}));
  return new Map([...count(), ...count(listed)].map(({ id, count: games }) => [id, games]));
});

/** Whether any name contains the text. */
function isNamed({ name, otherNames }: FacetValue, text: string): boolean {
  return [name, ...otherNames].some((own) => own.toLowerCase().includes(text.toLowerCase()));
}

/** Names with their number of games, in columns. */
function columns(list: readonly CountedValue[], facet: FacetName): Html {
  if (list.length === 0) return nothing;
  return html`<ul class="names">${list.map(
    ({ id, name, count }) =>
      html`<li>${entryLink(facet, id, name)} <span class="count">${formatNumber(count)}</span></li>`,
  )}</ul>`;
}

function byName(a: FacetValue, b: FacetValue): number {
  return NAMES.compare(a.name, b.name);
}

export function byCount(a: CountedValue, b: CountedValue): number {
  return b.count - a.count || byName(a, b);
}

const NAMES = new Intl.Collator('en', { numeric: true });

const MAX_NAME_LENGTH = 128;

/** The name that a list of companies, platforms or groups is searched for. */
export function readName(query: URLSearchParams): string {
  return (query.get('name') ?? '').trim().slice(0, MAX_NAME_LENGTH);
}

/** The top of such a list, with a search box. `kept` are other parameters of the list. */
export function nameSearch(
  title: string,
  path: string,
  size: string,
  name: string,
  kept: Record<string, string> = {},
): Html {
  const label = `Search ${title.toLowerCase()}`;
  const others = Object.entries(kept).map(([key, value]) => hiddenField(key, value));
  return html`<h1>${title}</h1>
<p class="lead">${size} ${name !== '' && html`with “${bdi(name)}” in the name`}</p>
<form class="search" action="${path}"><label class="visually-hidden" for="name">${label}</label>
<input id="name" type="search" name="name" value="${name}" maxlength="${MAX_NAME_LENGTH}" placeholder="${label}">${others}<button>Search</button></form>`;
}

import { countFacetValues } from '../../catalog/search/browse.ts';
import { AppError } from '../../errors.ts';
import { bdi, formatCount, formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';
import { FACETS, type FacetName, type FacetValue, listFacetValues } from './facets.ts';
import { facetLink } from './game-cards.ts';
import { pageLinks } from './game-list.ts';
import { readPage } from './list-query.ts';
import { nameSearch, readName } from './name-search.ts';

type CountedValue = FacetValue & { count: number };

const GROUPS_PER_PAGE = 100;

export function showPlatforms(request: PageRequest): HtmlResponse {
  const name = readName(request.query);
  const platforms = listCounted(request, 'platform')
    .filter((platform) => isNamed(platform, name))
    .toSorted(byName);
  return listPage('platform', platforms, html`${searchForm('platform', name)}${columns(platforms, 'platform')}`);
}

/** Genres by category. */
export function showGenres(request: PageRequest): HtmlResponse {
  const genres = listCounted(request, 'genre');
  const categories = Map.groupBy(genres, ({ category }) => category);
  const body = Array.from(
    categories,
    ([category, list]) => html`<section><h2>${bdi(category)}</h2>${columns(list, 'genre')}</section>`,
  );
  return listPage('genre', genres, html`${body}`);
}

/** Largest groups first. There may be thousands, so the list has pages and a search box. */
export function showGroups(request: PageRequest): HtmlResponse {
  const page = readPage(request.query);
  const name = readName(request.query);
  const groups = listCounted(request, 'group');
  const matches = groups.filter((group) => isNamed(group, name)).toSorted((a, b) => b.count - a.count || byName(a, b));
  const offset = (page - 1) * GROUPS_PER_PAGE;
  if (offset > 0 && offset >= matches.length) throw new AppError('notFound', 'The list has fewer pages.');
  const pathOf = (number: number) => groupsPath(name, number);
  const { many } = FACETS.group;
  return {
    title: many,
    description: `${formatSize('group', groups)} in the catalog, with their number of games.`,
    canonical: pathOf(page),
    jsonUrl: `/v1/groups?limit=${GROUPS_PER_PAGE}${page > 1 ? `&offset=${offset}` : ''}`,
    body: html`<h1>${many}</h1>
<p class="lead">${formatSize('group', matches)} ${name !== '' && html`with “${bdi(name)}” in the name`}</p>
${searchForm('group', name)}
${matches.length === 0 && html`<p>No series or themes found.</p>`}
${columns(matches.slice(offset, offset + GROUPS_PER_PAGE), 'group')}
${pageLinks(page, matches.length, pathOf, GROUPS_PER_PAGE)}`,
  };
}

function listPage(facet: FacetName, list: readonly FacetValue[], body: Html): HtmlResponse {
  const { path, many } = FACETS[facet];
  const size = formatSize(facet, list);
  return {
    title: many,
    description: `${size} in the catalog, with their number of games.`,
    canonical: path,
    jsonUrl: `/v1${path}`,
    body: html`<h1>${many}</h1>
<p class="lead">${size}</p>
${body}`,
  };
}

function isNamed({ name, otherNames }: FacetValue, text: string): boolean {
  return [name, ...otherNames].some((own) => own.toLowerCase().includes(text.toLowerCase()));
}

function searchForm(facet: FacetName, name: string): Html {
  return nameSearch(FACETS[facet].path, `Search ${FACETS[facet].many.toLowerCase()}`, name);
}

function formatSize(facet: FacetName, list: readonly FacetValue[]): string {
  const { one, many } = FACETS[facet];
  return formatCount(list.length, one.toLowerCase(), many.toLowerCase());
}

function listCounted({ snapshot }: PageRequest, facet: FacetName): CountedValue[] {
  const choices = countFacetValues(snapshot[facet], undefined, snapshot.ids.length);
  const counts = new Map(choices.map(({ id, count }) => [id, count]));
  return listFacetValues(snapshot, facet).map((value) => ({ ...value, count: counts.get(value.id) ?? 0 }));
}

/** Names with their number of games, in columns. */
function columns(list: readonly CountedValue[], facet: FacetName): Html {
  if (list.length === 0) return nothing;
  return html`<ul class="names">${list.map(
    ({ id, name, count }) =>
      html`<li>${facetLink(facet, id, name)} <span class="count">${formatNumber(count)}</span></li>`,
  )}</ul>`;
}

function groupsPath(name: string, page: number): string {
  const search = new URLSearchParams();
  if (name !== '') search.set('name', name);
  if (page > 1) search.set('page', String(page));
  return search.size === 0 ? '/groups' : `/groups?${search}`;
}

function byName(a: FacetValue, b: FacetValue): number {
  return NAMES.compare(a.name, b.name);
}

const NAMES = new Intl.Collator('en', { numeric: true });

import { findPlatform, type PlatformInfo } from '../../vocabulary/platforms.ts';
import { bdi, formatCount, formatNumber } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';
import { byCount, byName, type CountedValue, isNamed, listCounted } from './counted-values.ts';
import { facetLink } from './game-cards.ts';
import { nameSearch, readName } from './name-search.ts';
import { sortLinks } from './sort-links.ts';

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
  const size = formatCount(platforms.length, 'platform');
  return {
    title: 'Platforms',
    description: `${size} in the catalog, with their makers, years and numbers of games.`,
    canonical: pathOf(name, sort),
    jsonUrl: '/v1/platforms',
    body: html`<h1>Platforms</h1>
<p class="lead">${size} ${name !== '' && html`with “${bdi(name)}” in the name`}</p>
${nameSearch('/platforms', 'Search platforms', name, sort === 'games' ? {} : { sort })}
${platforms.length === 0 ? html`<p>No platforms found.</p>` : html`${sortLinks(SORT_NAMES, sort, (order) => pathOf(name, order))}${table(platforms)}`}`,
  };
}

function table(platforms: readonly ListedPlatform[]): Html {
  return html`<table class="places">
<thead><tr><th scope="col">Name</th><th scope="col" class="wide">Maker</th><th scope="col" class="wide">Type</th><th scope="col" class="number">Year</th><th scope="col" class="number">Games</th></tr></thead>
<tbody>${platforms.map(
    ({ id, name, count, info }) => html`<tr><th scope="row">${facetLink('platform', id, name)}</th>
<td class="wide">${info?.maker && bdi(info.maker)}</td><td class="wide">${info?.type}</td><td class="number">${info?.year}</td> <td class="number">${formatNumber(count)}</td></tr>`,
  )}</tbody></table>`;
}

function compareMakers(a: ListedPlatform, b: ListedPlatform): number {
  const [first, second] = [a.info?.maker, b.info?.maker];
  if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
  return first.localeCompare(second, 'en');
}

function pathOf(name: string, sort: Sort): string {
  const search = new URLSearchParams();
  if (name !== '') search.set('name', name);
  if (sort !== 'games') search.set('sort', sort);
  return search.size === 0 ? '/platforms' : `/platforms?${search}`;
}

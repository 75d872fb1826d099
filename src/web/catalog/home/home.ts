import { entryPath } from '../../../catalog/render/render.ts';
import { countYears, matchBrowseFilter } from '../../../catalog/search/browse.ts';
import { companyOrders } from '../../../catalog/search/companies.ts';
import { perSnapshot } from '../../../catalog/snapshot/per-snapshot.ts';
import { textAt } from '../../../catalog/snapshot/shared-arrays.ts';
import { positionsOf, type Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { fold } from '../../../folding.ts';
import { bdi, entryLink, formatCount, formatNumber } from '../../kit/format.ts';
import { type Html, html, nothing } from '../../kit/html.ts';
import { searchForm } from '../../kit/layout.ts';
import type { HtmlResponse, PageRequest } from '../../kit/page.ts';
import { byCount, countListed, listCounted } from '../facets/facet-lists.ts';
import { FACETS, type FacetName, GROUP_KIND_NAMES, listFacetValues } from '../facets/facets.ts';
import { cover, gameGrid, readGames } from '../lists/game-cards.ts';
import { apiPath } from '../lists/game-list.ts';
import { completeFilter, decadeYears, filterPath } from '../lists/list-query.ts';
import { isForFrontPage, listBestKnown } from './featured-games.ts';

/** Rows of covers on a wide screen have six. */
const SHOWN_GAMES = 12;

export async function showHome(request: PageRequest): Promise<HtmlResponse> {
  const { snapshot } = request;
  const total = formatNumber(snapshot.ids.length);
  const sections = snapshot.ids.length === 0 ? undefined : await homeSections(request);
  return {
    title: 'Ludex',
    description: `A catalog of ${total} video games: titles, releases, platforms, and the source of every fact.`,
    canonical: '/',
    hasSearch: true,
    jsonUrl: apiPath({ filter: completeFilter({}), sort: 'notable', page: 1 }, SHOWN_GAMES),
    body: html`<section class="hero">
<h1>Explore ${total} video games</h1>
${searchForm()}
</section>
${sections ?? html`<p class="lead">The catalog is empty. Its operator can fill it with <code>ludex import open</code>.</p>`}`,
  };
}

async function homeSections(request: PageRequest): Promise<Html> {
  const { app, snapshot } = request;
  const known = listBestKnown(snapshot, app.clock(), SHOWN_GAMES);
  const games = await readGames(app, snapshot, known);
  return html`<div class="home">
${
  known.length > 0 &&
  html`<section><h2>Well-known games</h2>${gameGrid(games, { isMain: true })}
<p><a href="/random" rel="nofollow">A random game</a></p></section>`
}
${decadeStrip(request)}
${await featuredSeries(request)}
${browseSections(request)}
<p><a href="/games?sort=changed">Recently changed games</a> · <a href="/feed.atom">Atom feed</a></p>
</div>`;
}

const MAX_LINKS = 8;
const FEATURED_SERIES = 6;
/** Other categories are about gameplay and setting. */
const BASIC_GENRES = 'Basic Genres';
/** A series is as well known as its best games. */
const COUNTED_GAMES = 10;

const countDecades = perSnapshot((snapshot: Snapshot) => {
  const listed = matchBrowseFilter(snapshot, completeFilter({}));
  return countYears(snapshot, [], listed, 10);
});

/** The decades with their numbers of games, as the lists count them. */
function decadeStrip({ snapshot }: PageRequest): Html {
  const decades = countDecades(snapshot);
  if (decades.length < 2) return nothing;
  return html`<nav class="decades" aria-label="Decades"><ul>${decades.map(
    ({ id, count }) =>
      html`<li><a href="${filterPath({ years: decadeYears(id) })}">${id}s <span class="count">${formatNumber(count)}</span></a></li>`,
  )}</ul></nav>`;
}

/** Well-known series, each with the cover of its best known game. */
async function featuredSeries({ app, snapshot }: PageRequest): Promise<Html> {
  const series = bestSeries(snapshot);
  if (series.length === 0) return nothing;
  const best = series.map((one) => one.best);
  const games = await readGames(app, snapshot, best);
  return html`<section><h2>Series</h2><ul class="game-grid">${series.map(({ id, name, count }, i) => {
    const game = games[i];
    return html`<li><a href="${entryPath('group', id, name)}">${game && cover(game)}
<span class="label">${bdi(name)}</span></a><span class="muted">${formatCount(count, 'game')}</span></li>`;
  })}</ul>
<p><a href="${FACETS.group.path}">All series and themes</a></p></section>`;
}

interface FeaturedSeries {
  id: number;
  name: string;
  count: number;
  /** The position of the best known game, one that has the name of the series if there is one. */
  best: number;
  points: number;
}

/** The first ones by the notability of their best games. No two have the same cover. */
const bestSeries = perSnapshot((snapshot: Snapshot): FeaturedSeries[] => {
  const series = listFacetValues(snapshot, 'group').filter(({ category }) => category === GROUP_KIND_NAMES.series);
  const ranked = series.flatMap(({ id, name }) => rateSeries(snapshot, id, name) ?? []);
  const sorted = ranked.toSorted((a, b) => b.points - a.points);
  return sorted
    .filter(({ best }, i) => sorted.findIndex((other) => other.best === best) === i)
    .slice(0, FEATURED_SERIES);
});

function rateSeries(snapshot: Snapshot, id: number, name: string): FeaturedSeries | undefined {
  const positions = positionsOf(snapshot.group, id);
  const notability = (position: number) => snapshot.notability[position] as number;
  const known = Array.from(positions).toSorted((a, b) => notability(b) - notability(a));
  const suitable = known.filter((position) => isForFrontPage(snapshot, position));
  const isTitled = (position: number) => fold(textAt(snapshot.titles, position)).includes(fold(name));
  const best = suitable.find(isTitled) ?? suitable[0];
  if (best === undefined || positions.length < 2) return undefined;
  const points = known.slice(0, COUNTED_GAMES).reduce((sum, position) => sum + notability(position), 0);
  const count = countListed(snapshot, 'group').get(id) ?? 0;
  return { id, name, count, best, points };
}

/** Platforms and genres with the most games, and the best known companies. */
function browseSections(request: PageRequest): Html {
  return html`<div class="browse-by">
${topValues(request, 'platform')}
${topValues(request, 'genre')}
${topCompanies(request)}
</div>`;
}

function topValues(request: PageRequest, facet: FacetName): Html {
  const values = listCounted(request, facet)
    .filter(({ count, category }) => count > 0 && (facet !== 'genre' || category === BASIC_GENRES))
    .toSorted(byCount)
    .slice(0, MAX_LINKS);
  const items = values.map(({ id, name, count }) => counted(entryLink(facet, id, name), count));
  return column(FACETS[facet].many, FACETS[facet].path, items);
}

function topCompanies({ snapshot }: PageRequest): Html {
  const { ids, names } = snapshot.companies;
  const { notable, counts } = companyOrders(snapshot);
  const items = Array.from(notable.subarray(0, MAX_LINKS), (index) =>
    counted(entryLink('company', ids[index] as number, textAt(names, index)), counts[index] as number),
  );
  return column('Companies', '/companies', items);
}

function counted(link: Html, count: number): Html {
  return html`<li>${link} <span class="count">${formatNumber(count)}</span></li>`;
}

function column(name: string, path: string, items: readonly Html[]): Html {
  if (items.length === 0) return nothing;
  return html`<section><h2>${name}</h2><ul class="counts">${items}</ul>
<p><a href="${path}">All ${name.toLowerCase()}</a></p></section>`;
}

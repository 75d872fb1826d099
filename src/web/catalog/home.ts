import { readRandomList } from '../../catalog/catalog.ts';
import { countFacetValues, type FacetCount, sumByDecade } from '../../catalog/search/browse.ts';
import { findGames } from '../../catalog/search/query.ts';
import { bdi, formatNumber } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';
import { searchForm } from '../kit/layout.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';
import { FACETS, type FacetName, findFacetValue } from './facets.ts';
import { facetLink, gameGrid, readGames } from './game-cards.ts';
import { decadeYears, filterPath } from './list-query.ts';

const RECENT_GAMES = 6;
const RANDOM_GAMES = 12;
const MAX_LINKS = 12;

export async function showHome(request: PageRequest): Promise<HtmlResponse> {
  const { app, snapshot } = request;
  const total = formatNumber(snapshot.ids.length);
  const random = await readRandomList(app.catalog, app.clock());
  const recent = await readGames(app, snapshot, snapshot.recent.positions.slice(0, RECENT_GAMES));
  const picks = await readGames(app, snapshot, findGames(snapshot, random.gameIds.slice(0, RANDOM_GAMES)));
  return {
    title: 'Ludex',
    description: `A catalog of ${total} video games: titles, releases, platforms, and the source of every fact.`,
    canonical: '/',
    hasSearch: true,
    jsonUrl: `/v1/games/random?limit=${RANDOM_GAMES}&format=normal`,
    body: html`<section class="hero">
<h1>Explore ${total} video games</h1>
${searchForm()}
</section>
${
  snapshot.ids.length === 0
    ? html`<p class="lead">The catalog is empty. Its operator can fill it with <code>ludex import</code>.</p>`
    : html`
<section><h2>Random picks</h2>${gameGrid(picks)}</section>
<div class="browse-by">
${topValues(request, 'platform')}
${topValues(request, 'genre')}
${topValues(request, 'group')}
${decades(request)}
</div>
<section><h2>Recently changed</h2>${gameGrid(recent)}
<p><a href="/games?sort=changed">All changes</a> · <a href="/feed.atom">Atom feed</a></p></section>`
}`,
  };
}

/** The platforms, genres or groups with the most games. */
function topValues({ snapshot }: PageRequest, facet: FacetName): Html | false {
  const choices = countFacetValues(snapshot[facet], undefined, snapshot.ids.length)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_LINKS);
  const { path, many } = FACETS[facet];
  return (
    choices.length > 0 &&
    html`<section><h2>${many}</h2>
<ul class="counts">${choices.map(({ id, count }) => {
      const name = findFacetValue(snapshot, facet, id)?.name ?? String(id);
      return html`<li>${facetLink(facet, id, name)} <span class="count">${formatNumber(count)}</span></li>`;
    })}</ul>
<p><a href="${path}">All ${many.toLowerCase()}</a></p></section>`
  );
}

function decades({ snapshot }: PageRequest): Html | false {
  const list: FacetCount[] = sumByDecade(countFacetValues(snapshot.year, undefined, snapshot.ids.length));
  return (
    list.length > 0 &&
    html`<section><h2>Decades</h2>
<ul class="counts">${list.map(
      ({ id, count }) =>
        html`<li><a href="${filterPath({ years: decadeYears(id) })}">${bdi(`${id}s`)}</a> <span class="count">${formatNumber(count)}</span></li>`,
    )}</ul></section>`
  );
}

import { formatNumber } from '../../kit/format.ts';
import { type Html, html } from '../../kit/html.ts';
import { searchForm } from '../../kit/layout.ts';
import type { HtmlResponse, PageRequest } from '../../kit/page.ts';
import { gameGrid, readGames } from '../lists/game-cards.ts';
import { apiPath } from '../lists/game-list.ts';
import { completeFilter } from '../lists/list-query.ts';
import { browseSections, decadeStrip, featuredSeries } from './browse-sections.ts';
import { listBestKnown } from './featured-games.ts';

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

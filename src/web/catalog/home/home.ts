import { formatNumber } from '../../kit/format.ts';
import { type Html, html } from '../../kit/html.ts';
import { searchForm } from '../../kit/layout.ts';
import type { HtmlResponse, PageRequest } from '../../kit/page.ts';
import { gameGrid, readGames } from '../lists/game-cards.ts';
import { idsPath } from '../lists/game-list.ts';
import { browseSections, decadeStrip, featuredSeries } from './browse-sections.ts';
import { listAdded, listBestKnown } from './featured-games.ts';

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
    jsonUrl: sections?.jsonUrl ?? '/v1/games?limit=1',
    body: html`<section class="hero">
<h1>Explore ${total} video games</h1>
${searchForm()}
</section>
${sections?.body ?? html`<p class="lead">The catalog is empty. Its operator can fill it with <code>ludex import open</code>.</p>`}`,
  };
}

async function homeSections(request: PageRequest): Promise<{ body: Html; jsonUrl: string | undefined }> {
  const { app, snapshot } = request;
  const known = listBestKnown(snapshot, app.clock(), SHOWN_GAMES);
  const added = listAdded(snapshot)
    .filter((position) => !known.includes(position))
    .slice(0, SHOWN_GAMES);
  const [knownGames, addedGames] = await Promise.all([
    readGames(app, snapshot, known),
    readGames(app, snapshot, added),
  ]);
  return {
    jsonUrl: idsPath([...knownGames, ...addedGames].map(({ game_id }) => game_id)),
    body: html`${decadeStrip(request)}
<div class="home">
${
  known.length > 0 &&
  html`<section><h2>Well-known games</h2>${gameGrid(knownGames, { isMain: true })}
<p><a href="/random" rel="nofollow">A random game</a></p></section>`
}
${await featuredSeries(request)}
${browseSections(request)}
<section>${added.length > 0 && html`<h2>Recently added</h2>${gameGrid(addedGames)}`}
<p><a href="/games?sort=changed">Recently changed games</a> · <a href="/feed.atom">Atom feed</a></p></section>
</div>`,
  };
}

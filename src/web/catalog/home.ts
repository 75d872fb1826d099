import { readRandomList } from '../../catalog/catalog.ts';
import { type Choice, countChoices, sumDecades } from '../../catalog/search/browse.ts';
import { findGames } from '../../catalog/search/query.ts';
import { type Html, html } from '../kit/html.ts';
import { searchForm } from '../kit/layout.ts';
import type { HtmlAnswer, PageRequest } from '../kit/page.ts';
import { grouped, isolated } from '../kit/words.ts';
import { facetOf, findReference, KIND, type Kind } from './facets.ts';
import { readGames, referenceLink, shelf } from './game-cards.ts';
import { filterPath } from './list-query.ts';

const RECENT = 6;
const RANDOM = 12;
const WAYS = 12;

export async function showHome(request: PageRequest): Promise<HtmlAnswer> {
  const { app, snapshot } = request;
  const total = grouped(snapshot.ids.length);
  const random = await readRandomList(app.catalog, app.clock());
  const recent = await readGames(app, snapshot, snapshot.recent.positions.slice(0, RECENT));
  const drawn = await readGames(app, snapshot, findGames(snapshot, random.gameIds.slice(0, RANDOM)));
  return {
    title: 'Ludex',
    description: `A catalog of ${total} video games: titles, releases, platforms and where each fact comes from.`,
    canonical: '/',
    hasSearch: true,
    jsonUrl: `/v1/games/random?limit=${RANDOM}&format=normal`,
    body: html`<section class="hero">
<h1>${total} video games, and what is known of them</h1>
${searchForm()}
</section>
${
  snapshot.ids.length === 0
    ? empty()
    : html`
<section><h2>A shelf at random</h2>${shelf(drawn)}</section>
<div class="ways-in">
${wayIn(request, 'platform')}
${wayIn(request, 'genre')}
${wayIn(request, 'group')}
${decades(request)}
</div>
<section><h2>Recently changed</h2>${shelf(recent)}
<p><a href="/games?sort=changed">All changes</a> · <a href="/feed.atom">as a feed</a></p></section>`
}`,
  };
}

function empty(): Html {
  return html`<p class="lead">The catalog is still empty. Whoever runs it can fill it with <code>ludex import</code>.</p>`;
}

/** Those with the most games. */
function wayIn({ snapshot }: PageRequest, kind: Kind): Html | false {
  const choices = countChoices(facetOf(snapshot, kind), undefined, snapshot.ids.length)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, WAYS);
  const { path, many } = KIND[kind];
  return (
    choices.length > 0 &&
    html`<section><h2>${many}</h2>
<ul class="counts">${choices.map(({ id, count }) => {
      const name = findReference(snapshot, kind, id)?.name ?? String(id);
      return html`<li>${referenceLink(kind, id, name)} <span class="count">${grouped(count)}</span></li>`;
    })}</ul>
<p><a href="${path}">All ${many.toLowerCase()}</a></p></section>`
  );
}

function decades({ snapshot }: PageRequest): Html | false {
  const list: Choice[] = sumDecades(countChoices(snapshot.year, undefined, snapshot.ids.length));
  return (
    list.length > 0 &&
    html`<section><h2>Decades</h2>
<ul class="counts">${list.map(
      ({ id, count }) =>
        html`<li><a href="${filterPath({ decade: [id] })}">${isolated(`${id}s`)}</a> <span class="count">${grouped(count)}</span></li>`,
    )}</ul></section>`
  );
}

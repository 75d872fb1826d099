import { setImmediate as nextTurn } from 'node:timers/promises';
import { findInitials, HIDDEN_KINDS, type Sort } from '../../../catalog/search/browse.ts';
import { rankedSearch } from '../../../catalog/search/ranked-search.ts';
import { bdi, formatCount, formatNumber } from '../../kit/format.ts';
import { type Html, html, nothing } from '../../kit/html.ts';
import type { HtmlResponse, PageRequest, PageResponse } from '../../kit/page.ts';
import { staticUrl } from '../../kit/static-files.ts';
import { describeFilters, filterChips } from './describe-filters.ts';
import { filterForm, readCompanyName, readFilters } from './filter-form.ts';
import { apiPath, gamesInView, PAGE_SIZE, pageLinks, readList, sortLinks, viewLinks } from './game-list.ts';
import { feedPath, filterPath, type ListQuery, listPath, readListQuery } from './list-query.ts';
import { searchEntries } from './suggest.ts';

const SORT_NAMES = {
  notable: 'Best known',
  title: 'Title',
  oldest: 'Oldest first',
  newest: 'Newest first',
  changed: 'Recently changed',
};

/** The list of games with filters. A company that was typed as a name becomes a filter by its id. */
export async function showGames(request: PageRequest): Promise<PageResponse> {
  const query = readListQuery(request.query);
  const { id, name } = readCompanyName(request.snapshot, request.query);
  if (id === undefined) return gamesPage(request, query, name);
  const company = [...new Set([...query.filter.company, id])].toSorted((a, b) => a - b);
  return { status: 303, location: listPath({ ...query, filter: { ...query.filter, company }, page: 1 }) };
}

async function gamesPage(request: PageRequest, query: ListQuery, unknownCompany: string): Promise<HtmlResponse> {
  const { snapshot } = request;
  const list = await readList(request, query);
  await nextTurn();
  const { hidden, fieldsets } = await readFilters(request.app.catalog, snapshot, query.filter);
  const found = query.filter.title === '' ? undefined : rankedSearch(snapshot, query.filter.title);
  const isApproximate = list.total > 0 && found?.complete === false;
  await nextTurn();
  const games = gamesInView(request, list.games, query.filter);
  await nextTurn();
  const filters = describeFilters(snapshot, query);
  const heading = query.filter.title === '' ? 'Games' : 'Search';
  const sorts: Partial<Record<Sort, string>> = {
    ...(query.filter.title !== '' && { best: 'Best match' }),
    ...SORT_NAMES,
    ...(request.account?.role === 'operator' && { id: 'Catalog number' }),
  };
  return {
    title: filters === '' ? heading : `${heading}: ${filters}`,
    description: `${formatCount(list.total, 'game')}${filters && `: ${filters}`}`,
    canonical: listPath(query),
    jsonUrl: apiPath(query),
    feed: feedPath(query.filter),
    searchText: query.filter.title,
    head: html`<script type="module" src="${staticUrl('filters.js')}"></script>`,
    body: html`<h1>${heading}</h1>
<p class="lead" role="status" id="found"><strong>${formatCount(list.total, 'game')}</strong></p>
<div class="columns">
<a class="skip-link" href="#games">Skip to games</a>
${filterForm(query, fieldsets)}
<section id="games" aria-label="Games" tabindex="-1">
${query.page === 1 && searchEntries(request, query.filter.title)}
${isApproximate && html`<p class="hint">No exact matches. Showing similar titles.</p>`}
${unknownCompany !== '' && html`<p class="hint">No company called “${bdi(unknownCompany)}” was found.</p>`}
${filterChips(snapshot, query)}
${list.total === 0 ? noGames(request, query, hidden) : html`<div class="list-bar">${sortLinks(sorts, query.sort, (sort) => listPath({ ...query, sort, page: 1 }))}${viewLinks(request, listPath(query))}</div>${hiddenKinds(query, hidden)}${initials(request, query, list.total)}${games}`}
${pageLinks(query.page, list.total, (page) => listPath({ ...query, page }))}
</section>
</div>`,
  };
}

/** The toggle of the hidden kinds: a link, so that it works without JavaScript. */
function hiddenKinds(query: ListQuery, hidden: number): Html {
  const isShown = query.filter.exclude?.length === 0;
  if (!isShown && hidden === 0) return nothing;
  const filter = { ...query.filter, exclude: isShown ? HIDDEN_KINDS : [] };
  const path = listPath({ ...query, filter, page: 1 });
  return html`<p class="hidden-kinds"><a href="${path}" rel="nofollow">${isShown ? 'Hide' : 'Show'} pirates, hacks, multicarts, prototypes and demos</a>${!isShown && html` <span class="count">${formatNumber(hidden)}</span>`}</p>`;
}

/** Links to the pages where each letter begins. */
function initials({ app, snapshot }: PageRequest, query: ListQuery, total: number): Html {
  if (query.sort !== 'title' || total <= 2 * PAGE_SIZE) return nothing;
  return html`<nav class="initials" aria-label="First letter"><ul>${findInitials(
    app.catalog,
    snapshot,
    query.filter,
  ).map(({ letter, offset }) => {
    const page = Math.floor(offset / PAGE_SIZE) + 1;
    return html`<li><a href="${listPath({ ...query, page })}">${letter}</a></li>`;
  })}</ul></nav>`;
}

/** Suggestions for a search without results. */
function noGames({ snapshot }: PageRequest, query: ListQuery, hidden: number): Html {
  const { filter } = query;
  if (snapshot.ids.length === 0) {
    return html`<p>The catalog is empty. Its operator can fill it with <code>ludex import</code>.</p>`;
  }
  const isFiltered = listPath({ ...query, page: 1 }) !== filterPath({ title: filter.title });
  return html`<div class="notice">
<p>No games found. Try fewer words or other filters. Word order and accents do not matter.</p>
${hiddenKinds(query, hidden)}
<ul>
${isFiltered && filter.title !== '' && html`<li><a href="${filterPath({ title: filter.title })}">Search the whole catalog for “${filter.title}”</a></li>`}
<li><a href="/games">Show all games</a></li>
</ul></div>`;
}

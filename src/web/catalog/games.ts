import { findInitials, type Sort } from '../../catalog/search/browse.ts';
import { findEntry } from '../../catalog/search/entry-index.ts';
import { rankedSearch } from '../../catalog/search/ranked-search.ts';
import { bdi, formatCount } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';
import { FACET_NAMES, FACETS, findFacetValue } from './facets.ts';
import { filterForm } from './filter-form.ts';
import { PAGE_SIZE, pageLinks, readList } from './game-list.ts';
import { gamesInView, viewLinks } from './game-view.ts';
import { filterPath, type ListQuery, listPath, MAX_YEAR, readListQuery, TITLE_LENGTH } from './list-query.ts';
import { searchEntries } from './search-entries.ts';

const SORT_NAMES: Record<Sort, string> = {
  best: 'Best match',
  notable: 'Best known',
  title: 'Title',
  oldest: 'Oldest first',
  newest: 'Newest first',
  changed: 'Recently changed',
  id: 'Catalog number',
};

/** The list of games with filters. */
export async function showGames(request: PageRequest): Promise<HtmlResponse> {
  const query = readListQuery(request.query);
  const list = await readList(request, query);
  const found = query.filter.title === '' ? undefined : rankedSearch(request.snapshot, query.filter.title);
  const isApproximate = list.total > 0 && found?.complete === false;
  const filters = describeFilters(request, query, isApproximate);
  const heading = query.filter.title === '' ? 'Games' : 'Search';
  const isTruncated = Array.from(request.query.get('title') ?? '').length > TITLE_LENGTH;
  return {
    title: filters.text === '' ? 'Games' : `Games ${filters.text}`,
    description: `${formatCount(list.total, 'game')} ${filters.text}`.trim(),
    canonical: listPath(query),
    jsonUrl: list.jsonUrl,
    searchText: query.filter.title,
    body: html`<h1>${heading}</h1>
<p class="lead" role="status"><strong>${formatCount(list.total, 'game')}</strong> ${filters.markup}</p>
${isApproximate && html`<p class="hint">No exact matches. Showing similar titles.</p>`}
${isTruncated && html`<p class="hint">Only the first ${TITLE_LENGTH} characters were used.</p>`}
${query.page === 1 && searchEntries(request, query.filter.title)}
<div class="columns">
<a class="skip-link" href="#games">Skip to games</a>
${filterForm(request, query)}
<section id="games" aria-label="Games" tabindex="-1">
${list.total === 0 ? noGames(request, query) : html`<div class="list-bar">${sortLinks(query)}${viewLinks(request, listPath(query))}</div>${initials(request, query, list.total)}${gamesInView(request, list.games, query.filter.title)}`}
${pageLinks(query.page, list.total, (page) => listPath({ ...query, page }))}
</section>
</div>`,
  };
}

interface Description {
  text: string;
  markup: Html;
}

/** `with “mario” in the title, on NES or SNES, first released in the 1980s`. */
function describeFilters({ snapshot }: PageRequest, { filter }: ListQuery, isApproximate: boolean): Description {
  const parts: Description[] = [];
  const add = (before: string, names: readonly string[], word: string, quotes = ['', '']) => {
    if (names.length === 0) return;
    const [open, close] = quotes;
    const between = (i: number) => (i === 0 ? '' : ` ${word} `);
    parts.push({
      text: `${before} ${names.map((name, i) => between(i) + open + name + close).join('')}`,
      markup: html`${before} ${names.map((name, i) => html`${between(i)}${open}${bdi(name)}${close}`)}`,
    });
  };
  const word = filter.match === 'any' ? 'or' : 'and';
  const titles = filter.title === '' ? [] : [filter.title];
  if (isApproximate) add('similar to', titles, '', ['“', '”']);
  else add('with', titles, '', ['“', '” in the title']);
  const before = { platform: 'on', genre: 'of genre', group: 'in series or theme' };
  for (const facet of FACET_NAMES) {
    const names = filter[facet].map(
      (id) => findFacetValue(snapshot, facet, id)?.name ?? `${FACETS[facet].one.toLowerCase()} ${id} (unknown)`,
    );
    add(before[facet], names, word);
  }
  const nameCompany = (id: number) => findEntry(snapshot.entries, 'company', id)?.name ?? `company ${id} (unknown)`;
  add(filter.role ? `${filter.role} by` : 'by', filter.company.map(nameCompany), word);
  if (filter.years) add('first released', [describeYears(filter.years)], '');
  add(
    'first released in',
    filter.decade.map((decade) => `the ${decade}s`),
    'or',
  );
  return {
    text: parts.map(({ text }) => text).join(', '),
    markup: html`${parts.map(({ markup }, i) => html`${i > 0 && ', '}${markup}`)}`,
  };
}

/** `in 1987`, `from 1987 to 1990`, `since 1987`, `until 1990`. */
function describeYears({ from, to }: { from: number; to: number }): string {
  if (from === to) return `in ${from}`;
  if (to === MAX_YEAR) return `since ${from}`;
  return from === 0 ? `until ${to}` : `from ${from} to ${to}`;
}

function sortLinks(query: ListQuery): Html {
  const all = Object.entries(SORT_NAMES) as [Sort, string][];
  const sorts = all.filter(([sort]) => sort !== 'best' || query.filter.title !== '');
  return html`<nav class="sorts" aria-label="Sort by"><ul>${sorts.map(([sort, name]) => {
    const current = sort === query.sort && html` aria-current="true"`;
    return html`<li><a href="${listPath({ ...query, sort, page: 1 })}" rel="nofollow"${current}>${name}</a></li>`;
  })}</ul></nav>`;
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
function noGames({ snapshot }: PageRequest, { filter }: ListQuery): Html {
  if (snapshot.ids.length === 0) {
    return html`<p>The catalog is empty. Its operator can fill it with <code>ludex import</code>.</p>`;
  }
  const isFiltered =
    FACET_NAMES.some((facet) => filter[facet].length > 0) ||
    filter.company.length + filter.decade.length > 0 ||
    filter.years;
  return html`<div class="notice">
<p>No games found. Try fewer words or other filters. Word order and accents do not matter.</p>
<ul>
${isFiltered && filter.title !== '' && html`<li><a href="${filterPath({ title: filter.title })}">Search the whole catalog for “${filter.title}”</a></li>`}
<li><a href="/games">Show all games</a></li>
</ul></div>`;
}

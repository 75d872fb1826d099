import { findInitials, type Sort } from '../../catalog/search/browse.ts';
import { findByName } from '../../catalog/search/find-by-name.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { HtmlAnswer, PageRequest } from '../kit/page.ts';
import { counted, isolated } from '../kit/words.ts';
import { findReference, KIND, KINDS } from './facets.ts';
import { gameTable } from './game-cards.ts';
import { PAGE_SIZE, pageLinks, readList } from './game-list.ts';
import { choicesForm } from './list-choices.ts';
import { filterPath, type ListQuery, listPath, readListQuery, TITLE_LENGTH } from './list-query.ts';

const SORT_NAMES: Record<Sort, string> = {
  best: 'Best match',
  title: 'Title',
  oldest: 'Oldest first',
  newest: 'Newest first',
  changed: 'Recently changed',
  id: 'Order of entry',
};

/** The list of games, with all that it can be narrowed by. */
export async function showGames(request: PageRequest): Promise<HtmlAnswer> {
  const query = readListQuery(request.query);
  const list = await readList(request, query);
  const found = query.filter.title === '' ? undefined : findByName(request.snapshot, query.filter.title);
  const near = list.total > 0 && found?.complete === false;
  const said = describe(request, query, near);
  const heading = query.filter.title === '' ? 'Games' : 'Search';
  const cut = Array.from(request.query.get('title') ?? '').length > TITLE_LENGTH;
  return {
    title: said.text === '' ? 'Games' : `Games ${said.text}`,
    description: `${counted(list.total, 'game')} ${said.text}`.trim(),
    canonical: listPath(query),
    jsonUrl: list.jsonUrl,
    searched: query.filter.title,
    body: html`<h1>${heading}</h1>
<p class="lead" role="status"><strong>${counted(list.total, 'game')}</strong> ${said.markup}</p>
${near && html`<p class="hint">No game has all of that in its titles. These come near.</p>`}
${found?.cut && html`<p class="hint">Very many games match. Only some of them are listed: add a word to narrow the search.</p>`}
${cut && html`<p class="hint">Only the first ${TITLE_LENGTH} characters were searched for.</p>`}
<div class="columns">
<a class="skip" href="#games">Skip to the games</a>
${choicesForm(request, query)}
<section id="games" aria-label="Games" tabindex="-1">
${list.total === 0 ? noGames(request, query) : html`${sortLinks(query)}${initials(request, query, list.total)}${gameTable(list.games, query.filter.title)}`}
${pageLinks(query.page, list.total, (page) => listPath({ ...query, page }))}
</section>
</div>`,
  };
}

interface Said {
  text: string;
  markup: Html;
}

/** What was asked for, in words: `with “mario” in a title, on NES or SNES, first released in the 1980s`. */
function describe({ snapshot }: PageRequest, { filter }: ListQuery, near: boolean): Said {
  const parts: Said[] = [];
  const add = (before: string, names: readonly string[], word: string, quotes = ['', '']) => {
    if (names.length === 0) return;
    const [open, close] = quotes;
    const between = (i: number) => (i === 0 ? '' : ` ${word} `);
    parts.push({
      text: `${before} ${names.map((name, i) => between(i) + open + name + close).join('')}`,
      markup: html`${before} ${names.map((name, i) => html`${between(i)}${open}${isolated(name)}${close}`)}`,
    });
  };
  const word = filter.match === 'any' ? 'or' : 'and';
  const typed = filter.title === '' ? [] : [filter.title];
  if (near) add('near', typed, '', ['“', '”']);
  else add('with', typed, '', ['“', '” in a title']);
  const before = { platform: 'on', genre: 'of the genre', group: 'in the group' };
  for (const kind of KINDS) {
    const names = filter[kind].map(
      (id) => findReference(snapshot, kind, id)?.name ?? `${KIND[kind].one.toLowerCase()} ${id} (unknown)`,
    );
    add(before[kind], names, word);
  }
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

function sortLinks(query: ListQuery): Html {
  const all = Object.entries(SORT_NAMES) as [Sort, string][];
  const sorts = all.filter(([sort]) => sort !== 'best' || query.filter.title !== '');
  return html`<nav class="sorts" aria-label="Order"><ul>${sorts.map(([sort, name]) => {
    const here = sort === query.sort && html` aria-current="true"`;
    return html`<li><a href="${listPath({ ...query, sort, page: 1 })}" rel="nofollow"${here}>${name}</a></li>`;
  })}</ul></nav>`;
}

/** Into the middle of a long list by title. */
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

/** Nothing was found: what could be asked instead. */
function noGames({ snapshot }: PageRequest, { filter }: ListQuery): Html {
  if (snapshot.ids.length === 0) {
    return html`<p>The catalog is still empty. Whoever runs it can fill it with <code>ludex import</code>.</p>`;
  }
  const narrowed = KINDS.some((kind) => filter[kind].length > 0) || filter.decade.length > 0;
  return html`<div class="notice">
<p>No game has all of this. Words of any title of a game are found, in any order, with or without accents; fewer words find more.</p>
<ul>
${narrowed && filter.title !== '' && html`<li><a href="${filterPath({ title: filter.title })}">Search the whole catalog for “${filter.title}”</a></li>`}
<li><a href="/games">All games</a></li>
</ul></div>`;
}

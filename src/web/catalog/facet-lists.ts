import { countChoices } from '../../catalog/search/browse.ts';
import { AppError } from '../../errors.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { HtmlAnswer, PageRequest } from '../kit/page.ts';
import { counted, grouped, isolated } from '../kit/words.ts';
import { facetOf, KIND, type Kind, listReferences, type Reference } from './facets.ts';
import { referenceLink } from './game-cards.ts';
import { pageLinks } from './game-list.ts';
import { readPage } from './list-query.ts';

type Counted = Reference & { count: number };

const GROUPS_PAGE = 100;
const NAME_LENGTH = 128;

export function showPlatforms(request: PageRequest): HtmlAnswer {
  const platforms = listCounted(request, 'platform').toSorted(byName);
  return wholeList('platform', platforms, columns(platforms, 'platform'));
}

/** Each category under a heading of its own. */
export function showGenres(request: PageRequest): HtmlAnswer {
  const genres = listCounted(request, 'genre');
  const categories = Map.groupBy(genres, ({ category }) => category);
  const body = Array.from(
    categories,
    ([category, list]) => html`<section><h2>${isolated(category)}</h2>${columns(list, 'genre')}</section>`,
  );
  return wholeList('genre', genres, html`${body}`);
}

/** The largest first; there may be thousands, so they have pages and can be looked for by name. */
export function showGroups(request: PageRequest): HtmlAnswer {
  const page = readPage(request.query);
  const name = (request.query.get('name') ?? '').trim().slice(0, NAME_LENGTH);
  const all = listCounted(request, 'group');
  const found = all
    .filter((group) => group.name.toLowerCase().includes(name.toLowerCase()))
    .toSorted((a, b) => b.count - a.count || byName(a, b));
  const offset = (page - 1) * GROUPS_PAGE;
  if (offset > 0 && offset >= found.length) throw new AppError('notFound', 'The list has fewer pages than that.');
  const pathOf = (at: number) => groupsPath(name, at);
  return {
    title: 'Groups',
    description: `${counted(all.length, 'group')} of games: series, themes and kin.`,
    canonical: pathOf(page),
    jsonUrl: `/v1/groups?limit=${GROUPS_PAGE}${page > 1 ? `&offset=${offset}` : ''}`,
    body: html`<h1>Groups</h1>
<p class="lead">${counted(found.length, 'group')} ${name !== '' && html`with “${isolated(name)}” in the name`}</p>
<form class="search" action="/groups"><label class="unseen" for="name">Name of a group</label>
<input id="name" type="search" name="name" value="${name}" maxlength="${NAME_LENGTH}" placeholder="Name of a group"><button>Find</button></form>
${found.length === 0 && html`<p>No group is called that.</p>`}
${columns(found.slice(offset, offset + GROUPS_PAGE), 'group')}
${pageLinks(page, found.length, pathOf, GROUPS_PAGE)}`,
  };
}

function wholeList(kind: Kind, list: readonly Reference[], body: Html): HtmlAnswer {
  const { path, one, many } = KIND[kind];
  const size = counted(list.length, one.toLowerCase(), many.toLowerCase());
  return {
    title: many,
    description: `${size} in the catalog, with how many games each has.`,
    canonical: path,
    jsonUrl: `/v1${path}`,
    body: html`<h1>${many}</h1>
<p class="lead">${size}</p>
${body}`,
  };
}

function listCounted({ snapshot }: PageRequest, kind: Kind): Counted[] {
  const choices = countChoices(facetOf(snapshot, kind), undefined, snapshot.ids.length);
  const counts = new Map(choices.map(({ id, count }) => [id, count]));
  return listReferences(snapshot, kind).map((reference) => ({ ...reference, count: counts.get(reference.id) ?? 0 }));
}

/** Names with their counts, in as many columns as fit. */
function columns(list: readonly Counted[], kind: Kind): Html {
  if (list.length === 0) return nothing;
  return html`<ul class="names">${list.map(
    ({ id, name, count }) =>
      html`<li>${referenceLink(kind, id, name)} <span class="count">${grouped(count)}</span></li>`,
  )}</ul>`;
}

function groupsPath(name: string, page: number): string {
  const search = new URLSearchParams();
  if (name !== '') search.set('name', name);
  if (page > 1) search.set('page', String(page));
  return search.size === 0 ? '/groups' : `/groups?${search}`;
}

function byName(a: Reference, b: Reference): number {
  return NAMES.compare(a.name, b.name);
}

const NAMES = new Intl.Collator('en', { numeric: true });

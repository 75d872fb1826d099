import { AppError } from '../../errors.ts';
import { GROUP_KINDS, type GroupKind } from '../../vocabulary/group-kinds.ts';
import { bdi, formatCount, formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';
import { byCount, type CountedValue, columns, isNamed, listCounted } from './counted-values.ts';
import { GROUP_KIND_NAMES } from './facets.ts';
import { pageLinks } from './game-list.ts';
import { readPage } from './list-query.ts';
import { nameSearch, readName } from './name-search.ts';

interface GroupQuery {
  kind: GroupKind;
  name: string;
  /** From 1. */
  page: number;
}

const PAGE_SIZE = 100;
const TITLE = 'Series and themes';

/** The groups of one kind, the largest first. There may be thousands, so the list has pages and a search box. */
export function showGroups(request: PageRequest): HtmlResponse {
  const query = readQuery(request.query);
  const { kind, name, page } = query;
  const named = listCounted(request, 'group').filter((group) => isNamed(group, name));
  const found = named.filter((group) => isOfKind(group, kind)).toSorted(byCount);
  const offset = (page - 1) * PAGE_SIZE;
  if (offset > 0 && offset >= found.length) throw new AppError('notFound', 'The list has fewer pages.');
  const size = formatCount(found.length, ...KIND_WORDS[kind]);
  return {
    title: kind === 'series' ? TITLE : GROUP_KIND_NAMES[kind],
    description: `${size} in the catalog, with their number of games.`,
    canonical: groupsPath(query),
    jsonUrl: `/v1/groups?limit=${PAGE_SIZE}${page > 1 ? `&offset=${offset}` : ''}`,
    body: html`<h1>${TITLE}</h1>
<p class="lead">${size} ${name !== '' && html`with “${bdi(name)}” in the name`}</p>
${nameSearch('/groups', 'Search series and themes', name, kind === 'series' ? {} : { kind })}
${kindLinks(named, query)}
${found.length === 0 ? html`<p>None found.</p>` : columns(found.slice(offset, offset + PAGE_SIZE), 'group')}
${pageLinks(page, found.length, (number) => groupsPath({ ...query, page: number }), PAGE_SIZE)}`,
  };
}

const KIND_WORDS: Record<GroupKind, [one: string, many: string]> = {
  series: ['series', 'series'],
  theme: ['theme', 'themes'],
  status: ['status', 'statuses'],
};

function readQuery(query: URLSearchParams): GroupQuery {
  const kind = GROUP_KINDS.find((one) => one === query.get('kind')) ?? 'series';
  return { kind, name: readName(query), page: readPage(query) };
}

function isOfKind({ category }: CountedValue, kind: GroupKind): boolean {
  return category === GROUP_KIND_NAMES[kind];
}

/** Tabs with the number of groups that have the name, unless all are series. */
function kindLinks(named: readonly CountedValue[], query: GroupQuery): Html {
  if (query.kind === 'series' && named.every((group) => isOfKind(group, 'series'))) return nothing;
  return html`<nav class="tabs" aria-label="Kind"><ul>${GROUP_KINDS.map((kind) => {
    const isCurrent = kind === query.kind && html` aria-current="page"`;
    const count = named.filter((group) => isOfKind(group, kind)).length;
    return html`<li><a href="${groupsPath({ ...query, kind, page: 1 })}"${isCurrent}>${GROUP_KIND_NAMES[kind]} <span class="count">${formatNumber(count)}</span></a></li>`;
  })}</ul></nav>`;
}

function groupsPath({ kind, name, page }: GroupQuery): string {
  const search = new URLSearchParams();
  if (kind !== 'series') search.set('kind', kind);
  if (name !== '') search.set('name', name);
  if (page > 1) search.set('page', String(page));
  return search.size === 0 ? '/groups' : `/groups?${search}`;
}

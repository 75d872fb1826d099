import { countFacetValues, sumByDecade } from '../../catalog/search/browse.ts';
import { positionsOf } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import { bdi, formatCount, formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { Page, PageRequest, PageResponse } from '../kit/page.ts';
import { FACET_NAMES, FACETS, type FacetName, type FacetValue, facetPath, findFacetValue } from './facets.ts';
import { pageLinks, readList } from './game-list.ts';
import { gameView } from './game-view.ts';
import { completeFilter, filterPath, readPage } from './list-query.ts';

const MAX_LINKS = 8;
/** With fewer games than this, links that narrow the list are not useful. */
const MIN_GAMES_TO_NARROW = 5;
/** Headings for other values of the same facet. */
const ALSO: Record<FacetName, string> = { platform: 'Also on', genre: 'Also', group: 'Also in' };

/** The page of one platform, genre or group with its games. */
export function showFacetPage(facet: FacetName): Page['handle'] {
  return async (request) => {
    const value = readFacetValue(request, facet);
    const own = facetPath(facet, value.id, value.name);
    if (`${FACETS[facet].path}/${request.path.id}/${encodeURIComponent(request.path.slug ?? '')}` !== own) {
      return { status: 301, location: own };
    }
    return facetPage(request, facet, value, own);
  };
}

async function facetPage(
  request: PageRequest,
  facet: FacetName,
  { id, name, description, category }: FacetValue,
  own: string,
): Promise<PageResponse> {
  const query = { filter: completeFilter({ [facet]: [id] }), sort: 'oldest' as const, page: readPage(request.query) };
  const list = await readList(request, query);
  const pathOf = (page: number) => (page > 1 ? `${own}?page=${page}` : own);
  return {
    title: name,
    description: description ?? `${formatCount(list.total, 'game')}: ${name}, ${FACETS[facet].one.toLowerCase()}.`,
    canonical: pathOf(query.page),
    jsonUrl: list.jsonUrl,
    body: html`<p class="eyebrow"><a href="${FACETS[facet].path}">${FACETS[facet].many}</a>${category && html` · ${bdi(category)}`}</p>
<h1>${bdi(name)}</h1>
<p class="lead"><strong>${formatCount(list.total, 'game')}</strong>${
      list.total > 1 && html` by first release · <a href="${filterPath({ [facet]: [id] })}">Filter and sort</a>`
    }</p>
${description && html`<p class="prose" dir="auto">${description}</p>`}
${query.page === 1 && relatedLinks(request, facet, id)}
${list.total === 0 ? html`<p>No games yet.</p>` : gameView(request, list.games, pathOf(query.page))}
${pageLinks(query.page, list.total, pathOf)}`,
  };
}

function readFacetValue({ snapshot, path }: PageRequest, facet: FacetName): FacetValue {
  const value = /^\d{1,9}$/.test(path.id ?? '') ? findFacetValue(snapshot, facet, Number(path.id)) : undefined;
  if (!value) throw new AppError('notFound', `There is no such ${FACETS[facet].one.toLowerCase()}.`);
  return value;
}

/** Links that narrow the list by decade, platform, genre and group. */
function relatedLinks({ snapshot }: PageRequest, facet: FacetName, id: number): Html {
  const matches = positionsOf(snapshot[facet], id);
  if (matches.length < MIN_GAMES_TO_NARROW) return nothing;
  const size = snapshot.ids.length;
  const rows = FACET_NAMES.map((other) => {
    const choices = countFacetValues(snapshot[other], matches, size)
      .filter((choice) => other !== facet || choice.id !== id)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MAX_LINKS);
    const links = choices.map((choice) => {
      const filter = { ...completeFilter({ [facet]: [id] }), [other]: other === facet ? [id, choice.id] : [choice.id] };
      return countedLink(
        filterPath(filter),
        findFacetValue(snapshot, other, choice.id)?.name ?? String(choice.id),
        choice.count,
      );
    });
    return row(other === facet ? ALSO[facet] : FACETS[other].many, links);
  });
  const decades = sumByDecade(countFacetValues(snapshot.year, matches, size)).map((decade) =>
    countedLink(filterPath({ [facet]: [id], decade: [decade.id] }), `${decade.id}s`, decade.count),
  );
  return html`<dl class="related">${row('Decades', decades)}${rows}</dl>`;
}

function row(name: string, links: readonly Html[]): Html {
  return links.length === 0 ? nothing : html`<div><dt>${name}</dt><dd><ul>${links}</ul></dd></div>`;
}

function countedLink(path: string, name: string, count: number): Html {
  return html`<li><a href="${path}">${bdi(name)}</a> <span class="count">${formatNumber(count)}</span></li>`;
}

import { AppError } from '../../errors.ts';
import { groupKind } from '../../vocabulary/group-kinds.ts';
import { formatCount } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import type { HtmlResponse, Page, PageRequest } from '../kit/page.ts';
import { facetHeading } from './facet-heading.ts';
import { FACETS, type FacetName, type FacetValue, facetPath, findFacetValue } from './facets.ts';
import { findGameSet, gamesPerYear, notableGames, notableJsonUrl, type TopListName, topLists } from './game-set.ts';
import { platformFacts } from './platform-facts.ts';
import { seriesPage } from './series-page.ts';

/** What narrows the list of a platform, genre or group. */
const TOP_LISTS: Record<FacetName, readonly TopListName[]> = {
  platform: ['published', 'developed', 'genre', 'group', 'platform'],
  genre: ['platform', 'genre', 'group', 'published', 'developed'],
  group: ['platform', 'genre', 'published', 'developed', 'group'],
};

/** The page of one platform, genre or group. */
export function showFacetPage(facet: FacetName): Page['handle'] {
  return async (request) => {
    const value = readFacetValue(request, facet);
    const own = facetPath(facet, value.id, value.name);
    if (`${FACETS[facet].path}/${request.path.id}/${encodeURIComponent(request.path.slug ?? '')}` !== own) {
      return { status: 301, location: own };
    }
    const isSeries = facet === 'group' && groupKind(value.name) === 'series';
    return isSeries ? seriesPage(request, value, own) : facetPage(request, facet, value, own);
  };
}

async function facetPage(
  request: PageRequest,
  facet: FacetName,
  value: FacetValue,
  canonical: string,
): Promise<HtmlResponse> {
  const set = findGameSet(request.snapshot, { [facet]: [value.id] });
  const size = formatCount(set.positions.length, 'game');
  return {
    title: value.name,
    description: value.description ?? `${size}: ${value.name}, ${FACETS[facet].one.toLowerCase()}.`,
    canonical,
    jsonUrl: notableJsonUrl(request.snapshot, set),
    body: html`${facetHeading(facet, value)}
<p class="lead"><strong>${size}</strong></p>
${facet === 'platform' ? platformFacts(request, value.id) : value.description && html`<p class="prose" dir="auto">${value.description}</p>`}
${gamesPerYear(request, set)}
${await notableGames(request, set)}
${topLists(request, set, TOP_LISTS[facet])}`,
  };
}

function readFacetValue({ snapshot, path }: PageRequest, facet: FacetName): FacetValue {
  const value = /^\d{1,9}$/.test(path.id ?? '') ? findFacetValue(snapshot, facet, Number(path.id)) : undefined;
  if (!value) throw new AppError('notFound', `There is no such ${FACETS[facet].one.toLowerCase()}.`);
  return value;
}

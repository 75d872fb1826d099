import { bdi } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';
import { FACETS, type FacetName, type FacetValue } from './facets.ts';

/** The way back to the list, and the name. */
export function facetHeading(facet: FacetName, { name, category }: FacetValue): Html {
  return html`<p class="eyebrow"><a href="${FACETS[facet].path}">${FACETS[facet].many}</a>${category !== '' && html` · ${bdi(category)}`}</p>
<h1>${bdi(name)}</h1>`;
}

import {
  type BrowseFilter,
  countFacetValues,
  type FacetCount,
  matchBrowseFilter,
  sumByDecade,
} from '../../catalog/search/browse.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { bdi, formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';
import { FACET_NAMES, FACETS, type FacetName, findFacetValue } from './facets.ts';
import { defaultSort, filterParameters, type ListQuery } from './list-query.ts';

/** Options of a facet besides the selected ones. The facet's own page lists all. */
const MAX_OPTIONS = 12;

/** Filters with the number of games for each option. The form works without JavaScript. */
export function filterForm({ snapshot }: PageRequest, { filter, sort }: ListQuery): Html {
  const isMultiple = FACET_NAMES.some((facet) => filter[facet].length > 1);
  const matches = matchBrowseFilter(snapshot, filter);
  const parameters = filterParameters(filter);
  const facets = FACET_NAMES.map((facet) => facetOptions(snapshot, facet, filter, matches));
  return html`<details class="filters"><summary>Filters</summary>
<form action="/games">
<label for="filter-title">Title</label>
<input id="filter-title" type="search" name="title" value="${filter.title}" maxlength="128">
${facets}
${decadeOptions(snapshot, filter, matches)}
${
  facets.some((options) => options !== nothing) &&
  html`<fieldset><legend>Match</legend>
${matchOption('all', 'All selected', filter.match === 'all')}
${matchOption('any', 'Any selected', filter.match === 'any')}
${!isMultiple && html`<p class="hint">Applies if you select more than one.</p>`}
</fieldset>`
}
${filter.company.map((id) => html`<input type="hidden" name="company" value="${id}">`)}
${['role', 'year_from', 'year_to'].map((name) => hiddenField(name, parameters.get(name)))}
${sort !== defaultSort(filter.title) && html`<input type="hidden" name="sort" value="${sort}">`}
<button>Apply</button> <a href="/games">Clear</a>
</form>
</details>`;
}

function hiddenField(name: string, value: string | null): Html {
  return value === null ? nothing : html`<input type="hidden" name="${name}" value="${value}">`;
}

type Positions = Uint32Array | undefined;

function facetOptions(snapshot: Snapshot, facet: FacetName, filter: BrowseFilter, matches: Positions): Html {
  const selected = filter[facet];
  // With `any`, another option adds games, so it is counted among the games that the other filters match.
  const addsGames = filter.match === 'any' && selected.length > 0;
  const base = addsGames ? matchBrowseFilter(snapshot, { ...filter, [facet]: [] }) : matches;
  const choices = countFacetValues(snapshot[facet], base, snapshot.ids.length);
  const counts = new Map(choices.map(({ id, count }) => [id, count]));
  const largest = choices
    .filter(({ id }) => !selected.includes(id))
    .toSorted((a, b) => b.count - a.count || a.id - b.id)
    .slice(0, MAX_OPTIONS);
  const shown = [...selected.map((id) => ({ id, count: counts.get(id) ?? 0 })), ...largest];
  if (shown.length === 0) return nothing;
  return html`<fieldset><legend>${FACETS[facet].one}</legend>
${shown.map((choice) => {
  const name = findFacetValue(snapshot, facet, choice.id)?.name ?? `Unknown (${choice.id})`;
  return option(facet, choice, name, selected.includes(choice.id));
})}
<p class="hint"><a href="${FACETS[facet].path}">All ${FACETS[facet].many.toLowerCase()}</a></p>
</fieldset>`;
}

function decadeOptions(snapshot: Snapshot, filter: BrowseFilter, matches: Positions): Html {
  const base = filter.decade.length > 0 ? matchBrowseFilter(snapshot, { ...filter, decade: [] }) : matches;
  const decades = sumByDecade(countFacetValues(snapshot.year, base, snapshot.ids.length));
  const missing: FacetCount[] = filter.decade
    .filter((id) => !decades.some((decade) => decade.id === id))
    .map((id) => ({ id, count: 0 }));
  if (decades.length + missing.length === 0) return nothing;
  return html`<fieldset><legend>First release</legend>
${[...decades, ...missing].map((decade) =>
  option('decade', decade, `${decade.id}s`, filter.decade.includes(decade.id)),
)}
</fieldset>`;
}

function option(name: string, { id, count }: FacetCount, label: string, isSelected: boolean): Html {
  return html`<label class="filter-option"><input type="checkbox" name="${name}" value="${id}"${isSelected && html` checked`}>
<span>${bdi(label)}</span> <span class="count">${formatNumber(count)}</span></label>`;
}

function matchOption(value: string, label: string, isSelected: boolean): Html {
  return html`<label class="filter-option"><input type="radio" name="match" value="${value}"${isSelected && html` checked`}>
<span>${label}</span></label>`;
}

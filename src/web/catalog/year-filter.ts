import type { BrowseFilter, FacetCount } from '../../catalog/search/browse.ts';
import { bdi, formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { FilterCounts } from './filter-counts.ts';
import { knownHint } from './filter-options.ts';
import { MAX_YEAR, readYear } from './list-query.ts';

/** A wrong year in the data must not squeeze all others. */
const MAX_BARS = 80;
const HEIGHT = 40;

/** The years of the first release, from and to, below the number of games of each year. */
export function yearRange({ years }: BrowseFilter, counts: FilterCounts): Html {
  const byYear = counts.facet('year');
  if (byYear.length === 0 && !years) return nothing;
  const from = years && years.from > 0 ? years.from : '';
  const to = years && years.to < MAX_YEAR ? years.to : '';
  const bounds = [byYear[0]?.id ?? '', byYear.at(-1)?.id ?? ''] as const;
  return html`<fieldset><legend>First release</legend>${knownHint([counts.known('year'), counts.total])}
${histogram(byYear, years)}
<div class="year-fields">${yearField('from', 'From', from, bounds[0])}${yearField('to', 'To', to, bounds[1])}</div>
</fieldset>`;
}

function yearField(name: string, label: string, value: number | string, hint: number | string): Html {
  return html`<label for="filter-year-${name}">${label} <input id="filter-year-${name}" name="year_${name}" value="${value}" placeholder="${hint}" inputmode="numeric" pattern="[0-9]{2}|[1-9][0-9]{3}" maxlength="4" autocomplete="off" title="A year, such as 1987"></label>`;
}

/** Browsers refuse such a year in the field; this is for addresses that were written by hand. */
export function unknownYear(query: URLSearchParams): Html {
  const typed = ['year_from', 'year_to'].flatMap((name) => query.getAll(name));
  const wrong = typed.find((text) => text !== '' && readYear(text) === undefined);
  return wrong === undefined ? nothing : html`<p class="hint">“${bdi(wrong)}” is not a year, such as 1987.</p>`;
}

function histogram(byYear: readonly FacetCount[], years: BrowseFilter['years']): Html {
  const last = byYear.at(-1)?.id ?? 0;
  const shown = byYear.filter(({ id }) => id > last - MAX_BARS);
  const [first] = shown;
  if (!first || shown.length < 2) return nothing;
  const most = shown.reduce((a, b) => (b.count > a.count ? b : a));
  const isChosen = (year: number) => !years || (year >= years.from && year <= years.to);
  const label = `Games by year, ${first.id} to ${last}. Most in ${most.id}: ${formatNumber(most.count)}.`;
  return html`<svg class="histogram" viewBox="0 0 ${last - first.id + 1} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${shown.map(
    ({ id, count }) => {
      const height = Math.max(1, Math.round((count / most.count) * HEIGHT));
      return html`<rect x="${id - first.id}" y="${HEIGHT - height}" width="0.8" height="${height}"${!isChosen(id) && html` class="other"`}><title>${id}: ${formatNumber(count)}</title></rect>`;
    },
  )}</svg>`;
}

import type { BrowseFilter } from '../../../catalog/search/browse.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { bdi, capitalize } from '../../kit/format.ts';
import { type Html, html, nothing } from '../../kit/html.ts';
import { FACET_NAMES, FACETS, findFacetValue } from '../facets/facets.ts';
import { describePlayers, nameCompany } from './filter-form.ts';
import { type ListQuery, listPath, MAX_YEAR, readListQuery } from './list-query.ts';

/** A chosen value of a filter. */
interface ChosenValue {
  /** What it is, such as `platform`. */
  name: string;
  label: string;
  /** In the address of the list. */
  parameters: readonly (readonly [name: string, value?: string])[];
}

const HAS_LABELS = { cover: 'Has a cover', screenshot: 'Has screenshots', description: 'Has a description' };

function listChosen(snapshot: Snapshot, filter: BrowseFilter): ChosenValue[] {
  const { title, company, role, country = [], external_id = [], has = [], years, players, cooperative } = filter;
  const facets = FACET_NAMES.flatMap((facet) => {
    const name = FACETS[facet].one.toLowerCase();
    const labelOf = (id: number) => findFacetValue(snapshot, facet, id)?.name ?? `${name} ${id} (unknown)`;
    return filter[facet].map((id) => ({ name, label: labelOf(id), parameters: [[facet, String(id)]] as const }));
  });
  return [
    ...(title === '' ? [] : [{ name: 'title', label: `“${title}”`, parameters: [['title']] as const }]),
    ...facets,
    ...company.map((id) => {
      const label = `${role ? `${capitalize(role)} by ` : ''}${nameCompany(snapshot, id)}`;
      return { name: 'company', label, parameters: [['company', String(id)]] as const };
    }),
    ...(years
      ? [{ name: 'first release', label: describeYears(years), parameters: [['year_from'], ['year_to']] as const }]
      : []),
    ...(players ? [{ name: 'players', label: describePlayers(players), parameters: [['players']] as const }] : []),
    ...(cooperative ? [{ name: 'players', label: 'Cooperative', parameters: [['cooperative']] as const }] : []),
    ...country.map((label) => ({ name: 'country', label, parameters: [['country', label]] as const })),
    ...external_id.map((label) => ({ name: 'id', label, parameters: [['external_id', label]] as const })),
    ...has.map((flag) => ({
      name: 'condition',
      label: HAS_LABELS[flag as keyof typeof HAS_LABELS],
      parameters: [['has', flag]] as const,
    })),
  ];
}

/** `NES, SNES, In the 1980s`. */
export function describeFilters(snapshot: Snapshot, { filter }: ListQuery): string {
  return listChosen(snapshot, filter)
    .map(({ label }) => label)
    .join(', ');
}

function describeYears({ from, to }: { from: number; to: number }): string {
  if (from === to) return `In ${from}`;
  if (from > 0 && from % 10 === 0 && to === from + 9) return `In the ${from}s`;
  if (to === MAX_YEAR) return `Since ${from}`;
  return from === 0 ? `Until ${to}` : `From ${from} to ${to}`;
}

/** The chosen filters, each with a link that removes it. */
export function filterChips(snapshot: Snapshot, query: ListQuery): Html {
  const chips = listChosen(snapshot, query.filter).map(
    ({ name, label, parameters }) =>
      html`<li><a class="chip" href="${pathWithout(query, parameters)}" rel="nofollow"><span class="visually-hidden">Remove ${name}: </span>${bdi(label)} <span aria-hidden="true">×</span></a></li>`,
  );
  if (chips.length === 0) return nothing;
  return html`<ul class="chips" aria-label="Chosen filters">${chips}${chips.length > 1 && html`<li><a href="/games">Clear all</a></li>`}</ul>`;
}

function pathWithout(query: ListQuery, parameters: ChosenValue['parameters']): string {
  const [, search] = listPath({ ...query, page: 1 }).split('?');
  const others = new URLSearchParams(search);
  for (const [name, value] of parameters) others.delete(name, value);
  return listPath(readListQuery(others));
}

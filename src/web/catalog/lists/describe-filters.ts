import type { BrowseFilter } from '../../../catalog/search/browse.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { bdi, capitalize } from '../../kit/format.ts';
import { type Html, html, joined, nothing } from '../../kit/html.ts';
import { FACET_NAMES, FACETS, findFacetValue } from '../facets/facets.ts';
import { describePlayers, nameCompany } from './filter-form.ts';
import { type ListQuery, listPath, MAX_YEAR, readListQuery } from './list-query.ts';

/** A filter that has values: its part of the sentence about the list, and the links that remove values. */
interface ChosenFilter {
  /** What a value is, such as `platform`. */
  name: string;
  before: string;
  after?: string;
  values: readonly ChosenValue[];
}

interface ChosenValue {
  text: string;
  /** On the link that removes it, if that is not the text. */
  label?: string;
  /** In the address of the list. */
  parameters: readonly (readonly [name: string, value?: string])[];
}

const FACET_WORDS = { platform: 'on', genre: 'of genre', group: 'in series or theme' };
const HAS_NAMES: Record<string, string> = { cover: 'a cover', screenshot: 'screenshots', description: 'a description' };

function listChosen(snapshot: Snapshot, filter: BrowseFilter, isApproximate = false): ChosenFilter[] {
  const { title, company, role, country = [], has = [], years, players, cooperative } = filter;
  const list = <T>(name: string, values: readonly T[], textOf: (value: T) => string) =>
    values.map((value): ChosenValue => ({ text: textOf(value), parameters: [[name, String(value)]] }));
  const one = (text: string, ...names: string[]): ChosenValue[] => [
    { text, label: capitalize(text), parameters: names.map((name) => [name]) },
  ];
  const chosen: ChosenFilter[] = [
    {
      name: 'title',
      before: isApproximate ? 'similar to' : 'with',
      after: isApproximate ? '' : ' in the title',
      values: title === '' ? [] : one(`“${title}”`, 'title'),
    },
    ...FACET_NAMES.map((facet) => {
      const name = FACETS[facet].one.toLowerCase();
      const nameOf = (id: number) => findFacetValue(snapshot, facet, id)?.name ?? `${name} ${id} (unknown)`;
      return { name, before: FACET_WORDS[facet], values: list(facet, filter[facet], nameOf) };
    }),
    {
      name: role ? `${role} by` : 'company',
      before: role ? `${role} by` : 'by',
      values: list('company', company, (id) => nameCompany(snapshot, id)),
    },
    {
      name: 'first release',
      before: 'first released',
      values: years ? one(describeYears(years), 'year_from', 'year_to') : [],
    },
    { name: 'players', before: 'for', values: players ? one(describePlayers(players), 'players') : [] },
    {
      name: 'players',
      before: 'played',
      values: cooperative ? [{ ...one('cooperatively', 'cooperative')[0], label: 'Cooperative' } as ChosenValue] : [],
    },
    { name: 'country', before: 'released in', values: list('country', country, String) },
    ...has.map((flag) => {
      const text = HAS_NAMES[flag] as string;
      return {
        name: 'condition',
        before: 'with',
        values: [{ text, label: `Has ${text}`, parameters: [['has', flag]] as const }],
      };
    }),
  ];
  return chosen.filter(({ values }) => values.length > 0);
}

/** `with “mario” in the title, on NES or SNES, first released in the 1980s`. */
export function describeFilters(
  snapshot: Snapshot,
  { filter }: ListQuery,
  isApproximate: boolean,
): { text: string; markup: Html } {
  const word = filter.match === 'any' ? ' or ' : ' and ';
  const parts = listChosen(snapshot, filter, isApproximate).map(({ before, after = '', values }) => ({
    text: `${before} ${values.map(({ text }) => text).join(word)}${after}`,
    markup: html`${before} ${joined(
      values.map(({ text }) => bdi(text)),
      word,
    )}${after}`,
  }));
  return { text: parts.map(({ text }) => text).join(', '), markup: joined(parts.map(({ markup }) => markup)) };
}

/** `in 1987`, `in the 1980s`, `from 1987 to 1990`, `since 1987`, `until 1990`. */
function describeYears({ from, to }: { from: number; to: number }): string {
  if (from === to) return `in ${from}`;
  if (from > 0 && from % 10 === 0 && to === from + 9) return `in the ${from}s`;
  if (to === MAX_YEAR) return `since ${from}`;
  return from === 0 ? `until ${to}` : `from ${from} to ${to}`;
}

/** The chosen filters, each with a link that removes it. */
export function filterChips(snapshot: Snapshot, query: ListQuery): Html {
  const chips = listChosen(snapshot, query.filter).flatMap(({ name, values }) =>
    values.map(
      ({ text, label = text, parameters }) =>
        html`<li><a class="chip" href="${pathWithout(query, parameters)}" rel="nofollow"><span class="visually-hidden">Remove ${name}: </span>${bdi(label)} <span aria-hidden="true">×</span></a></li>`,
    ),
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

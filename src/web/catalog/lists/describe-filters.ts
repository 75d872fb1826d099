import type { BrowseFilter } from '../../../catalog/search/browse.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { bdi, capitalize, formatList } from '../../kit/format.ts';
import { type Html, html, joined, nothing } from '../../kit/html.ts';
import { FACET_NAMES, FACETS, findFacetValue } from '../facets/facets.ts';
import { describePlayers, nameCompany } from './filter-form.ts';
import { type ListQuery, listPath, MAX_YEAR } from './list-query.ts';

/** A filter that has values: its part of the sentence about the list, and the links that remove values. */
interface ChosenFilter {
  /** What a value is, such as `platform`. */
  name: string;
  before: string;
  values: readonly ChosenValue[];
  quotes?: readonly [open: string, close: string];
  /** In place of the texts of the values. */
  text?: string;
}

interface ChosenValue {
  text: string;
  /** On the link that removes it, if that is not the text. */
  label?: string;
  /** The filter without this value. */
  without: BrowseFilter;
}

const FACET_WORDS = { platform: 'on', genre: 'of genre', group: 'in series or theme' };
const HAS_NAMES: Record<string, string> = { cover: 'a cover', screenshot: 'screenshots', description: 'a description' };

function listChosen(snapshot: Snapshot, filter: BrowseFilter, isApproximate = false): ChosenFilter[] {
  const { years, ...withoutYears } = filter;
  const { players, ...withoutPlayers } = filter;
  const { cooperative, ...withoutCooperative } = filter;
  const { title, company, role, country = [], has = [] } = filter;
  const remove = <T>(list: readonly T[], value: T) => list.filter((other) => other !== value);
  const one = (text: string, without: BrowseFilter) => [{ text, label: capitalize(text), without }];
  const chosen: ChosenFilter[] = [
    {
      name: 'title',
      before: isApproximate ? 'similar to' : 'with',
      quotes: isApproximate ? ['“', '”'] : ['“', '” in the title'],
      values: title === '' ? [] : [{ text: title, label: `“${title}”`, without: { ...filter, title: '' } }],
    },
    ...FACET_NAMES.map((facet) => ({
      name: FACETS[facet].one.toLowerCase(),
      before: FACET_WORDS[facet],
      values: filter[facet].map((id) => ({
        text: findFacetValue(snapshot, facet, id)?.name ?? `${FACETS[facet].one.toLowerCase()} ${id} (unknown)`,
        without: { ...filter, [facet]: remove(filter[facet], id) },
      })),
    })),
    {
      name: role ? `${role} by` : 'company',
      before: role ? `${role} by` : 'by',
      values: company.map((id) => ({
        text: nameCompany(snapshot, id),
        without: { ...filter, company: remove(company, id) },
      })),
    },
    { name: 'first release', before: 'first released', values: years ? one(describeYears(years), withoutYears) : [] },
    { name: 'players', before: 'for', values: players ? one(describePlayers(players), withoutPlayers) : [] },
    {
      name: 'players',
      before: 'played',
      values: cooperative ? [{ text: 'cooperatively', label: 'Cooperative', without: withoutCooperative }] : [],
    },
    {
      name: 'country',
      before: 'released in',
      values: country.map((text) => ({ text, without: { ...filter, country: remove(country, text) } })),
    },
    {
      name: 'condition',
      before: 'with',
      values: has.map((flag) => ({
        text: HAS_NAMES[flag] as string,
        label: `Has ${HAS_NAMES[flag]}`,
        without: { ...filter, has: remove(has, flag) },
      })),
      text: formatList(has.map((flag) => HAS_NAMES[flag] as string)),
    },
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
  const parts = listChosen(snapshot, filter, isApproximate).map(({ before, values, quotes = ['', ''], text }) => {
    const [open, close] = quotes;
    const names = text === undefined ? values.map((value) => value.text) : [text];
    return {
      text: `${before} ${names.map((name) => open + name + close).join(word)}`,
      markup: html`${before} ${joined(
        names.map((name) => html`${open}${bdi(name)}${close}`),
        word,
      )}`,
    };
  });
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
    values.map(({ text, label = text, without }) => {
      const path = listPath({ ...query, filter: without, page: 1 });
      return html`<li><a class="chip" href="${path}" rel="nofollow"><span class="visually-hidden">Remove ${name}: </span>${bdi(label)} <span aria-hidden="true">×</span></a></li>`;
    }),
  );
  if (chips.length === 0) return nothing;
  return html`<ul class="chips" aria-label="Chosen filters">${chips}${chips.length > 1 && html`<li><a href="/games">Clear all</a></li>`}</ul>`;
}

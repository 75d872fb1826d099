import type { BrowseFilter } from '../../catalog/search/browse.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { bdi } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import { nameCompany } from './company-filter.ts';
import { describeYears } from './describe-filters.ts';
import { FACET_NAMES, FACETS, findFacetValue } from './facets.ts';
import { type ListQuery, listPath } from './list-query.ts';
import { describePlayers } from './players-filter.ts';

interface Chip {
  /** What the value is, such as `Platform`. */
  filter: string;
  label: string;
  /** The filter without this value. */
  without: BrowseFilter;
}

/** The chosen filters, each with a link that removes it. */
export function filterChips(snapshot: Snapshot, query: ListQuery): Html {
  const chips = listChips(snapshot, query.filter);
  if (chips.length === 0) return nothing;
  return html`<ul class="chips" aria-label="Chosen filters">${chips.map(
    ({ filter, label, without }) =>
      html`<li><a class="chip" href="${listPath({ ...query, filter: without, page: 1 })}" rel="nofollow"><span class="visually-hidden">Remove ${filter}: </span>${bdi(label)} <span aria-hidden="true">×</span></a></li>`,
  )}${chips.length > 1 && html`<li><a href="/games">Clear all</a></li>`}</ul>`;
}

function listChips(snapshot: Snapshot, filter: BrowseFilter): Chip[] {
  const { years, ...withoutYears } = filter;
  const { players, ...withoutPlayers } = filter;
  const { cooperative, ...withoutCooperative } = filter;
  const { country = [], has = [], company, role } = filter;
  const remove = <T>(list: readonly T[], value: T) => list.filter((other) => other !== value);
  return [
    ...(filter.title === ''
      ? []
      : [{ filter: 'title', label: `“${filter.title}”`, without: { ...filter, title: '' } }]),
    ...FACET_NAMES.flatMap((facet) =>
      filter[facet].map((id) => ({
        filter: FACETS[facet].one.toLowerCase(),
        label: findFacetValue(snapshot, facet, id)?.name ?? `Unknown (${id})`,
        without: { ...filter, [facet]: remove(filter[facet], id) },
      })),
    ),
    ...(years ? [{ filter: 'first release', label: capitalize(describeYears(years)), without: withoutYears }] : []),
    ...(players ? [{ filter: 'players', label: capitalize(describePlayers(players)), without: withoutPlayers }] : []),
    ...(cooperative ? [{ filter: 'players', label: 'Cooperative', without: withoutCooperative }] : []),
    ...company.map((id) => ({
      filter: role ? `${role} by` : 'company',
      label: nameCompany(snapshot, id),
      without: { ...filter, company: remove(company, id) },
    })),
    ...country.map((name) => ({
      filter: 'country',
      label: name,
      without: { ...filter, country: remove(country, name) },
    })),
    ...has.map((flag) => ({
      filter: 'condition',
      label: HAS_LABELS[flag as keyof typeof HAS_LABELS],
      without: { ...filter, has: remove(has, flag) },
    })),
  ];
}

const HAS_LABELS = { cover: 'Has a cover', screenshot: 'Has screenshots', description: 'Has a description' };

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

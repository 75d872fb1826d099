import { countFacetValues, matchBrowseFilter } from '../../catalog/search/browse.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';
import { type FacetName, type FacetValue, listFacetValues } from './facets.ts';
import { facetLink } from './game-cards.ts';
import { completeFilter } from './list-query.ts';

/** A platform, genre or group with its number of games. */
export type CountedValue = FacetValue & { count: number };

export function listCounted({ snapshot }: PageRequest, facet: FacetName): CountedValue[] {
  const counts = countListed(snapshot, facet);
  return listFacetValues(snapshot, facet).map((value) => ({ ...value, count: counts.get(value.id) ?? 0 }));
}

type Counts = ReadonlyMap<number, number>;

/** Computed once per snapshot. */
const countsOf = new WeakMap<Snapshot, Map<FacetName, Counts>>();

/** The games of each value as its own page counts them: without hidden kinds, unless it has no others. */
export function countListed(snapshot: Snapshot, facet: FacetName): Counts {
  const counts = getOrInsert(countsOf, snapshot, () => new Map<FacetName, Counts>());
  return getOrInsert(counts, facet, () => {
    const count = (matches?: Uint32Array) => countFacetValues(snapshot[facet], matches, snapshot.ids.length);
    const listed = matchBrowseFilter(snapshot, completeFilter({}));
    return new Map([...count(), ...count(listed)].map(({ id, count: games }) => [id, games]));
  });
}

/** Whether any name contains the text. */
export function isNamed({ name, otherNames }: FacetValue, text: string): boolean {
  return [name, ...otherNames].some((own) => own.toLowerCase().includes(text.toLowerCase()));
}

/** Names with their number of games, in columns. */
export function columns(list: readonly CountedValue[], facet: FacetName): Html {
  if (list.length === 0) return nothing;
  return html`<ul class="names">${list.map(
    ({ id, name, count }) =>
      html`<li>${facetLink(facet, id, name)} <span class="count">${formatNumber(count)}</span></li>`,
  )}</ul>`;
}

export function byName(a: FacetValue, b: FacetValue): number {
  return NAMES.compare(a.name, b.name);
}

export function byCount(a: CountedValue, b: CountedValue): number {
  return b.count - a.count || byName(a, b);
}

const NAMES = new Intl.Collator('en', { numeric: true });

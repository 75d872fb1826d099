import { type BrowseFilter, matchBrowseFilter } from '../../catalog/search/browse.ts';
import { nameOfCompany } from '../../catalog/search/companies.ts';
import { type Entry, listLargest } from '../../catalog/search/entry-index.ts';
import { findCompanies } from '../../catalog/search/suggest.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { listOtherNames } from '../../vocabulary/other-names.ts';
import { bdi } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { FilterCounts } from './filter-counts.ts';
import { knownHint, option } from './filter-options.ts';

const MAX_NAME_LENGTH = 100;
/** Names that a browser suggests before the script loads others. */
const SUGGESTED = 30;

/** The companies of the filter, and a field for the name of another one. */
export function companyField(snapshot: Snapshot, filter: BrowseFilter, counts: FilterCounts): Html {
  const known = counts.known('company');
  if (known === 0 && filter.company.length === 0) return nothing;
  return html`<fieldset><legend>Company</legend>${knownHint([known, counts.total])}
${filter.company.map((id) => option('company', { id, count: countGames(snapshot, filter, id), isSelected: true }, nameCompany(snapshot, id)))}
<label class="visually-hidden" for="filter-company">Name of a company</label>
<input id="filter-company" name="company_name" list="company-names" maxlength="${MAX_NAME_LENGTH}" autocomplete="off" placeholder="Such as Capcom" data-suggest="/suggest/companies">
<datalist id="company-names">${largestCompanies(snapshot).map(({ name }) => html`<option value="${name}">`)}</datalist>
</fieldset>`;
}

function countGames(snapshot: Snapshot, filter: BrowseFilter, id: number): number {
  const company = filter.match === 'any' ? [id] : filter.company;
  return matchBrowseFilter(snapshot, { ...filter, company })?.length ?? 0;
}

export function nameCompany(snapshot: Snapshot, id: number): string {
  return nameOfCompany(snapshot, id) ?? `company ${id} (unknown)`;
}

const largest = new WeakMap<Snapshot, Entry[]>();

function largestCompanies(snapshot: Snapshot): readonly Entry[] {
  return getOrInsert(largest, snapshot, () => listLargest(snapshot.entries, 'company', SUGGESTED));
}

/** The company that a typed name means. An empty name: undefined. */
export function readCompanyName(snapshot: Snapshot, query: URLSearchParams): TypedCompany | undefined {
  const name = (query.get('company_name') ?? '').replaceAll('\0', '').trim().slice(0, MAX_NAME_LENGTH);
  return name === '' ? undefined : { name, id: findCompanies(snapshot, name, listOtherNames(name))[0]?.id };
}

export interface TypedCompany {
  name: string;
  /** Undefined if there is no such company. */
  id: number | undefined;
}

export function unknownCompany({ name }: TypedCompany): Html {
  return html`<p class="hint">No company called “${bdi(name)}” was found.</p>`;
}

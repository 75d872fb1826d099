import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BrowseFilter, playOf } from '../../catalog/search/browse.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import { companyField } from './company-filter.ts';
import { FACET_NAMES, FACETS, type FacetName, findFacetValue } from './facets.ts';
import { countFilters, type FilterCounts } from './filter-counts.ts';
import { type Choice, fieldset, option, optionList } from './filter-options.ts';
import { defaultSort, HAS, type ListQuery, siteParameters } from './list-query.ts';
import { platformOptions } from './platform-filter.ts';
import { playersOptions } from './players-filter.ts';
import { yearRange } from './year-filter.ts';

/** Options of a facet besides the selected ones. The facet's own page lists all. */
const MAX_OPTIONS = 12;
/** Countries that are visible at once. */
const FIRST_COUNTRIES = 8;

/** What the pages of a list have in common, in every order. */
export interface CountedFilters {
  /** Games that match, but are of a hidden kind. */
  hidden: number;
  fieldsets: Html;
}

/** A list has hundreds of pages, which crawlers read in turn. The filters of one have about 50 KB. */
const MAX_KEPT = 64;
const keptFilters = new WeakMap<Snapshot, Map<string, Promise<CountedFilters>>>();

/** The filters of a list with their counts, which take most of the time of its first page. */
export function readFilters(snapshot: Snapshot, filter: BrowseFilter): Promise<CountedFilters> {
  const kept = getOrInsert(keptFilters, snapshot, () => new Map());
  const key = JSON.stringify(filter);
  const counted = kept.get(key) ?? countAll(snapshot, filter);
  // The one that was used last becomes the last one.
  kept.delete(key);
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value as string);
  kept.set(key, counted);
  counted.catch(() => kept.delete(key));
  return counted;
}

async function countAll(snapshot: Snapshot, filter: BrowseFilter): Promise<CountedFilters> {
  const counts = countFilters(snapshot, filter);
  return { hidden: counts.hidden, fieldsets: html`${await makeFieldsets(snapshot, filter, counts)}` };
}

/** Filters with the number of games for each option. Without JavaScript, a button applies them. */
export function filterForm({ filter, sort }: ListQuery, fieldsets: Html): Html {
  const chosen = countChosen(filter);
  return html`<details class="filters" id="filters"><summary>Filters${chosen > 0 && html` <span class="count">${chosen}</span>`}</summary>
<form action="/games" autocomplete="off">
<label for="filter-title">Title</label>
<input id="filter-title" type="search" name="title" value="${filter.title}" maxlength="128">
${fieldsets}${hiddenFields(filter)}
${sort !== defaultSort(filter.title) && html`<input type="hidden" name="sort" value="${sort}">`}
<p class="apply"><button>Apply</button> <a href="/games">Clear</a></p>
</form>
</details>`;
}

/** One in each turn of the event loop: all of them take most of the time of a list, and calls of the API must not wait for it. */
async function makeFieldsets(snapshot: Snapshot, filter: BrowseFilter, counts: FilterCounts): Promise<Html[]> {
  const kinds = [
    () => platformOptions(snapshot, filter, counts),
    () => facetOptions(snapshot, 'genre', filter, counts),
    () => yearRange(filter, counts),
    () => playersOptions(filter, counts),
    () => companyField(snapshot, filter, counts),
    () => countryOptions(filter, counts),
    () => hasOptions(filter, counts),
    () => facetOptions(snapshot, 'group', filter, counts),
    () => matchOptions(filter, counts),
  ];
  const made: Html[] = [];
  for (const make of kinds) {
    await nextTurn();
    made.push(html`${await make()}\n`);
  }
  return made;
}

function countChosen({ company, country = [], has = [], years, ...filter }: BrowseFilter): number {
  const lists = [...FACET_NAMES.map((facet) => filter[facet]), company, country, has];
  return lists.reduce((sum, list) => sum + list.length, Number(years !== undefined) + playOf(filter).length);
}

/** What the form does not show. */
function hiddenFields(filter: BrowseFilter): Html[] {
  const parameters = siteParameters(filter);
  return ['role', 'kinds'].map((name) => {
    const value = parameters.get(name);
    return value === null ? nothing : html`<input type="hidden" name="${name}" value="${value}">`;
  });
}

function facetOptions(snapshot: Snapshot, facet: FacetName, filter: BrowseFilter, counts: FilterCounts): Html {
  const options = optionList(counts.facet(facet), filter[facet], MAX_OPTIONS);
  const { one, many, path } = FACETS[facet];
  const nameOf = (id: number) => findFacetValue(snapshot, facet, id)?.name ?? `Unknown (${id})`;
  return fieldset(
    one,
    [counts.known(facet), counts.total],
    options.shown.map((choice) => option(facet, choice, nameOf(choice.id))),
    html`<p class="hint"><a href="${path}">All ${many.toLowerCase()}</a></p>`,
  );
}

async function countryOptions({ country = [] }: BrowseFilter, counts: FilterCounts): Promise<Html> {
  const { shown, others } = optionList(await counts.countries(), country, FIRST_COUNTRIES);
  const toOption = (choice: Choice<string>) => option('country', choice, choice.id);
  const more =
    others.length > 0 &&
    html`<details id="more-countries"><summary>${formatNumber(others.length)} more</summary>${others.map(toOption)}</details>`;
  return fieldset('Country', [counts.known('country'), counts.total], shown.map(toOption), more || nothing);
}

function hasOptions({ has = [] }: BrowseFilter, counts: FilterCounts): Html {
  const choices = HAS.map((id) => ({ id, count: counts.has(id), isSelected: has.includes(id) }));
  const names = { cover: 'Cover', screenshot: 'Screenshots', description: 'Description' };
  return fieldset(
    'Has',
    undefined,
    choices.map((choice) => option('has', choice, names[choice.id])),
  );
}

function matchOptions(filter: BrowseFilter, { total }: FilterCounts): Html {
  const lists = [...FACET_NAMES.map((facet) => filter[facet]), filter.company, filter.country ?? []];
  if (total === 0 && lists.every((list) => list.length === 0)) return nothing;
  const isMultiple = lists.some((list) => list.length > 1);
  return html`<fieldset><legend>Match</legend>
${matchOption('all', 'All selected', filter.match === 'all')}
${matchOption('any', 'Any selected', filter.match === 'any')}
${!isMultiple && html`<p class="hint">Applies if you select more than one.</p>`}
</fieldset>`;
}

function matchOption(value: string, label: string, isSelected: boolean): Html {
  return html`<label class="filter-option"><input type="radio" name="match" value="${value}"${isSelected && html` checked`}>
<span>${label}</span></label>`;
}

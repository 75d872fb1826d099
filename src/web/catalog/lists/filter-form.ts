import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Catalog, findCached, offerToCache } from '../../../catalog/catalog.ts';
import { type BrowseFilter, type FacetCount, matchBrowseFilter } from '../../../catalog/search/browse.ts';
import { nameOfCompany } from '../../../catalog/search/companies.ts';
import { playOf } from '../../../catalog/search/query.ts';
import { findCompanies } from '../../../catalog/search/suggest.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import type { Players } from '../../../store/game-filters.ts';
import { listOtherNames } from '../../../vocabulary/other-names.ts';
import { findPlatform } from '../../../vocabulary/platforms.ts';
import { bdi, formatNumber } from '../../kit/format.ts';
import { type Html, html, nothing } from '../../kit/html.ts';
import { FACET_NAMES, FACETS, type FacetName, findFacetValue } from '../facets/facets.ts';
import { countFilters, type FilterCounts } from './filter-counts.ts';
import { defaultSort, HAS, type ListQuery, MAX_YEAR, siteParameters } from './list-query.ts';

/** Options of a facet besides the selected ones. The facet's own page lists all. */
const MAX_OPTIONS = 12;
/** Countries that are visible at once. */
const FIRST_COUNTRIES = 8;

/** What the pages of a list have in common, in every order. */
interface CountedFilters {
  /** Games that match, but are of a hidden kind. */
  hidden: number;
  fieldsets: Html;
  byteLength: number;
}

/** The filters of a list with their counts, which take most of the time of its first page; a crawler reads hundreds in turn. */
export async function readFilters(catalog: Catalog, snapshot: Snapshot, filter: BrowseFilter): Promise<CountedFilters> {
  const name = `filters ${JSON.stringify(filter)}`;
  const known = findCached<CountedFilters>(catalog, snapshot, name);
  if (known) return known;
  const counts = countFilters(snapshot, filter);
  const fieldsets = html`${await makeFieldsets(listControls(snapshot, filter, counts))}`;
  const counted = { hidden: counts.hidden, fieldsets, byteLength: 2 * fieldsets.markup.length };
  offerToCache(catalog, snapshot, name, counted);
  return counted;
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

/** A part of the form. */
interface Control {
  name: string;
  /** `nothing` if there is nothing to choose. */
  show(): Html;
}

function listControls(snapshot: Snapshot, filter: BrowseFilter, counts: FilterCounts): Control[] {
  const { platform, country = [], has = [], years } = filter;
  const facetControl = (facet: FacetName): Control => ({
    name: FACETS[facet].one,
    show: () => facetOptions(snapshot, facet, filter[facet], counts.facet(facet)),
  });
  return [
    { name: 'Platform', show: () => platformOptions(snapshot, platform, counts.facet('platform')) },
    facetControl('genre'),
    { name: 'First release', show: () => yearRange(years, counts) },
    { name: 'Players', show: () => playersOptions(filter, counts) },
    { name: 'Company', show: () => companyField(snapshot, filter) },
    { name: 'Country', show: () => countryOptions(country, counts) },
    { name: 'Has', show: () => hasOptions(has, counts) },
    facetControl('group'),
    { name: 'Match', show: () => matchOptions(filter) },
  ];
}

/** One in each turn of the event loop: all of them take most of the time of a list, and calls of the API must not wait for it. */
async function makeFieldsets(controls: readonly Control[]): Promise<Html[]> {
  const made: Html[] = [];
  for (const { name, show } of controls) {
    await nextTurn();
    const content = show();
    if (content.markup !== '') made.push(html`<fieldset><legend>${name}</legend>\n${content}\n</fieldset>\n`);
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

function facetOptions(snapshot: Snapshot, facet: FacetName, chosen: readonly number[], counts: FacetCount[]): Html {
  const { shown } = optionList(counts, chosen, MAX_OPTIONS);
  const { many, path } = FACETS[facet];
  const nameOf = (id: number) => findFacetValue(snapshot, facet, id)?.name ?? `Unknown (${id})`;
  if (shown.length === 0) return nothing;
  return html`${shown.map((choice) => option(facet, choice, nameOf(choice.id)))}
<p class="hint"><a href="${path}">All ${many.toLowerCase()}</a></p>`;
}

function countryOptions(country: readonly string[], counts: FilterCounts): Html {
  const { shown, others } = optionList(counts.countries(), country, FIRST_COUNTRIES);
  const toOption = (choice: Choice<string>) => option('country', choice, choice.id);
  return html`${shown.map(toOption)}${
    others.length > 0 &&
    html`<details id="more-countries"><summary>${formatNumber(others.length)} more</summary>${others.map(toOption)}</details>`
  }`;
}

/** What all or none of the games have is no choice. */
function hasOptions(has: readonly string[], counts: FilterCounts): Html {
  const names = { cover: 'Cover', screenshot: 'Screenshots', description: 'Description' };
  const choices = HAS.map((id) => ({ id, count: counts.has(id), isSelected: has.includes(id) }));
  const useful = choices.filter(({ count, isSelected }) => isSelected || (count > 0 && count < counts.total));
  return html`${useful.map((choice) => option('has', choice, names[choice.id]))}`;
}

/** Of use with several values of one filter. */
function matchOptions(filter: BrowseFilter): Html {
  const lists = [...FACET_NAMES.map((facet) => filter[facet]), filter.company, filter.country ?? []];
  if (lists.every((list) => list.length < 2))
    return filter.match === 'any' ? html`<input type="hidden" name="match" value="any">` : nothing;
  return html`${option('match', { id: 'all', isSelected: filter.match === 'all' }, 'All selected', 'radio')}
${option('match', { id: 'any', isSelected: filter.match === 'any' }, 'Any selected', 'radio')}`;
}

const NO_MAKER = 'Other platforms';
/** Of more platforms, a script finds one by its name. */
const MAX_WITHOUT_SEARCH = 12;

/** The names that half of the world knows these platforms by. Of the other names in the vocabulary, most are models. */
const REGIONAL_NAMES = new Map(
  Object.entries({
    Genesis: 'Mega Drive',
    NES: 'Famicom',
    SNES: 'Super Famicom',
    'SEGA CD': 'Mega-CD',
    'TurboGrafx-16': 'PC Engine',
    'TurboGrafx CD': 'PC Engine CD',
    'Odyssey 2': 'Videopac',
  }),
);

/** All platforms that have games, by maker, those with the most games first. */
function platformOptions(snapshot: Snapshot, chosen: readonly number[], counts: FacetCount[]): Html {
  const { shown } = optionList(counts, chosen);
  const makers = Map.groupBy(shown, ({ id }) => findPlatform(id)?.maker ?? NO_MAKER);
  const sorted = Array.from(makers).toSorted(
    ([maker, own], [other, its]) => Number(maker === NO_MAKER) - Number(other === NO_MAKER) || sum(its) - sum(own),
  );
  const nameOf = (id: number) => {
    const name = findFacetValue(snapshot, 'platform', id)?.name ?? `Unknown (${id})`;
    const other = REGIONAL_NAMES.get(name);
    return other === undefined ? name : `${name} / ${other}`;
  };
  const groups = sorted.map(
    ([maker, choices]) =>
      html`<fieldset class="maker"><legend>${bdi(maker)}</legend>${choices.map((choice) => option('platform', choice, nameOf(choice.id)))}</fieldset>`,
  );
  if (groups.length === 0) return nothing;
  return html`${shown.length > MAX_WITHOUT_SEARCH && PLATFORM_SEARCH}<div class="makers">${groups}</div>`;
}

/** Without a name, so that it is not sent. The script shows it. */
const PLATFORM_SEARCH = html`<input id="platform-search" type="search" autocomplete="off" placeholder="Find a platform" aria-label="Find a platform" hidden>`;

/** A selected platform puts its maker first. */
function sum(choices: readonly Choice<number>[]): number {
  return choices.reduce(
    (total, { count = 0, isSelected }) => total + (isSelected ? Number.MAX_SAFE_INTEGER : count),
    0,
  );
}

/** The years of the first release, from and to. */
function yearRange(years: BrowseFilter['years'], counts: FilterCounts): Html {
  const byYear = counts.years();
  if (byYear.length === 0 && !years) return nothing;
  const from = years && years.from > 0 ? years.from : '';
  const to = years && years.to < MAX_YEAR ? years.to : '';
  const bounds = [byYear[0]?.id ?? '', byYear.at(-1)?.id ?? ''] as const;
  return html`<div class="year-fields">${yearField('from', 'From', from, bounds[0])}${yearField('to', 'To', to, bounds[1])}</div>`;
}

function yearField(name: string, label: string, value: number | string, hint: number | string): Html {
  return html`<label for="filter-year-${name}">${label} <input id="filter-year-${name}" name="year_${name}" value="${value}" placeholder="${hint}" inputmode="numeric" pattern="[1-9][0-9]{3}" maxlength="4" autocomplete="off" title="A year, such as 1987"></label>`;
}

/** Sources seldom know the players. For a smaller share of the games the filter does not help. */
const MIN_PLAYERS_KNOWN = 0.1;

/** One number of players, or any. Each number includes the higher ones, so only one can be chosen. Then how they play. */
function playersOptions({ players: chosen, cooperative }: BrowseFilter, counts: FilterCounts): Html {
  const isTogether = cooperative === true;
  const numbers = counts.players();
  const together = counts.cooperative();
  const [one, more] = numbers as [FacetCount, FacetCount];
  const isChosen = chosen !== undefined || isTogether;
  if (!isChosen && one.count + more.count <= MIN_PLAYERS_KNOWN * counts.total) return nothing;
  const options = numbers.map(({ id, count }) =>
    option('players', { id, count, isSelected: chosen === id }, describePlayers(id), 'radio'),
  );
  return html`${option('players', { id: '', isSelected: chosen === undefined }, 'Any number', 'radio')}${options}
${(together > 0 || isTogether) && option('cooperative', { id: 'yes', count: together, isSelected: isTogether }, 'Cooperative')}`;
}

export function describePlayers(players: Players): string {
  return players === 1 ? '1 player only' : `${players} players or more`;
}

const MAX_NAME_LENGTH = 100;

/** The companies of the filter, and a field for the name of another one. */
function companyField(snapshot: Snapshot, filter: BrowseFilter): Html {
  return html`${filter.company.map((id) => option('company', { id, count: countGames(snapshot, filter, id), isSelected: true }, nameCompany(snapshot, id)))}
<label class="visually-hidden" for="filter-company">Name of a company</label>
<input id="filter-company" name="company_name" list="company-names" maxlength="${MAX_NAME_LENGTH}" autocomplete="off" placeholder="Such as Capcom" data-suggest="/suggest/companies">
<datalist id="company-names"></datalist>`;
}

function countGames(snapshot: Snapshot, filter: BrowseFilter, id: number): number {
  const company = filter.match === 'any' ? [id] : filter.company;
  return matchBrowseFilter(snapshot, { ...filter, company })?.length ?? 0;
}

export function nameCompany(snapshot: Snapshot, id: number): string {
  return nameOfCompany(snapshot, id) ?? `company ${id} (unknown)`;
}

/** The name of a company that was typed, and its id if there is one. */
export function readCompanyName(snapshot: Snapshot, query: URLSearchParams): { name: string; id?: number | undefined } {
  const name = (query.get('company_name') ?? '').replaceAll('\0', '').trim().slice(0, MAX_NAME_LENGTH);
  return name === '' ? { name } : { name, id: findCompanies(snapshot, name, listOtherNames(name))[0]?.id };
}

/** A value that a filter offers. */
interface Choice<Id extends string | number> {
  id: Id;
  /** The number of games. */
  count?: number;
  isSelected?: boolean;
}

/** The selected values, then those with the most games, and what is left. */
function optionList<Id extends string | number>(
  counts: readonly { id: Id; count: number }[],
  selected: readonly Id[],
  size = Number.POSITIVE_INFINITY,
): { shown: Choice<Id>[]; others: { id: Id; count: number }[] } {
  const rest = counts.filter(({ id }) => !selected.includes(id)).toSorted((a, b) => b.count - a.count);
  const countOf = (wanted: Id) => counts.find(({ id }) => id === wanted)?.count ?? 0;
  const first = selected.map((id) => ({ id, count: countOf(id), isSelected: true }));
  return { shown: [...first, ...rest.slice(0, size)], others: rest.slice(size) };
}

function option(
  name: string,
  { id, count, isSelected = false }: Choice<string | number>,
  label: string,
  type = 'checkbox',
): Html {
  return html`<label class="filter-option"><input type="${type}" name="${name}" value="${id}"${isSelected && html` checked`}>
<span>${bdi(label)}</span>${count !== undefined && html` <span class="count">${formatNumber(count)}</span>`}</label>`;
}

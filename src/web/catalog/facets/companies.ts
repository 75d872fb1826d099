import { entryPath } from '../../../catalog/render/render.ts';
import { type CompanyOrders, companyOrders, describeCompany, findCompany } from '../../../catalog/search/companies.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../../errors.ts';
import { listCompaniesNamed, listNamesOfCompany } from '../../../vocabulary/other-names.ts';
import { bdi, entryLink, formatCount, formatNumber, formatYears, withQuery } from '../../kit/format.ts';
import { type Html, html, joined } from '../../kit/html.ts';
import { type HtmlResponse, hasOwnSlug, type PageRequest, type PageResponse, readId } from '../../kit/page.ts';
import { pageLinks, slicePage, sortLinks, tabLinks } from '../lists/game-list.ts';
import { readPage } from '../lists/list-query.ts';
import { nameSearch, readName } from './facet-lists.ts';
import { findGameSet, type GameSet, gamesPerYear, gamesSection, topLists } from './facet-page.ts';

type Sort = Exclude<keyof CompanyOrders, 'counts'>;

const PAGE_SIZE = 100;
const SORT_NAMES: Record<Sort, string> = { notable: 'Best known', games: 'Most games', name: 'Name' };
const SORTS = Object.keys(SORT_NAMES) as Sort[];

/** All companies. There are thousands, so the list has pages and a search box. */
export function showCompanies({ snapshot, query }: PageRequest): HtmlResponse {
  const [page, name] = [readPage(query), readName(query)];
  const sort = SORTS.find((one) => one === query.get('sort')) ?? 'notable';
  const found = listFound(snapshot, name, sort);
  const shown = slicePage(found, page, PAGE_SIZE);
  const pathOf = (number: number, order = sort) =>
    withQuery('/companies', { name, sort: order !== 'notable' && order, page: number > 1 && number });
  const size = formatCount(found.length, 'company', 'companies');
  return {
    title: 'Companies',
    description: `${size} that published or developed games, with their number of games and their years.`,
    canonical: pathOf(page),
    // The same companies, but the API lists them by id.
    jsonUrl: withQuery('/v1/companies', { limit: PAGE_SIZE, name, offset: (page - 1) * PAGE_SIZE }),
    body: html`${nameSearch('Companies', '/companies', size, name, sort === 'notable' ? {} : { sort })}
${found.length === 0 ? html`<p>No companies found.</p>` : html`${sortLinks(SORT_NAMES, sort, (order) => pathOf(1, order))}${table(snapshot, shown)}`}
${pageLinks(page, found.length, pathOf, PAGE_SIZE)}`,
  };
}

function listFound(snapshot: Snapshot, name: string, sort: Sort): number[] {
  const all = Array.from(companyOrders(snapshot)[sort]);
  if (name === '') return all;
  const named = new Set(listCompaniesNamed(snapshot, name));
  return all.filter((index) => named.has(index));
}

function table(snapshot: Snapshot, indexes: readonly number[]): Html {
  const { counts } = companyOrders(snapshot);
  return html`<table class="places">
<thead><tr><th scope="col">Name</th><th scope="col" class="number">Years</th><th scope="col" class="number">Games</th></tr></thead>
<tbody>${indexes.map((index) => {
    const company = describeCompany(snapshot, index);
    return html`<tr><th scope="row">${entryLink('company', company.company_id, company.company_name)}</th>
<td class="number">${yearsOf(company)}</td><td class="number">${formatNumber(counts[index] as number)}</td></tr>`;
  })}</tbody></table>`;
}

type Company = ReturnType<typeof describeCompany>;

const ROLE_NAMES: [role: 'published' | 'developed' | undefined, name: string][] = [
  [undefined, 'All games'],
  ['published', 'Published'],
  ['developed', 'Developed'],
];

/** The page of a company with its games, or those that it published or developed. */
export async function showCompany(request: PageRequest): Promise<PageResponse> {
  const { snapshot } = request;
  const index = findCompany(snapshot, readId(request));
  if (index === undefined) throw new AppError('notFound', 'There is no such company.');
  const company = describeCompany(snapshot, index);
  const { company_id: id, company_name: name } = company;
  const own = entryPath('company', id, name);
  if (!hasOwnSlug(request, own)) return { status: 301, location: own };
  const otherNames = listNamesOfCompany(snapshot, index);
  const sets = ROLE_NAMES.map(([role, label]) => {
    return { role, label, ...findGameSet(snapshot, { company: [id], ...(role && { role }) }) };
  });
  const all = sets[0] as (typeof sets)[number];
  const set = sets.find(({ role }) => role === request.query.get('role')) ?? all;
  const tabs = sets
    .filter(({ positions }) => positions.length > 0)
    .map((one) => ({
      name: one.label,
      path: withQuery(own, { role: one.role }),
      count: one.positions.length,
      isCurrent: one === set,
    }));
  return {
    title: name,
    description: describe(company, sets),
    canonical: withQuery(own, { role: set.role }),
    jsonUrl: `/v1/companies/${id}`,
    body: html`<p class="eyebrow"><a href="/companies">Companies</a></p>
<h1>${bdi(name)}</h1>
<p class="lead"><strong>${formatCount(all.positions.length, 'game')}</strong>${company.first_year !== null && ` · ${yearsOf(company)}`}</p>
${otherNames.length > 0 && html`<p class="muted">Also known as ${joined(otherNames.map(bdi))}</p>`}
${all.positions.length > 0 && tabLinks('Role', tabs)}
${await gamesSection(request, set)}
${gamesPerYear(request, set)}
${topLists(request, set, ['platform', 'genre', 'group'])}`,
  };
}

/** Such as: Konami: 512 games of 1981–2004, 480 published and 312 developed. */
function describe(company: Company, sets: readonly GameSet[]): string {
  const [total = 0, published = 0, developed = 0] = sets.map(({ positions }) => positions.length);
  const years = yearsOf(company);
  const roles = `${formatNumber(published)} published and ${formatNumber(developed)} developed`;
  return `${company.company_name}: ${formatCount(total, 'game')}${years && ` of ${years}`}, ${roles}.`;
}

/** Empty if no game has a date. */
function yearsOf({ first_year, last_year }: Pick<Company, 'first_year' | 'last_year'>): string {
  return first_year === null || last_year === null ? '' : formatYears(first_year, last_year);
}

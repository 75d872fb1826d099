import { describeCompany } from '../../catalog/search/companies.ts';
import { type CompanyOrders, companyOrders } from '../../catalog/search/company-orders.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import { listCompaniesNamed } from '../../vocabulary/company-names.ts';
import { bdi, formatCount, formatNumber } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageRequest } from '../kit/page.ts';
import { yearsOf } from './company.ts';
import { companyLink } from './company-path.ts';
import { pageLinks } from './game-list.ts';
import { findGameSet } from './game-set.ts';
import { readPage } from './list-query.ts';
import { nameSearch, readName } from './name-search.ts';
import { sortLinks } from './sort-links.ts';

type Sort = Exclude<keyof CompanyOrders, 'counts'>;

const PAGE_SIZE = 100;
const SORT_NAMES: Record<Sort, string> = { notable: 'Best known', games: 'Most games', name: 'Name' };
const SORTS = Object.keys(SORT_NAMES) as Sort[];

/** All companies. There are thousands, so the list has pages and a search box. */
export function showCompanies({ snapshot, query }: PageRequest): HtmlResponse {
  const [page, name] = [readPage(query), readName(query)];
  const sort = SORTS.find((one) => one === query.get('sort')) ?? 'notable';
  const found = listFound(snapshot, name, sort);
  const offset = (page - 1) * PAGE_SIZE;
  if (offset > 0 && offset >= found.length) throw new AppError('notFound', 'The list has fewer pages.');
  const pathOf = (number: number, order = sort) => listPath(name, order, number);
  const size = formatCount(found.length, 'company', 'companies');
  return {
    title: 'Companies',
    description: `${size} that published or developed games, with their number of games and their years.`,
    canonical: pathOf(page),
    jsonUrl: jsonUrl(name, offset),
    body: html`<h1>Companies</h1>
<p class="lead">${size} ${name !== '' && html`with “${bdi(name)}” in the name`}</p>
${nameSearch('/companies', 'Search companies', name, sort === 'notable' ? {} : { sort })}
${found.length === 0 ? html`<p>No companies found.</p>` : html`${sortLinks(SORT_NAMES, sort, (order) => pathOf(1, order))}${table(snapshot, found.slice(offset, offset + PAGE_SIZE))}`}
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
  return html`<table class="places">
<thead><tr><th scope="col">Name</th><th scope="col" class="number">Published</th><th scope="col" class="number">Developed</th><th scope="col" class="number">Years</th></tr></thead>
<tbody>${indexes.map((index) => {
    const company = describeCompany(snapshot, index);
    return html`<tr><th scope="row">${companyLink(company.company_id, company.company_name)}</th>
<td class="number">${countListed(snapshot, company.company_id, 'published')}</td><td class="number">${countListed(snapshot, company.company_id, 'developed')}</td><td class="number">${yearsOf(company)}</td></tr>`;
  })}</tbody></table>`;
}

/** The games that the page of the company lists. */
function countListed(snapshot: Snapshot, id: number, role: 'published' | 'developed'): string {
  return formatNumber(findGameSet(snapshot, { company: [id], role }).positions.length);
}

function listPath(name: string, sort: Sort, page: number): string {
  const search = new URLSearchParams();
  if (name !== '') search.set('name', name);
  if (sort !== 'notable') search.set('sort', sort);
  if (page > 1) search.set('page', String(page));
  return search.size === 0 ? '/companies' : `/companies?${search}`;
}

/** The same companies, but the API lists them by id. */
function jsonUrl(name: string, offset: number): string {
  const search = new URLSearchParams({ limit: String(PAGE_SIZE) });
  if (name !== '') search.set('name', name);
  if (offset > 0) search.set('offset', String(offset));
  return `/v1/companies?${search}`;
}

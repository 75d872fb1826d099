import { describeCompany, findCompany } from '../../catalog/search/companies.ts';
import { AppError } from '../../errors.ts';
import { listNamesOfCompany } from '../../vocabulary/company-names.ts';
import { bdi, formatCount, formatNumber, formatYears } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';
import type { PageRequest, PageResponse } from '../kit/page.ts';
import { companyPath } from './company-path.ts';
import { findGameSet, type GameSet, gamesPerYear, notableGames, topLists } from './game-set.ts';

type Role = 'published' | 'developed';
type Company = ReturnType<typeof describeCompany>;

const ROLE_NAMES: [role: Role | undefined, name: string][] = [
  [undefined, 'All games'],
  ['published', 'Published'],
  ['developed', 'Developed'],
];

/** The page of a company with its games, or those that it published or developed. */
export async function showCompany(request: PageRequest): Promise<PageResponse> {
  const { snapshot, path } = request;
  const index = /^\d{1,9}$/.test(path.id ?? '') ? findCompany(snapshot, Number(path.id)) : undefined;
  if (index === undefined) throw new AppError('notFound', 'There is no such company.');
  const company = describeCompany(snapshot, index);
  const own = companyPath(company.company_id, company.company_name);
  if (`/companies/${path.id}/${encodeURIComponent(path.slug ?? '')}` !== own) return { status: 301, location: own };
  const role = ROLE_NAMES.find(([one]) => one === request.query.get('role'))?.[0];
  return companyPage(request, company, listNamesOfCompany(snapshot, index), role);
}

async function companyPage(
  request: PageRequest,
  company: Company,
  otherNames: readonly string[],
  role: Role | undefined,
): Promise<PageResponse> {
  const { company_id: id, company_name: name } = company;
  const sets = ROLE_NAMES.map(([one, label]) => {
    return { role: one, label, ...findGameSet(request.snapshot, { company: [id], ...(one && { role: one }) }) };
  });
  const [all] = sets as [RoleSet, ...RoleSet[]];
  const set = sets.find((one) => one.role === role) ?? all;
  return {
    title: name,
    description: describe(company, sets),
    canonical: rolePath(company, role),
    jsonUrl: `/v1/companies/${id}`,
    body: html`<p class="eyebrow"><a href="/companies">Companies</a></p>
<h1>${bdi(name)}</h1>
<p class="lead"><strong>${formatCount(all.positions.length, 'game')}</strong>${company.first_year !== null && ` · ${yearsOf(company)}`}</p>
${otherNames.length > 0 && html`<p class="muted">Also known as ${otherNames.map((other, i) => html`${i > 0 && ', '}${bdi(other)}`)}</p>`}
${all.positions.length > 0 && roleLinks(company, sets, set)}
${gamesPerYear(request, set)}
${await notableGames(request, set)}
${topLists(request, set, ['platform', 'genre', 'group'])}`,
  };
}

interface RoleSet extends GameSet {
  role: Role | undefined;
  label: string;
}

/** Tabs for the roles that the company has. */
function roleLinks(company: Company, sets: readonly RoleSet[], current: RoleSet): Html {
  const shown = sets.filter(({ positions }) => positions.length > 0);
  return html`<nav class="tabs" aria-label="Role"><ul>${shown.map((set) => {
    const isCurrent = set === current && html` aria-current="page"`;
    return html`<li><a href="${rolePath(company, set.role)}"${isCurrent}>${set.label} <span class="count">${formatNumber(set.positions.length)}</span></a></li>`;
  })}</ul></nav>`;
}

function rolePath({ company_id, company_name }: Company, role: Role | undefined): string {
  const own = companyPath(company_id, company_name);
  return role ? `${own}?role=${role}` : own;
}

/** Such as: Konami: 512 games from 1981 to 2004, 480 published and 312 developed. */
function describe(company: Company, sets: readonly RoleSet[]): string {
  const { company_name, first_year, last_year } = company;
  const [total = 0, published = 0, developed = 0] = sets.map(({ positions }) => positions.length);
  const years =
    first_year === null ? '' : first_year === last_year ? ` of ${first_year}` : ` from ${first_year} to ${last_year}`;
  const roles = `${formatNumber(published)} published and ${formatNumber(developed)} developed`;
  return `${company_name}: ${formatCount(total, 'game')}${years}, ${roles}.`;
}

/** Empty if no game has a date. */
export function yearsOf({ first_year, last_year }: Pick<Company, 'first_year' | 'last_year'>): string {
  return first_year === null || last_year === null ? '' : formatYears(first_year, last_year);
}

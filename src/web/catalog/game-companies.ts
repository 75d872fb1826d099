import { compareDates, type GameRecord } from '../../catalog/model/record.ts';
import type { Company, Release } from '../../catalog/model/resources.ts';
import type { Html } from '../kit/html.ts';
import { companyLink } from './company-path.ts';

export type NamedCompany = Pick<Company, 'company_id' | 'company_name'>;

/** Importers of dumps put the status of a release first in its description. */
const UNOFFICIAL = /^(Pirate|Hack|Cracked)\b/;

/**
 * The companies of all releases in a role, those of the first year first, then those of most releases. Who copied the game is
 * left out, unless nobody else is known.
 */
export function companiesOf({ platforms }: GameRecord, role: 'Developed by' | 'Published by'): NamedCompany[] {
  const releases = platforms.flatMap((platform) => platform.releases);
  const official = releases.filter(({ description }) => !UNOFFICIAL.test(description ?? ''));
  const companies = listCompanies(official, role);
  return companies.length > 0 ? companies : listCompanies(releases, role);
}

function listCompanies(releases: readonly Release[], role: string): NamedCompany[] {
  const found = new Map<number, { company: NamedCompany; date: string | null; count: number }>();
  for (const { release_date, companies } of releases.toSorted((a, b) => compareDates(a.release_date, b.release_date))) {
    for (const company of companies.filter((one) => one.role === role)) {
      const known = found.get(company.company_id);
      if (known) known.count++;
      else found.set(company.company_id, { company, date: release_date, count: 1 });
    }
  }
  // A stable sort: companies of the same year and as many releases stay in the order of their dates.
  return [...found.values()]
    .toSorted((a, b) => compareDates(yearPart(a.date), yearPart(b.date)) || b.count - a.count)
    .map(({ company }) => company);
}

function yearPart(date: string | null): string | null {
  return date === null ? null : date.slice(0, 4);
}

export function linkCompany({ company_id, company_name }: NamedCompany): Html {
  return companyLink(company_id, company_name);
}

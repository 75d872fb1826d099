import { compareDates, type GameRecord } from '../../catalog/model/record.ts';
import type { Company } from '../../catalog/model/resources.ts';
import type { Html } from '../kit/html.ts';
import { companyLink } from './company-path.ts';

export type NamedCompany = Pick<Company, 'company_id' | 'company_name'>;

/** The companies of all releases in a role, those of the first releases first. */
export function companiesOf({ platforms }: GameRecord, role: 'Developed by' | 'Published by'): NamedCompany[] {
  const releases = platforms
    .flatMap((platform) => platform.releases)
    .toSorted((a, b) => compareDates(a.release_date, b.release_date));
  const companies = releases.flatMap((release) => release.companies).filter((company) => company.role === role);
  return [...new Map(companies.map((company) => [company.company_id, company])).values()];
}

export function linkCompany({ company_id, company_name }: NamedCompany): Html {
  return companyLink(company_id, company_name);
}

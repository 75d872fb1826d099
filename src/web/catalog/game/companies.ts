import { compareDates, type GameRecord, isRegular, yearOf } from '../../../catalog/model/record.ts';
import type { Company, Release } from '../../../catalog/model/resources.ts';
import { entryLink } from '../../kit/format.ts';
import type { Html } from '../../kit/html.ts';

export type NamedCompany = Pick<Company, 'company_id' | 'company_name'>;

type Role = 'Developed by' | 'Published by';

/** Who has fewer releases than this part of the one with the most is left out: a licensee, or a copy that no source marks. */
const MIN_PART = 1 / 5;

/** The companies of the first year, those of most releases first. Later years have ports and reissues. */
export function leadingCompanies(record: GameRecord, role: Role): NamedCompany[] {
  const [first, ...others] = role === 'Developed by' ? countDevelopers(record) : countCompanies(record, role);
  if (!first) return [];
  const isLeading = ({ year, count }: CountedCompany) => year === first.year && count >= first.count * MIN_PART;
  return [first, ...others.filter(isLeading)].map(({ company }) => company);
}

/**
 * The developers on the platforms of the first year. If no source names them, the publishers of that year that developed a
 * version: others made the ports. Where the first releases name nobody, every developer may be the first.
 */
function countDevelopers(record: GameRecord): CountedCompany[] {
  const platforms = record.platforms.filter(({ first_release_date: date }) => date?.slice(0, 4) === yearOf(record));
  for (const made of [platforms.map(withoutPorters), platforms]) {
    const first = countCompanies({ platforms: made }, 'Developed by');
    if (first.length > 0) return first;
  }
  const publishers = new Set(countCompanies({ platforms }, 'Published by').map(({ company }) => company.company_id));
  const all = countCompanies(record, 'Developed by');
  return publishers.size === 0 ? all : all.filter(({ company }) => publishers.has(company.company_id));
}

/** Who ported the game to the platform, by one source, did not develop it, though another says so. */
function withoutPorters(platform: GameRecord['platforms'][number]): GameRecord['platforms'][number] {
  const all = platform.releases.flatMap(({ companies }) => companies);
  const porters = new Set(all.filter(({ role }) => role === 'Ported by').map(({ company_id }) => company_id));
  if (porters.size === 0) return platform;
  const isMaker = ({ role, company_id }: Release['companies'][number]) =>
    role !== 'Developed by' || !porters.has(company_id);
  const releases = platform.releases.map((one) => ({ ...one, companies: one.companies.filter(isMaker) }));
  return { ...platform, releases };
}

/** The companies of all releases in a role, those of the first year first, then those of most releases. */
export function companiesOf(record: GameRecord, role: Role): NamedCompany[] {
  return countCompanies(record, role).map(({ company }) => company);
}

interface CountedCompany {
  company: NamedCompany;
  /** Of its first release; null if it is unknown. */
  year: string | null;
  count: number;
}

/** Who copied the game is left out, unless there are only copies. */
function countCompanies({ platforms }: Pick<GameRecord, 'platforms'>, role: Role): CountedCompany[] {
  const releases = platforms.flatMap((platform) => platform.releases);
  const regular = releases.filter(isRegular);
  return listCompanies(regular.length > 0 ? regular : releases, role);
}

function listCompanies(releases: readonly Release[], role: Role): CountedCompany[] {
  const found = new Map<number, CountedCompany>();
  for (const { release_date, companies } of releases.toSorted((a, b) => compareDates(a.release_date, b.release_date))) {
    for (const company of companies.filter((one) => one.role === role)) {
      const known = found.get(company.company_id);
      if (known) known.count++;
      else found.set(company.company_id, { company, year: release_date?.slice(0, 4) ?? null, count: 1 });
    }
  }
  // A stable sort: companies of the same year and as many releases stay in the order of their dates.
  return [...found.values()].toSorted((a, b) => compareDates(a.year, b.year) || b.count - a.count);
}

export function linkCompany({ company_id, company_name }: NamedCompany): Html {
  return entryLink('company', company_id, company_name);
}

import type { ReleaseLine } from '../../bundle/lines.ts';
import { companyKey } from '../../vocabulary/companies.ts';
import type { DatedRelease } from './dates.ts';
import type { Entry } from './entry.ts';
import type { Status } from './tags.ts';

const STATUS_NAMES: Record<Status, string> = {
  prototype: 'Prototype',
  demo: 'Demo',
  unreleased: 'Unreleased',
  pirate: 'Pirate',
  hack: 'Hack',
  crack: 'Cracked',
  unlicensed: 'Unlicensed',
  homebrew: 'Homebrew',
};
/** What nobody could buy; its dates are not those of a release. */
const NOT_RELEASED: readonly Status[] = ['prototype', 'demo', 'unreleased', 'hack'];
const MOST_VERSIONS = 6;

/** One entry on one of its dates. */
interface Dump {
  entry: Entry;
  date: string | null;
  countries: string[];
  notes: string[];
}

/** The company that a note names, as it is shown. */
export type FindCompany = (note: string) => string | undefined;

export interface Release {
  line: ReleaseLine;
  isReleased: boolean;
}

/**
 * The releases that a game's entries on one platform are dumps of: what agrees in countries, companies, status and notes
 * is one, and a vague date is the same as a precise one that it allows.
 */
export function releasesOf(entries: readonly Entry[], findCompany: FindCompany): Release[] {
  const groups = Map.groupBy(entries.flatMap(dumpsOf), sameness);
  const releases = groups.values().flatMap((group) => Map.groupBy(group, preciseDate(group)));
  return Array.from(releases, ([date, dumps]) => toRelease(date, dumps, findCompany));
}

function dumpsOf(entry: Entry): Dump[] {
  return entry.dates.map(({ date, countries, note }: DatedRelease) => ({
    entry,
    date,
    countries: (countries.length > 0 ? countries : entry.countries).toSorted(),
    notes: [...new Set(note === undefined ? entry.notes : [...entry.notes, note])].toSorted(),
  }));
}

function sameness({ entry, countries, notes }: Dump): string {
  const companies = entry.credits.map(({ name, role }) => `${role} ${companyKey(name)}`).toSorted();
  return JSON.stringify([countries, companies, entry.statuses.toSorted(), notes]);
}

/** `1990` becomes `1990-04-26` where a sibling says so, and an unknown date the earliest known one. */
function preciseDate(dumps: readonly Dump[]): (dump: Dump) => string | null {
  const dates = [...new Set(dumps.flatMap(({ date }) => date ?? []))].toSorted();
  const precise = new Map(dates.map((date) => [date, dates.find((other) => other.startsWith(`${date}-`)) ?? date]));
  return ({ date }) => {
    let found = date ?? dates[0] ?? null;
    while (found !== null && precise.get(found) !== found) found = precise.get(found) as string;
    return found;
  };
}

function toRelease(date: string | null, dumps: readonly Dump[], findCompany: FindCompany): Release {
  const [{ entry, countries, notes }] = dumps as [Dump];
  return {
    isReleased: isReleased(entry.statuses),
    line: {
      release_date: date,
      countries,
      companies: companiesOf(entry),
      description: describe(dumps, entry.statuses, notes, findCompany),
      product_codes: codesOf(dumps, countries),
      ...sourcesOf(dumps),
    },
  };
}

/** Whether one could buy it: not so a prototype, a demo or a hack. */
export function isReleased(statuses: readonly Status[]): boolean {
  return !statuses.some((status) => NOT_RELEASED.includes(status));
}

function sourcesOf(dumps: readonly Dump[]): Pick<ReleaseLine, 'sources'> {
  const keys = new Set(dumps.flatMap(({ entry }) => entry.key ?? []));
  return keys.size > 0 ? { sources: [...keys].toSorted() } : {};
}

function companiesOf({ credits }: Entry): ReleaseLine['companies'] {
  const lines = new Map(
    credits.map(({ name, role }) => [`${role} ${companyKey(name)}`, { company: companyKey(name), role }]),
  );
  return [...lines.values()];
}

function describe(
  dumps: readonly Dump[],
  statuses: readonly Status[],
  notes: readonly string[],
  findCompany: FindCompany,
): string | null {
  const parts = [
    ...statuses.toSorted().map((status) => STATUS_NAMES[status]),
    ...versionsOf(dumps),
    ...notes.map((note) => describeNote(note, findCompany)),
  ];
  return parts.join('; ') || null;
}

/** `Kixx` alone is who brought it out once more. */
function describeNote(note: string, findCompany: FindCompany): string {
  const company = findCompany(note);
  return company === undefined ? note : `${company} release`;
}

/** A release of which there is a dump without a version is not about versions. */
function versionsOf(dumps: readonly Dump[]): string[] {
  if (dumps.some(({ entry }) => entry.versions.length === 0)) return [];
  return [...new Set(dumps.flatMap(({ entry }) => entry.versions))].toSorted().slice(0, MOST_VERSIONS);
}

/** A code for some countries belongs to their releases alone. */
function codesOf(dumps: readonly Dump[], countries: readonly string[]): ReleaseLine['product_codes'] {
  const own = dumps
    .flatMap(({ entry }) => entry.codes)
    .filter(
      (code) =>
        code.countries.length === 0 || countries.length === 0 || code.countries.some((one) => countries.includes(one)),
    );
  const codes = new Map(
    own.map(({ product_code, product_code_type }) => [product_code, { product_code, product_code_type }]),
  );
  return [...codes.values()].toSorted((a, b) => (a.product_code < b.product_code ? -1 : 1));
}

import type { GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import { firstReleaseDate } from '../../catalog/model/record.ts';
import { companyKey } from '../../vocabulary/companies.ts';
import { platformYear } from '../../vocabulary/platforms.ts';
import { compareText, sortedUnique } from '../sorting.ts';
import type { Entry } from './entry.ts';
import { kindAttributes } from './kinds.ts';
import { placeDumps } from './place-dumps.ts';
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
/** These were never sold, so their dates are not release dates. */
const NOT_RELEASED: readonly Status[] = ['prototype', 'demo', 'unreleased', 'hack'];
const MAX_VERSIONS = 6;

/** One entry on one of its dates. */
interface Dump {
  entry: Entry;
  date: string | null;
  countries: string[];
  notes: string[];
}

/** Finds the company that a note names, in the spelling that is shown. */
export type FindCompany = (note: string) => string | undefined;

/** A game on one platform, from its entries there. */
export function toPlatformLine(
  entries: readonly Entry[],
  findCompany: FindCompany = () => undefined,
): GamePlatformLine {
  // What others copied or changed is no release of the game.
  const own = withoutStatuses(withoutStatuses(entries, ['hack', 'crack']), ['pirate']);
  const releases = listReleases(own, findCompany);
  const released = releases.filter(({ isReleased }) => isReleased);
  const { inRelease, others } = placeDumps(entries, releases);
  return {
    platform: (entries[0] as Entry).platform,
    first_release_date: firstReleaseDate(released.map(({ line }) => line.release_date)),
    attributes: sortedUnique([...own.flatMap((entry) => entry.attributes), ...kindAttributes(entries)]),
    releases: releases
      .map((release) => ({ ...release, text: JSON.stringify(release.line), dumps: inRelease.get(release) }))
      .toSorted((a, b) => compareText(a.text, b.text))
      .map(({ line, dumps }) => (dumps ? { ...line, dumps } : line)),
    ...(others.length > 0 && { dumps: others }),
  };
}

/** The entries without any of the statuses, or all entries if there is none. */
export function withoutStatuses(entries: readonly Entry[], unwanted: readonly Status[]): readonly Entry[] {
  const wanted = entries.filter(({ statuses }) => !statuses.some((status) => unwanted.includes(status)));
  return wanted.length > 0 ? wanted : entries;
}

/** False for prototypes, demos and hacks, which were never sold. */
export function isReleased(statuses: readonly Status[]): boolean {
  return !statuses.some((status) => NOT_RELEASED.includes(status));
}

/**
 * Combines dumps into releases: those with the same countries, companies, statuses and notes are one release, and a vague
 * date equals a precise one that it allows.
 */
function listReleases(entries: readonly Entry[], findCompany: FindCompany) {
  const groups = Map.groupBy(entries.flatMap(dumpsOf), releaseKey);
  const releases = groups.values().flatMap((group) => Map.groupBy(group, preciseDate(group)));
  return Array.from(releases, ([date, dumps]) => toRelease(date, dumps, findCompany));
}

function dumpsOf(entry: Entry): Dump[] {
  return entry.dates.map(({ date, countries, note }) => ({
    entry,
    date: isTooEarly(entry, date) ? null : date,
    countries: (countries.length > 0 ? countries : entry.countries).toSorted(),
    notes: sortedUnique(note === undefined ? entry.notes : [...entry.notes, note]),
  }));
}

/** Nothing is sold before its platform: the date is that of a copyright, or of a version for another one. */
function isTooEarly({ platform, statuses }: Entry, date: string | null): boolean {
  return date !== null && isReleased(statuses) && Number.parseInt(date, 10) < platformYear(platform);
}

function releaseKey({ entry, countries, notes }: Dump): string {
  const companies = entry.credits.map(({ name, role }) => `${role} ${companyKey(name)}`).toSorted();
  return JSON.stringify([countries, companies, entry.statuses.toSorted(), notes]);
}

/** Replaces `1990` by `1990-04-26` if another dump has that date, and an unknown date by the earliest known one. */
function preciseDate(dumps: readonly Dump[]): (dump: Dump) => string | null {
  const dates = sortedUnique(dumps.flatMap(({ date }) => date ?? []));
  const precise = new Map(dates.map((date) => [date, dates.find((other) => other.startsWith(`${date}-`)) ?? date]));
  return ({ date }) => {
    let found = date ?? dates[0] ?? null;
    while (found !== null && precise.get(found) !== found) found = precise.get(found) as string;
    return found;
  };
}

function toRelease(date: string | null, dumps: readonly Dump[], findCompany: FindCompany) {
  const [{ entry, countries, notes }] = dumps as [Dump];
  const sources = sortedUnique(dumps.flatMap((dump) => dump.entry.key ?? []));
  const line: ReleaseLine = {
    release_date: date,
    countries,
    companies: companiesOf(entry),
    description: describe(dumps, entry.statuses, notes, findCompany),
    product_codes: codesOf(dumps, countries),
    ...(sources.length > 0 && { sources }),
  };
  return { line, isReleased: isReleased(entry.statuses), entries: new Set(dumps.map((dump) => dump.entry)) };
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

/** The company in a note such as `Kixx` published the game again. */
function describeNote(note: string, findCompany: FindCompany): string {
  const company = findCompany(note);
  return company === undefined ? note : `${company} release`;
}

/** No versions if any dump of the release has none: the release then includes the unversioned one. */
function versionsOf(dumps: readonly Dump[]): string[] {
  if (dumps.some(({ entry }) => entry.versions.length === 0)) return [];
  return sortedUnique(dumps.flatMap(({ entry }) => entry.versions)).slice(0, MAX_VERSIONS);
}

/** A code that is limited to some countries is listed only with releases in these countries. */
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
  return [...codes.values()].toSorted((a, b) => compareText(a.product_code, b.product_code));
}

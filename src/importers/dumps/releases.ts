import type { DumpLine, GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import { firstReleaseDate } from '../../catalog/model/record.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { companyKey } from '../../vocabulary/companies.ts';
import { platformYear } from '../../vocabulary/platforms.ts';
import { compareText, sortedUnique } from '../sorting.ts';
import type { DatedRelease } from './dates.ts';
import type { Entry } from './entry.ts';
import { capitalized, kindAttributes } from './kinds.ts';
import type { Status } from './tags.ts';

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

type FindCompany = (note: string) => string | undefined;

export function toPlatformLine(
  entries: readonly Entry[],
  findCompany: FindCompany = () => undefined,
): GamePlatformLine {
  // What others copied or changed is no release of the game.
  const own = withoutStatuses(withoutStatuses(entries, ['hack', 'crack']), ['pirate']);
  const releases = listReleases(own, findCompany);
  const released = releases.filter(({ isReleased }) => isReleased);
  const dumpsOf = placeDumps(entries, releases);
  const withDumps = <L extends object>(line: L, dumps: DumpLine[]) => (dumps.length > 0 ? { ...line, dumps } : line);
  const line = {
    platform: (entries[0] as Entry).platform,
    first_release_date: firstReleaseDate(released.map((release) => release.line.release_date)),
    attributes: sortedUnique([...own.flatMap((entry) => entry.attributes), ...kindAttributes(entries)]),
    releases: releases
      .map((release) => ({ text: JSON.stringify(release.line), line: withDumps(release.line, dumpsOf(release)) }))
      .toSorted((a, b) => compareText(a.text, b.text))
      .map((release) => release.line),
  };
  return withDumps(line, dumpsOf(undefined));
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

/** The date of an entry in all its countries. What has one of the statuses may never have been sold. */
export function onlyDate(date: string | null | undefined, statuses: readonly Status[] = []): DatedRelease[] {
  return [{ date: (isReleased(statuses) ? date : null) ?? null, countries: [], note: undefined }];
}

/**
 * Combines dumps into releases: those with the same countries, companies, statuses and notes are one release, and a vague
 * date equals a precise one that it allows.
 */
function listReleases(entries: readonly Entry[], findCompany: FindCompany) {
  const groups = Map.groupBy(entries.flatMap(listDumps), releaseKey);
  const releases = groups.values().flatMap((group) => Map.groupBy(group, preciseDate(group)));
  return Array.from(releases, ([date, dumps]) => toRelease(date, dumps, findCompany));
}

function listDumps(entry: Entry): Dump[] {
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

/** The company in a note such as `Kixx` published the game again. */
function describe(
  dumps: readonly Dump[],
  statuses: readonly Status[],
  notes: readonly string[],
  findCompany: FindCompany,
): string | null {
  const names = statuses.toSorted().map((status) => (status === 'crack' ? 'Cracked' : capitalized(status)));
  const published = notes.map((note) => {
    const company = findCompany(note);
    return company === undefined ? note : `${company} release`;
  });
  return [...names, ...versionsOf(dumps), ...published].join('; ') || null;
}

/** No versions if any dump of the release has none: the release then includes the unversioned one. */
function versionsOf(dumps: readonly Dump[]): string[] {
  if (dumps.some(({ entry }) => entry.versions.length === 0)) return [];
  return sortedUnique(dumps.flatMap(({ entry }) => entry.versions)).slice(0, MAX_VERSIONS);
}

/** A code that is limited to some countries is listed only with releases in these countries. */
function codesOf(dumps: readonly Dump[], countries: readonly string[]): ReleaseLine['product_codes'] {
  const isSold = (limits: readonly string[]) =>
    limits.length === 0 || countries.length === 0 || limits.some((country) => countries.includes(country));
  const codes = new Map(
    dumps
      .flatMap(({ entry }) => entry.codes)
      .filter((code) => isSold(code.countries))
      .map(({ product_code, product_code_type }) => [product_code, { product_code, product_code_type }]),
  );
  return [...codes.values()].toSorted((a, b) => compareText(a.product_code, b.product_code));
}

/**
 * The files of entries on one platform, each once. A file that only entries of one release have belongs to that release. Others
 * are shared by several releases, or only in entries that are no release.
 */
function placeDumps<R extends { entries: ReadonlySet<Entry> }>(entries: readonly Entry[], releases: readonly R[]) {
  const found = new Map<string, { dump: DumpLine; places: Set<R | undefined> }>();
  for (const entry of entries) {
    const own = releases.filter((release) => release.entries.has(entry));
    for (const dump of entry.dumps ?? []) {
      const { places } = getOrInsert(found, nameOf(dump), () => ({ dump, places: new Set() }));
      for (const release of own.length > 0 ? own : [undefined]) places.add(release);
    }
  }
  const sortText = (dump: DumpLine) => `${dump.name ?? ''}\n${nameOf(dump)}`;
  const sorted = [...found.values()].toSorted((a, b) => compareText(sortText(a.dump), sortText(b.dump)));
  const placed = Map.groupBy(sorted, ({ places }) => (places.size === 1 ? [...places][0] : undefined));
  return (release: R | undefined) => placed.get(release)?.map(({ dump }) => dump) ?? [];
}

/** What tells files apart: the strongest hash. */
function nameOf({ sha1, md5, crc, size }: DumpLine): string {
  return sha1 ?? md5 ?? `${crc} ${size}`;
}

import type { ReleaseLine } from '../../bundle/lines.ts';
import { companyKey } from '../../vocabulary/companies.ts';
import type { PlatformFacts } from './mappings.ts';

/** A company that an item names, with what it is named for. */
export interface Credit {
  id: string;
  /** Undefined where its name is not in the input. */
  name: string | undefined;
  platforms: string[];
  countries: string[];
  /** Whether it is named for some platforms or countries alone, even if we know none of them. */
  isQualified: boolean;
}

/** A date with the platforms and countries that it is said of. */
export interface DatedRelease {
  date: string;
  platforms: string[];
  countries: string[];
}

export interface ReleaseFacts {
  platforms: readonly PlatformFacts[];
  dates: readonly DatedRelease[];
  developers: readonly Credit[];
  publishers: readonly Credit[];
}

interface Release {
  platform: string;
  date: string | null;
  countries: string[];
}

/**
 * The platform of a date that names none: the only one that was on sale by then. Where there were several, the date is
 * that of the first release, and nobody knows on which.
 */
export function platformOfDate(date: string, platforms: readonly PlatformFacts[]): string | undefined {
  const possible = new Set(platforms.filter(({ since }) => since <= Number(date.slice(0, 4))).map(({ key }) => key));
  return possible.size === 1 ? [...possible][0] : undefined;
}

/** The releases of every platform, and how many publishers could not be given to any. */
export function releasesOf(facts: ReleaseFacts): { releases: Map<string, ReleaseLine[]>; strayPublishers: number } {
  const keys = [...new Set(facts.platforms.map(({ key }) => key))];
  const all = keys.flatMap((platform) => datesOf(platform, facts.dates));
  const placed = new Set<string>();
  const lines = all.map((release) => {
    const publishers = publishersOf(release, facts.publishers, all.length);
    for (const { id } of publishers) placed.add(id);
    const developers = facts.developers.filter((credit) => isOfPlatform(credit, release.platform));
    return { platform: release.platform, line: toLine(release, developers, publishers) };
  });
  const told = lines.filter(({ line }) => line.release_date !== null || line.companies.length > 0);
  const named = facts.publishers.filter(({ name }) => name !== undefined);
  return {
    releases: new Map(keys.map((key) => [key, told.flatMap(({ platform, line }) => (platform === key ? line : []))])),
    strayPublishers: named.filter(({ id }) => !placed.has(id)).length,
  };
}

/** A platform without a date has one release of which nothing is known but its companies. */
function datesOf(platform: string, dates: readonly DatedRelease[]): Release[] {
  const own = dates.filter(({ platforms }) => platforms.includes(platform));
  const distinct = new Map(own.map(({ date, countries }) => [`${date} ${countries}`, { platform, date, countries }]));
  const releases = [...distinct.values()].filter((release, _, all) => !all.some((other) => saysMore(other, release)));
  return releases.length > 0 ? releases : [{ platform, date: null, countries: [] }];
}

/** `1990` is said again by `1990-04-26`, and a date without a country by the same date with one. */
function saysMore(other: { date: string; countries: string[] }, one: { date: string; countries: string[] }): boolean {
  const isSameOrPreciser = other.date === one.date || other.date.startsWith(`${one.date}-`);
  const isSamePlace = one.countries.length === 0 || String(other.countries) === String(one.countries);
  const isMore = other.date.length + other.countries.length > one.date.length + one.countries.length;
  return isSameOrPreciser && isSamePlace && isMore;
}

/**
 * A publisher is one of some release, not of the game: those who are named for its platform or countries, or the only one
 * there is. Where several are named for nothing in particular, they are taken only if there is a single release.
 */
function publishersOf(release: Release, publishers: readonly Credit[], releases: number): Credit[] {
  const possible = publishers.filter((credit) => isOfPlatform(credit, release.platform) && isOfPlace(credit, release));
  const named = possible.filter(
    ({ platforms, countries }) =>
      platforms.includes(release.platform) || countries.some((country) => release.countries.includes(country)),
  );
  if (named.length > 0) return named;
  return possible.length === 1 || releases === 1 ? possible : [];
}

function isOfPlatform({ platforms, countries, isQualified }: Credit, platform: string): boolean {
  if (isQualified && platforms.length === 0 && countries.length === 0) return false;
  return platforms.length === 0 || platforms.includes(platform);
}

function isOfPlace({ countries }: Credit, release: Release): boolean {
  return (
    countries.length === 0 ||
    release.countries.length === 0 ||
    countries.some((country) => release.countries.includes(country))
  );
}

function toLine(release: Release, developers: readonly Credit[], publishers: readonly Credit[]): ReleaseLine {
  const credits = [
    ...publishers.map(({ name }) => ({ name, role: 'Published by' })),
    ...developers.map(({ name }) => ({ name, role: 'Developed by' })),
  ];
  const companies = new Map(
    credits.flatMap(({ name, role }) => {
      if (name === undefined) return [];
      const company = companyKey(name);
      return [[`${role} ${company}`, { company, role }] as const];
    }),
  );
  return {
    release_date: release.date,
    countries: release.countries,
    companies: [...companies.values()],
    description: null,
    product_codes: [],
  };
}

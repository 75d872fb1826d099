import type { ReleaseLine } from '../../bundle/lines.ts';
import { companyKey } from '../../vocabulary/companies.ts';
import type { PlatformFacts } from './context.ts';

/** A company of an item with the platforms and countries that its statement names. */
export interface Credit {
  id: string;
  /** Undefined if its name is not in the input. */
  name: string | undefined;
  platforms: string[];
  countries: string[];
  /** Whether the statement names platforms or countries, known or not. */
  isQualified: boolean;
}

export interface Release {
  /** Key of the platform. */
  platform: string;
  /** Empty if unknown. */
  date: string;
  countries: string[];
}

export interface ReleaseFacts {
  /** Keys. */
  platforms: readonly string[];
  dates: readonly Release[];
  developers: readonly Credit[];
  publishers: readonly Credit[];
}

/**
 * The platform of a date without one: the only platform that was on sale by then. If there were several, it is the date of the
 * first release on an unknown platform.
 */
export function platformOfDate(date: string, platforms: readonly PlatformFacts[]): string | undefined {
  const possible = new Set(platforms.filter(({ since }) => since <= Number(date.slice(0, 4))).map(({ key }) => key));
  return possible.size === 1 ? [...possible][0] : undefined;
}

/** Also returns how many publishers have no release. */
export function listReleases(facts: ReleaseFacts) {
  const all = facts.platforms.flatMap((platform) => listOfPlatform(platform, facts.dates));
  const credited = new Set<string>();
  const releases = all.map((release) => {
    const publishers = publishersOf(release, facts.publishers, all.length);
    for (const { id } of publishers) credited.add(id);
    const developers = facts.developers.filter((credit) => isOfPlatform(credit, release.platform));
    return { platform: release.platform, line: toLine(release, developers, publishers) };
  });
  return {
    releases: releases.filter(({ line }) => line.release_date !== null || line.companies.length > 0),
    skippedPublishers: facts.publishers.filter(({ id, name }) => name !== undefined && !credited.has(id)).length,
  };
}

/** A platform without a date has one release, for its companies. */
function listOfPlatform(platform: string, dates: readonly Release[]): Release[] {
  const own = dates.filter((release) => release.platform === platform);
  const distinct = new Map(own.map((release) => [`${release.date} ${release.countries}`, release]));
  const releases = [...distinct.values()].filter((release, _, all) => !all.some((other) => saysMore(other, release)));
  return releases.length > 0 ? releases : [{ platform, date: '', countries: [] }];
}

/** `1990-04-26` replaces `1990`, and a date with a country replaces the same date without one. */
function saysMore(other: Release, one: Release): boolean {
  const isSameOrPreciser = other.date === one.date || other.date.startsWith(`${one.date}-`);
  const isSamePlace = one.countries.length === 0 || String(other.countries) === String(one.countries);
  const isMore = other.date.length + other.countries.length > one.date.length + one.countries.length;
  return isSameOrPreciser && isSamePlace && isMore;
}

/**
 * A publisher belongs to a release, not to the game: those that name its platform or country, or the only one of the game.
 * Several publishers that name neither are used only if the game has a single release.
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

function toLine({ date, countries }: Release, developers: readonly Credit[], publishers: readonly Credit[]) {
  const credits = [
    ...publishers.map(({ name }) => ({ name, role: 'Published by' })),
    ...developers.map(({ name }) => ({ name, role: 'Developed by' })),
  ];
  const companies = credits.flatMap(({ name, role }) =>
    name === undefined ? [] : { company: companyKey(name), role },
  );
  const distinct = new Map(companies.map((credit) => [`${credit.role} ${credit.company}`, credit]));
  const line: ReleaseLine = {
    release_date: date || null,
    countries,
    companies: [...distinct.values()],
    description: null,
    product_codes: [],
  };
  return line;
}

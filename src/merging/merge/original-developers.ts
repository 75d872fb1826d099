import type { GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import { companyFamily } from '../../vocabulary/companies.ts';
import { isCurated } from '../../vocabulary/sources.ts';
import { type Credit, DEVELOPER, type MapCredit, mapCredits } from './credits.ts';
import { isSold } from './merge-releases.ts';
import type { Sourced } from './sourced.ts';

/** A game reaches other countries within this time. Later ones are reissues, often adapted by others. */
const MAX_YEARS_LATER = 2;

/**
 * What sources say about a game on one platform, with no other developers than the most trusted source names for its first
 * releases there. Others adapted a reissue, made a copy, or are the publisher by mistake. Nothing is removed if no source names
 * a developer of the first releases.
 */
export function withOriginalDevelopers(stated: readonly Sourced<GamePlatformLine>[]): Sourced<GamePlatformLine>[] {
  const lines = stated.map(({ source, value }) => ({ source, value: mapCredits(value, withoutDistributor) }));
  const first = firstYear(lines.flatMap(({ value }) => value.releases ?? []));
  const sources = Map.groupBy(lines, ({ source }) => source);
  for (const [source, own] of sources) {
    const originals = findOriginals(
      own.flatMap(({ value }) => value.releases ?? []),
      isCurated(source) ? Infinity : first + MAX_YEARS_LATER,
    );
    if (originals.length > 0)
      return lines.map((line) => ({ source: line.source, value: mapCredits(line.value, toOriginal(originals)) }));
  }
  return lines;
}

/** The developers of a source's first releases. None if these are later than `limit`. */
function findOriginals(releases: readonly ReleaseLine[], limit: number): Credit[] {
  const credited = releases.filter((release) => isSold(release) && release.companies.some(isDeveloper));
  const first = firstYear(credited);
  if (first > limit && first !== Infinity) return [];
  const original = credited.filter((release) => (yearOf(release) ?? first) <= first + MAX_YEARS_LATER);
  return original.flatMap(({ companies }) => companies.filter(isDeveloper));
}

/** Another name of an original developer becomes the first one: a branch, or another spelling. */
function toOriginal(originals: readonly Credit[]): MapCredit {
  const names = new Set(originals.map(({ company }) => company));
  const byFamily = new Map(originals.toReversed().map((original) => [familyOf(original), original]));
  return (credit) => (isDeveloper(credit) && !names.has(credit.company) ? byFamily.get(familyOf(credit)) : credit);
}

/** A distributor or a chain of shops, such as Sears, developed nothing that another company published. */
function withoutDistributor(credit: Credit, { companies }: ReleaseLine): Credit | undefined {
  const isOwn = companies.every(({ company, role }) => role === DEVELOPER || company === credit.company);
  return isDeveloper(credit) && companyFamily(credit.company) === '' && !isOwn ? undefined : credit;
}

function isDeveloper({ role }: Credit): boolean {
  return role === DEVELOPER;
}

function familyOf({ company }: Credit): string {
  return companyFamily(company) || company;
}

/** Infinity if no date is known. */
function firstYear(releases: readonly ReleaseLine[]): number {
  return Math.min(...releases.filter((release) => isSold(release)).flatMap((release) => yearOf(release) ?? []));
}

function yearOf({ release_date: date }: ReleaseLine): number | undefined {
  return date === null ? undefined : Number(date.slice(0, 4));
}

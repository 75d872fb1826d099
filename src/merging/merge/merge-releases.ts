import type { GamePlatformLine, ReleaseLine } from '../../bundle/lines.ts';
import type { Merged, Sourced } from './sourced.ts';

/** Years are often off by one: the title screen has one, the shops another. */
const MAX_YEARS_APART = 1;
const PUBLISHER = 'Published by';

/** The releases of all sources. Two sources' data about the same release is combined. */
export function mergeReleases(lines: readonly Sourced<GamePlatformLine>[]): Merged<ReleaseLine[]> {
  let releases: ReleaseLine[] = [];
  const sources = new Set<string>();
  for (const { source, value } of lines) {
    if (value.releases?.length) sources.add(source);
    // Two releases of one source are never the same.
    const known = new Set(releases);
    const added: ReleaseLine[] = [];
    for (const release of value.releases ?? []) {
      const same = [...known].find((other) => isSame(other, release));
      if (same) {
        known.delete(same);
        releases = releases.map((other) => (other === same ? combine(same, release) : other));
      } else added.push(release);
    }
    releases = [...releases, ...added];
  }
  return { value: releases, sources: [...sources] };
}

function isSame(known: ReleaseLine, other: ReleaseLine): boolean {
  const isDescribedAlike = !other.description || other.description === known.description;
  return (
    isDescribedAlike &&
    areCountriesAlike(known, other) &&
    areDatesAlike(known, other) &&
    arePublishersAlike(known, other)
  );
}

/** The same countries, or a part of them. Unknown countries match all. */
function areCountriesAlike(known: ReleaseLine, other: ReleaseLine): boolean {
  if (known.countries.length === 0 || other.countries.length === 0) return true;
  return other.countries.every((country) => known.countries.includes(country));
}

function areDatesAlike({ release_date: a }: ReleaseLine, { release_date: b }: ReleaseLine): boolean {
  if (a === null || b === null) return true;
  return Math.abs(Number(a.slice(0, 4)) - Number(b.slice(0, 4))) <= MAX_YEARS_APART;
}

/** A branch counts as its company, such as Nintendo of America as Nintendo. */
function arePublishersAlike(known: ReleaseLine, other: ReleaseLine): boolean {
  const [a, b] = [publishersOf(known), publishersOf(other)];
  const isBranch = (branch: string, company: string) => branch === company || branch.startsWith(`${company}-`);
  return a.length === 0 || b.length === 0 || a.some((one) => b.some((two) => isBranch(one, two) || isBranch(two, one)));
}

function publishersOf({ companies }: ReleaseLine): string[] {
  return companies.filter(({ role }) => role === PUBLISHER).map(({ company }) => company);
}

/** Takes the more precise date, adds companies of missing roles, and unites the product codes. */
function combine(known: ReleaseLine, other: ReleaseLine): ReleaseLine {
  const roles = new Set(known.companies.map(({ role }) => role));
  const codes = new Set(known.product_codes.map(({ product_code }) => product_code));
  return {
    ...known,
    release_date: morePrecise(known.release_date, other.release_date),
    countries: known.countries.length > 0 ? known.countries : other.countries,
    companies: [...known.companies, ...other.companies.filter(({ role }) => !roles.has(role))],
    product_codes: [
      ...known.product_codes,
      ...other.product_codes.filter(({ product_code }) => !codes.has(product_code)),
    ],
  };
}

function morePrecise(known: string | null, other: string | null): string | null {
  return (other?.length ?? 0) > (known?.length ?? 0) ? other : known;
}

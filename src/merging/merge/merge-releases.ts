import type { ReleaseLine } from '../../bundle/lines.ts';
import type { Picked, Said } from './sourced.ts';

/** A year is often off by one: written on the title screen, sold after Christmas. */
const MOST_YEARS_APART = 1;
const PUBLISHER = 'Published by';

/** The releases of all sources: what two of them say of the same release becomes one, the rest stands beside it. */
export function mergeReleases(said: readonly Said<ReleaseLine[]>[]): Picked<ReleaseLine[]> {
  let releases: ReleaseLine[] = [];
  const sources = new Set<string>();
  for (const { source, value } of said) {
    if (value.length > 0) sources.add(source);
    // Within one source two releases are two.
    const known = new Set(releases);
    const added: ReleaseLine[] = [];
    for (const release of value) {
      const same = [...known].find((other) => isSame(other, release));
      if (same) {
        known.delete(same);
        releases = releases.map((other) => (other === same ? join(same, release) : other));
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

/** The same ones, or part of them; or one of the two does not know. */
function areCountriesAlike(known: ReleaseLine, other: ReleaseLine): boolean {
  if (known.countries.length === 0 || other.countries.length === 0) return true;
  return other.countries.every((country) => known.countries.includes(country));
}

function areDatesAlike({ release_date: a }: ReleaseLine, { release_date: b }: ReleaseLine): boolean {
  if (a === null || b === null) return true;
  return Math.abs(Number(a.slice(0, 4)) - Number(b.slice(0, 4))) <= MOST_YEARS_APART;
}

/** Nintendo of America is Nintendo here: one source names the branch, another the house. */
function arePublishersAlike(known: ReleaseLine, other: ReleaseLine): boolean {
  const [a, b] = [publishersOf(known), publishersOf(other)];
  const isOf = (branch: string, house: string) => branch === house || branch.startsWith(`${house}-`);
  return a.length === 0 || b.length === 0 || a.some((one) => b.some((two) => isOf(one, two) || isOf(two, one)));
}

function publishersOf({ companies }: ReleaseLine): string[] {
  return companies.filter(({ role }) => role === PUBLISHER).map(({ company }) => company);
}

/** The more precise date, the companies in roles that are missing, all codes. */
function join(known: ReleaseLine, other: ReleaseLine): ReleaseLine {
  const roles = new Set(known.companies.map(({ role }) => role));
  const codes = new Set(known.product_codes.map(({ product_code }) => product_code));
  return {
    ...known,
    release_date: moreExact(known.release_date, other.release_date),
    countries: known.countries.length > 0 ? known.countries : other.countries,
    companies: [...known.companies, ...other.companies.filter(({ role }) => !roles.has(role))],
    product_codes: [
      ...known.product_codes,
      ...other.product_codes.filter(({ product_code }) => !codes.has(product_code)),
    ],
  };
}

function moreExact(known: string | null, other: string | null): string | null {
  return (other?.length ?? 0) > (known?.length ?? 0) ? other : known;
}

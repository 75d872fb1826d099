import type { ReleaseLine } from '../../bundle/lines.ts';
import { compareDates } from '../../catalog/model/record.ts';
import { plainCode } from '../../folding.ts';
import { companyFamily } from '../../vocabulary/companies.ts';
import { areaOf, regionOf } from '../../vocabulary/countries.ts';
import { PUBLISHER } from './credits.ts';

const WORLDWIDE = 'Worldwide';
/** Versions distinguish dumps of one release. */
const VERSION = /^(v|ver|version|rev|revision|r)\.? ?\d[\w.]*$|^rev(ision)?\.? [a-z]$/i;
/** A year alone is often that of the title screen. */
const MAX_YEARS_APART = 1;
const MIN_AREAS_OF_WORLD = 2;

/**
 * The releases without those that say nothing but what a more exact one says: the same countries or a part of them, an
 * equal or vaguer date, the same publisher and description. A release in several countries loses those that have one of
 * their own. The first of two equal ones stays.
 */
export function withoutCovered(releases: readonly ReleaseLine[]): ReleaseLine[] {
  const slots: (ReleaseLine | undefined)[] = [...releases];
  for (const i of [...slots.keys()].reverse()) {
    const release = slots[i] as ReleaseLine;
    const isOther = (j: number) => j !== i && slots[j] !== undefined && isLike(release, slots[j]);
    const { covering, left } = findCovering(release, slots, [...slots.keys()].filter(isOther));
    for (const j of covering) slots[j] = cover(slots[j] as ReleaseLine, release, j < i);
    if (covering.length > 0) slots[i] = left.length > 0 ? { ...release, countries: left } : undefined;
  }
  return slots.filter((release) => release !== undefined);
}

/** The releases that cover this one, by their index, and the countries that they leave. */
function findCovering(
  release: ReleaseLine,
  slots: readonly (ReleaseLine | undefined)[],
  candidates: readonly number[],
) {
  const at = (j: number) => slots[j] as ReleaseLine;
  const best = (found: readonly number[]) =>
    found.toSorted(
      (a, b) => at(a).countries.length - at(b).countries.length || compareDates(at(a).release_date, at(b).release_date),
    )[0];
  const { countries } = release;
  const whole = best(candidates.filter((j) => countries.every((country) => isSoldIn(at(j), country, release))));
  if (whole !== undefined) return { covering: [whole], left: [] };
  if (countries.length === 1 && countries[0] === WORLDWIDE && isVague(release)) {
    const areas = new Set(candidates.flatMap((j) => at(j).countries.map(areaOf)));
    return { covering: areas.size >= MIN_AREAS_OF_WORLD ? candidates : [], left: [] };
  }
  const parts = candidates.filter((j) => at(j).countries.length < countries.length);
  const found = countries.map((country) => best(parts.filter((j) => at(j).countries.includes(country))));
  return {
    covering: [...new Set(found.filter((j) => j !== undefined))],
    left: countries.filter((_, n) => found[n] === undefined),
  };
}

/** A country without a code of its own is part of its region: France of Europe. */
function isSoldIn({ countries }: ReleaseLine, country: string, { product_codes }: ReleaseLine): boolean {
  return (
    countries.includes(country) || (product_codes.length === 0 && countries.includes(regionOf(country) ?? country))
  );
}

/** Whether the other may be the same release, known at least as exactly. */
function isLike(release: ReleaseLine, other: ReleaseLine): boolean {
  return (
    isVaguer(release.release_date, other.release_date) &&
    editionOf(release) === editionOf(other) &&
    haveSamePublisher(release, other)
  );
}

function isVaguer(date: string | null, other: string | null): boolean {
  if (date === null || other === null) return date === null;
  if (other.startsWith(date)) return true;
  const isYear = date.length === 4 && other.length > 4;
  return isYear && Math.abs(Number(date) - Number(other.slice(0, 4))) <= MAX_YEARS_APART;
}

/** What distinguishes releases of one country and year: Prototype, Player's Choice, but not a version. */
export function editionOf({ description }: ReleaseLine): string {
  const parts = (description ?? '').split('; ').filter((part) => !VERSION.test(part));
  return parts.join('; ').toLowerCase();
}

function cover(other: ReleaseLine, release: ReleaseLine, isFirst: boolean): ReleaseLine {
  const combined = isFirst ? combine(other, release) : combine(release, other);
  const { countries, release_date } = other;
  return { ...combined, countries, release_date, description: other.description || (release.description ?? null) };
}

function isVague({ release_date }: ReleaseLine): boolean {
  return release_date === null || release_date.length === 4;
}

const DAY_LENGTH = 10;

/** The same publisher. On the same day, or with the same product code, sources only disagree about the publisher. */
export function haveSamePublisher(known: ReleaseLine, other: ReleaseLine): boolean {
  const isSameDay = known.release_date?.length === DAY_LENGTH && known.release_date === other.release_date;
  return isSameDay || arePublishersAlike(known, other) || haveSameCode(known, other);
}

function haveSameCode(known: ReleaseLine, other: ReleaseLine): boolean {
  const codes = new Set(known.product_codes.map(({ product_code }) => plainCode(product_code)));
  return other.product_codes.some(({ product_code }) => codes.has(plainCode(product_code)));
}

/** A branch counts as its company, such as Nintendo of America as Nintendo. No publisher is like any. */
function arePublishersAlike(known: ReleaseLine, other: ReleaseLine): boolean {
  const [a, b] = [publishersOf(known), publishersOf(other)];
  return a.length === 0 || b.length === 0 || a.some((one) => b.includes(one));
}

function publishersOf({ companies }: ReleaseLine): string[] {
  const publishers = companies.filter(({ role }) => role === PUBLISHER);
  return publishers.map(({ company }) => companyFamily(company)).filter((family) => family !== '');
}

/** Takes the more precise date, adds companies of missing roles, and unites the product codes. */
export function combine(known: ReleaseLine, other: ReleaseLine): ReleaseLine {
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

/** A month of the first source is not replaced by another month. */
function morePrecise(known: string | null, other: string | null): string | null {
  const isMore = (other?.length ?? 0) > (known?.length ?? 0);
  return isMore && (known === null || known.length === 4 || other?.startsWith(known)) ? other : known;
}

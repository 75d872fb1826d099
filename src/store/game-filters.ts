import { hash } from 'node:crypto';
import { fold, plainCode } from '../folding.ts';
import { type ExternalId, externalKey } from './external-ids.ts';

/** The bits of the kinds of games, the most game-like first. */
export const KIND_FLAGS = {
  compilation: 1 << 4,
  prototype: 1 << 5,
  homebrew: 1 << 6,
  pirate: 1 << 7,
  hack: 1 << 8,
  'add-on': 1 << 9,
  demo: 1 << 10,
  magazine: 1 << 11,
  utility: 1 << 12,
  'unknown-disk': 1 << 13,
} as const;

/** What a game has, and its kinds, as bits. */
export const FLAGS = {
  cover: 1 << 0,
  screenshot: 1 << 1,
  description: 1 << 2,
  score: 1 << 3,
  ...KIND_FLAGS,
  unreleased: 1 << 14,
} as const;
export type Flag = keyof typeof FLAGS;

/** The bits of all kinds but these. */
export function kindsExcept(...kinds: (keyof typeof KIND_FLAGS)[]): number {
  const all = Object.values(KIND_FLAGS).reduce((bits, flag) => bits | flag, 0);
  return kinds.reduce((bits, kind) => bits & ~KIND_FLAGS[kind], all);
}

/** The fields of a record that filters use. */
interface FilteredRecord {
  description: string | null;
  catalog_score: number | null;
  external_ids: readonly ExternalId[];
  platforms: readonly FilteredPlatform[];
}

interface FilteredPlatform {
  platform_id: number;
  first_release_date: string | null;
  attributes: readonly { attribute_name: string; attribute_category_name: string }[];
  releases: readonly FilteredRelease[];
  screenshots: readonly unknown[];
  cover_groups: readonly { covers: readonly { scan_of: string }[] }[];
}

interface FilteredRelease {
  release_date: string | null;
  countries: readonly string[];
  companies: readonly { company_id: number; role: string }[];
  description: string | null;
  product_codes: readonly { product_code: string }[];
}

/** Values that are looked up as a whole. Each is stored as a hash of 53 bits, with its type. */
export const TERMS = {
  country: (name: string) => `country ${fold(name)}`,
  code: (code: string) => `code ${plainCode(code)}`,
  externalId: (key: string) => `id ${key}`,
  /** A game that came out first, or in the same year, on this platform. */
  original: (platform: number) => `original on ${platform}`,
};

const ROLES = new Map<string, 'published' | 'developed'>([
  ['Published by', 'published'],
  ['Developed by', 'developed'],
]);

/** What lists of games are filtered and sorted by besides platforms, genres, groups and notability. */
export function filtersOf(record: FilteredRecord) {
  const releases = record.platforms.flatMap((platform) => platform.releases);
  const companies = { published: new Set<number>(), developed: new Set<number>(), credited: new Set<number>() };
  for (const { company_id, role } of releases.flatMap((release) => release.companies))
    companies[ROLES.get(role) ?? 'credited'].add(company_id);
  const terms = new Set([
    ...releases.flatMap(({ countries }) => countries.map(TERMS.country)),
    ...releases.flatMap(({ product_codes }) => product_codes.map(({ product_code }) => TERMS.code(product_code))),
    ...record.external_ids.map(externalKey).map(TERMS.externalId),
    ...originalPlatforms(record.platforms).map(({ platform_id }) => TERMS.original(platform_id)),
  ]);
  const sorted = (ids: ReadonlySet<number>) => [...ids].toSorted((a, b) => a - b);
  return {
    published: sorted(companies.published),
    developed: sorted(companies.developed),
    credited: sorted(companies.credited),
    terms: Array.from(terms, hashTerm),
    flags: flagsOf(record, releases),
    release: dateNumber(firstRelease(record.platforms)),
  };
}

const HALF = 2 ** 32;
const HIGH_BITS = 21;

/** 53 bits, so that it is exact as a number: among ten million terms, two are equal by accident once in 180 catalogs. */
export function hashTerm(term: string): number {
  const bytes = hash('sha256', term, 'buffer');
  return (bytes.readUInt32BE(0) >>> (32 - HIGH_BITS)) * HALF + bytes.readUInt32BE(4);
}

function flagsOf(record: FilteredRecord, releases: readonly FilteredRelease[]): number {
  const { platforms } = record;
  const covers = platforms.flatMap(({ cover_groups }) => cover_groups.flatMap((group) => group.covers));
  const kinds = kindsOf(platforms);
  const has: Partial<Record<Flag, boolean>> = {
    cover: covers.some(({ scan_of }) => scan_of === 'Front Cover'),
    screenshot: platforms.some(({ screenshots }) => screenshots.length > 0),
    description: record.description !== null,
    score: record.catalog_score !== null,
    unreleased: neverCameOut(releases),
  };
  const own = Object.entries(has).flatMap(([flag, holds]) => (holds ? [flag] : []));
  return [...own, ...kinds].reduce((flags, flag) => flags | (FLAGS[flag as Flag] ?? 0), 0);
}

/** How importers describe releases that were not sold. */
const UNRELEASED = /(?:^|; )Unreleased\b/;
const NOT_SOLD = /(?:^|; )(?:Unreleased|Prototype|Demo)\b/;

/** A source says so, and no other release contradicts it. */
function neverCameOut(releases: readonly FilteredRelease[]): boolean {
  const isDescribed = (form: RegExp) => (release: FilteredRelease) => form.test(release.description ?? '');
  return releases.some(isDescribed(UNRELEASED)) && releases.every(isDescribed(NOT_SOLD));
}

/** The kinds of a game that is an ordinary one on no platform. */
function kindsOf(platforms: readonly FilteredPlatform[]): string[] {
  const kinds = platforms.map(({ attributes }) =>
    attributes.filter(({ attribute_category_name }) => attribute_category_name === 'Kind'),
  );
  if (kinds.some((own) => own.length === 0)) return [];
  return kinds.flat().map(({ attribute_name }) => attribute_name.toLowerCase().replaceAll(' ', '-'));
}

/** Those of the first year; all if no date is known. */
function originalPlatforms(platforms: readonly FilteredPlatform[]): FilteredPlatform[] {
  const year = firstRelease(platforms)?.slice(0, 4);
  return platforms.filter(({ first_release_date: date }) => year === undefined || date?.startsWith(year));
}

/** The earliest date, to the day if a release of that month has one. */
function firstRelease(platforms: readonly FilteredPlatform[]): string | undefined {
  const dates = platforms.flatMap(({ first_release_date }) => first_release_date ?? []);
  const first = dates.toSorted(byDate)[0];
  if (first === undefined) return undefined;
  const days = platforms
    .flatMap(({ releases }) => releases.flatMap(({ release_date }) => release_date ?? []))
    .filter((date) => date.startsWith(`${first}-`));
  return days.toSorted(byDate)[0] ?? first;
}

function byDate(a: string, b: string): number {
  return dateNumber(a) - dateNumber(b);
}

const MONTHS = 13;
const DAYS = 32;

/** Grows with the date. A year sorts after its months and a month after its days, as everywhere. 0: unknown. */
export function dateNumber(date: string | undefined): number {
  if (date === undefined) return 0;
  const [year, month = MONTHS, day = DAYS] = date.split('-').map(Number) as [number, number?, number?];
  return (year * MONTHS + month - 1) * DAYS + day - 1;
}

/** The year of a `dateNumber`. */
export function yearOfDate(number: number): number {
  return Math.floor(number / (MONTHS * DAYS));
}

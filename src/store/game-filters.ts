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
  /** A compilation that was not licensed. */
  multicart: 1 << 15,
} as const;
export type Flag = keyof typeof FLAGS;

/** The bits of all kinds but these. */
export function kindsExcept(...kinds: (keyof typeof KIND_FLAGS)[]): number {
  const all = Object.values(KIND_FLAGS).reduce((bits, flag) => bits | flag, 0);
  return kinds.reduce((bits, kind) => bits & ~KIND_FLAGS[kind], all);
}

/** The fields of a record that filters use. */
interface FilteredRecord {
  title: string;
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
  /** On a platform, or on any. */
  play: (play: Play, platform?: number) => `players ${play}${platform === undefined ? '' : ` on ${platform}`}`,
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
    ...playTerms(record.platforms),
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
    dates: record.platforms.map((platform) => dateNumber(firstRelease([platform]))),
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
    multicart: kinds.includes('compilation') && isMulticart(record.title, releases),
  };
  const own = Object.entries(has).flatMap(([flag, holds]) => (holds ? [flag] : []));
  return [...own, ...kinds].reduce((flags, flag) => flags | (FLAGS[flag as Flag] ?? 0), 0);
}

/** `4 in 1`, `31-in-1`, `2 Games in One`. */
const SEVERAL_IN_ONE = /\b(\d+)[- ]?(?:games?[- ])?in[- ]?(?:1|one)\b/i;
/** Nobody licensed more games for one cartridge. */
const MAX_LICENSED = 4;
const UNLICENSED = /(?:^|; )(?:Unlicensed|Pirate)\b/;

/** Sources seldom say that a multicart is a pirate, but its title does. */
function isMulticart(title: string, releases: readonly FilteredRelease[]): boolean {
  const games = Number(SEVERAL_IN_ONE.exec(title)?.[1] ?? 0);
  if (games === 0) return /\bmulti-?cart\b/i.test(title);
  return games > MAX_LICENSED || releases.some(({ description }) => UNLICENSED.test(description ?? ''));
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

/** The largest number of players on any platform, and that on each one: ports differ. */
function playTerms(platforms: readonly FilteredPlatform[]): string[] {
  return [
    ...listPlay(platforms.flatMap(({ attributes }) => attributes)).map((play) => TERMS.play(play)),
    ...platforms.flatMap(({ platform_id, attributes }) =>
      listPlay(attributes).map((play) => TERMS.play(play, platform_id)),
    ),
  ];
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

/** Below the `dateNumber` of every date of this year, and above those before it. */
export function startOfYear(year: number): number {
  return year * MONTHS * DAYS;
}

/** The year of a `dateNumber`. */
export function yearOfDate(number: number): number {
  return Math.floor(number / (MONTHS * DAYS));
}

/** Numbers of players that lists are filtered by: one only, or at least so many. */
export const PLAYERS = [1, 2, 3, 4] as const;
export type Players = (typeof PLAYERS)[number];
/** What lists are filtered by: a number of players, or whether they play together. */
export type Play = Players | typeof COOPERATIVE;

export const COOPERATIVE = 'cooperative';

/** The category of attributes such as `1 Player`, `2 Players`, `1-4 Players`. */
const PLAYERS_CATEGORY = 'Number of Players Supported';

interface Attribute {
  attribute_name: string;
  attribute_category_name: string;
}

/** What a game with these attributes is found by. */
export function listPlay(attributes: readonly Attribute[]): Play[] {
  const numbers = attributes.filter(({ attribute_category_name }) => attribute_category_name === PLAYERS_CATEGORY);
  const most = numbers.reduce((sofar, { attribute_name }) => Math.max(sofar, parsePlayers(attribute_name)), 0);
  const plays: Play[] = listPlayers(most);
  return attributes.some(isCooperative) ? [...plays, COOPERATIVE] : plays;
}

function isCooperative({ attribute_name, attribute_category_name }: Attribute): boolean {
  return attribute_category_name === 'Multiplayer Options' && attribute_name === 'Cooperative';
}

/** The largest number of players of an attribute; 0 if it has none. */
function parsePlayers(attribute: string): number {
  if (attribute === 'Massively Multiplayer') return Infinity;
  return Number(/(\d{1,4}) Players?$/.exec(attribute)?.[1] ?? 0);
}

/** The filters that a game for so many players matches. */
function listPlayers(most: number): Players[] {
  return PLAYERS.filter((players) => (players === 1 ? most === 1 : most >= players));
}

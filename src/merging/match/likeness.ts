import { plainTitle, titleKey } from '../../folding.ts';
import {
  isDistinctive,
  isGenericTitle,
  isNumberedTwice,
  isRemake,
  isSameElsewhere,
  MAX_YEARS_APART,
} from '../../matching/same-title.ts';
import { codeMarks, type MatchedFields, strongMarks } from './marks.ts';

/** What is compared of two games, from all layers of each. */
export interface Likeness {
  strong: ReadonlySet<string>;
  codes: ReadonlySet<string>;
  /** Main titles. */
  main: ReadonlySet<string>;
  /** Main titles that are distinctive enough without a company. */
  telling: ReadonlySet<string>;
  all: ReadonlySet<string>;
  /** Titles in a non-Latin script. */
  native: ReadonlySet<string>;
  companies: ReadonlySet<string>;
  /** Years of release by platform. */
  years: ReadonlyMap<string, readonly number[]>;
  /** Whether the titles number the game differently, as in regional numbering of a series. */
  isNumberedTwice: boolean;
}

const MIN_NATIVE_LENGTH = 3;
const MIN_LENGTH_ALONE = 3;
const MAX_YEARS_APART_HERE = 1;

export function describeLikeness(lines: readonly MatchedFields[]): Likeness {
  const titles = lines.flatMap(({ title, alternate_titles = [] }) => [
    title,
    ...alternate_titles.map((one) => one.title),
  ]);
  const releases = lines.flatMap(({ platforms }) => platforms.flatMap(({ releases: own = [] }) => own));
  return {
    strong: new Set(lines.flatMap(strongMarks)),
    codes: new Set(lines.flatMap(codeMarks)),
    main: new Set(lines.map(({ title }) => plainTitle(title))),
    telling: new Set(lines.filter(({ title }) => isDistinctive(titleKey(title))).map(({ title }) => plainTitle(title))),
    all: new Set(titles.map(plainTitle)),
    native: new Set(titles.filter(isNative).map(plainTitle)),
    companies: new Set(releases.flatMap(({ companies }) => companies.map(({ company }) => company))),
    years: yearsOf(lines),
    isNumberedTwice: isNumberedTwice(titles.map(titleKey)),
  };
}

/** The confidence that two games are the same; 0 means that they are not. */
export function compareLikeness(a: Likeness, b: Likeness): number {
  if (!a.strong.isDisjointFrom(b.strong)) return 5;
  const shared = [...a.years.keys()].filter((platform) => b.years.has(platform));
  const years = yearsApart(a, b, shared);
  if (!a.codes.isDisjointFrom(b.codes) && !isRemake(years)) return 4;
  return shared.length > 0 ? compareHere(a, b, years) : compareElsewhere(a, b, years);
}

/** On the same platform. */
function compareHere(a: Likeness, b: Likeness, years: number): number {
  const nativeTitles = [...a.native.intersection(b.native)].filter((title) => title.length >= MIN_NATIVE_LENGTH);
  const hasSameCompany = !a.companies.isDisjointFrom(b.companies);
  if (nativeTitles.length > 0 && (hasSameCompany || years <= MAX_YEARS_APART)) return 3;
  const titles = [...a.main.intersection(b.all), ...b.main.intersection(a.all)];
  if (titles.length === 0) return 0;
  // Pokémon Blue is an alternate title of Pokémon Red. Where both exist, each matches its own main title better.
  const isMain = !a.main.isDisjointFrom(b.main);
  if (hasSameCompany) return isRemake(years) ? 0 : isMain ? 3.5 : 3;
  if (titles.every(isGenericTitle)) return 0;
  if (years <= MAX_YEARS_APART_HERE) return 2;
  // One of them has neither year nor company: only the title is left, and nothing contradicts it.
  const isUnknown = Number.isNaN(years) && (a.companies.size === 0 || b.companies.size === 0);
  return isUnknown && isMain && titles.some((title) => title.length >= MIN_LENGTH_ALONE) ? 1.5 : 0;
}

/** On different platforms only main titles count: a regional title may be another game's title elsewhere. */
function compareElsewhere(a: Likeness, b: Likeness, years: number): number {
  if (a.isNumberedTwice || b.isNumberedTwice) return 0;
  const titles = [...a.main.intersection(b.main)].filter((title) => !isGenericTitle(title));
  const same = {
    isDistinctive: titles.some((title) => a.telling.has(title) || b.telling.has(title)),
    hasSameCompany: !a.companies.isDisjointFrom(b.companies),
    yearsApart: years,
  };
  return titles.length > 0 && isSameElsewhere(same) ? 1 : 0;
}

/** For enriching layers, which may have neither company nor year: the same title on the same platform. */
export function sharesTitle(a: Likeness, b: Likeness): boolean {
  const isHere = a.years.keys().some((platform) => b.years.has(platform));
  const years = yearsApart(a, b, [...a.years.keys()]);
  const titles = [...a.main.intersection(b.all), ...b.main.intersection(a.all)];
  return isHere && !(years > MAX_YEARS_APART) && !titles.every(isGenericTitle);
}

/** The distance between the nearest years on these platforms, or on all if there are none; NaN without a year. */
function yearsApart(a: Likeness, b: Likeness, platforms: readonly string[]): number {
  const of = ({ years }: Likeness) => {
    const here = platforms.flatMap((platform) => years.get(platform) ?? []);
    return here.length > 0 ? here : [...years.values()].flat();
  };
  const [one, other] = [of(a), of(b)];
  if (one.length === 0 || other.length === 0) return Number.NaN;
  const apart = [...new Set(one)].flatMap((year) => [...new Set(other)].map((also) => Math.abs(year - also)));
  return apart.reduce((least, years) => Math.min(least, years));
}

function yearsOf(lines: readonly MatchedFields[]): Map<string, number[]> {
  const years = new Map<string, number[]>();
  for (const { platform, first_release_date, releases = [] } of lines.flatMap(({ platforms }) => platforms)) {
    const dates = [first_release_date, ...releases.map(({ release_date }) => release_date)];
    const own = dates.flatMap((date) => (date ? [Number(date.slice(0, 4))] : []));
    years.set(platform, [...(years.get(platform) ?? []), ...own]);
  }
  return years;
}

/** A title with Latin letters may be a transcription, which others spell differently. */
function isNative(title: string): boolean {
  return /\p{Letter}/u.test(title) && !/\p{Script=Latin}/u.test(title);
}

import { numbersOf, withoutSpaces } from '../folding.ts';
import { readTable } from '../vocabulary/tables.ts';

/** Titles so common that two games are the same only if a company is the same. */
const genericKeys = new Set(readTable('generic-titles.tsv').map(([key = '']) => key));
const genericTitles = new Set([...genericKeys].map(withoutSpaces));

/** Without a common company, two games are the same only if the title is this long and the years are this close. */
const MIN_DISTINCTIVE_LENGTH = 9;
export const MAX_YEARS_APART = 3;
/** After more years, a game of the same company is more often a remake than a port. */
const MAX_YEARS_TO_PORT = 8;

/** What two games with the same title have in common. */
export interface SameTitle {
  isDistinctive: boolean;
  hasSameCompany: boolean;
  /** NaN if either year is unknown. */
  yearsApart: number;
}

/** Whether two games with the same title on different platforms are the same game. */
export function isSameElsewhere({ isDistinctive, hasSameCompany, yearsApart }: SameTitle): boolean {
  return hasSameCompany ? !isRemake(yearsApart) : isDistinctive && yearsApart <= MAX_YEARS_APART;
}

/** Whether a title key identifies a game by itself. Different games often share a short title within a few years. */
export function isDistinctive(key: string): boolean {
  return key.length >= MIN_DISTINCTIVE_LENGTH && !isGenericKey(key);
}

/** Whether a company may have used the title for another game in the meantime. */
export function isRemake(yearsApart: number): boolean {
  return yearsApart > MAX_YEARS_TO_PORT;
}

/** For title keys, which contain spaces: within one source, a title has one spelling. */
export function isGenericKey(key: string): boolean {
  return genericKeys.has(key);
}

/** For plain titles, which contain no spaces: sources differ in where they put them. */
export function isGenericTitle(plainTitle: string): boolean {
  return genericTitles.has(plainTitle);
}

/**
 * Whether the title keys of one game have different numbers. Final Fantasy VI was Final Fantasy III elsewhere, so its
 * number does not identify a game on another platform.
 */
export function isNumberedTwice(keys: readonly string[]): boolean {
  const [first = ''] = keys;
  const series = keys.filter((key) => firstWord(key) === firstWord(first));
  return new Set(series.map(numbersOf)).size > 1;
}

export function firstWord(key: string): string | undefined {
  return key.split(' ', 1)[0];
}

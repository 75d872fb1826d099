import { numbersOf, withoutSpaces } from '../folding.ts';
import { readTable } from '../vocabulary/tables.ts';

/** Titles so common that only the same company makes them the same game. */
const genericKeys = new Set(readTable('generic-titles.tsv').map(([key = '']) => key));
const genericTitles = new Set([...genericKeys].map(withoutSpaces));

/** Without a common company, a title must be this long and the years this close to be the same game elsewhere. */
const SHORTEST_TELLING_KEY = 9;
export const MOST_YEARS_APART = 3;
/** Later than that, a company has more often made the title anew than brought it to one more platform. */
const MOST_YEARS_AT_ONE_COMPANY = 8;

/** What two games of one title have in common besides. */
export interface SameTitle {
  isTelling: boolean;
  hasSameCompany: boolean;
  /** Between the two; NaN when either knows no year. */
  yearsApart: number;
}

/** Whether two games of one title on different platforms are the same. */
export function isSameElsewhere({ isTelling, hasSameCompany, yearsApart }: SameTitle): boolean {
  return hasSameCompany ? !isMadeAnew(yearsApart) : isTelling && yearsApart <= MOST_YEARS_APART;
}

/** Whether a title says enough by itself, by its key: of short ones several games are made within a few years. */
export function isTelling(key: string): boolean {
  return key.length >= SHORTEST_TELLING_KEY && !isGenericKey(key);
}

/** Whether one company may have used the title for another game since. */
export function isMadeAnew(yearsApart: number): boolean {
  return yearsApart > MOST_YEARS_AT_ONE_COMPANY;
}

/** Within one source, which spells a title one way: the key has its spaces. */
export function isGenericKey(key: string): boolean {
  return genericKeys.has(key);
}

/** Between sources: the plain title has none. */
export function isGenericTitle(plainTitle: string): boolean {
  return genericTitles.has(plainTitle);
}

/**
 * Whether the titles of one game number it differently, by their keys: Final Fantasy VI was Final Fantasy III elsewhere, and
 * such a number tells nothing on another platform.
 */
export function isNumberedTwice(keys: readonly string[]): boolean {
  const [first = ''] = keys;
  const series = keys.filter((key) => firstWord(key) === firstWord(first));
  return new Set(series.map(numbersOf)).size > 1;
}

export function firstWord(key: string): string | undefined {
  return key.split(' ', 1)[0];
}

import { withoutSpaces } from '../../folding.ts';
import { isGenericKey, isNumberedTwice, isSameElsewhere, isDistinctive } from '../../matching/same-title.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { chooseTitle } from '../dumps/titles.ts';
import { isDedicated } from './drivers.ts';
import type { Head } from './entry-file.ts';

/** Entries whose title is that of another game. */
const splits = new Set(readTable('mame-splits.tsv').map(([key]) => key as string));

/**
 * Titles of pirates and hacks are often those of other games, and a machine that was made for one game shares no more
 * than the title with what bears it elsewhere.
 */
export function isMatchable({ key, platform, statuses }: Pick<Head, 'key' | 'platform' | 'statuses'>): boolean {
  return !splits.has(key) && !isDedicated(platform) && !statuses.includes('pirate') && !statuses.includes('hack');
}

/** What an entry has in common with every other of the same game on its platform. */
export function tellingTitles({ titleKey, publishers }: Head): string[] {
  return isGenericKey(titleKey) ? publishers.map((name) => `${titleKey} ${name}`) : [titleKey];
}

/** The key of the title that is shown: those of single regions may be another game's elsewhere (Probotector). */
export function tellingKey(game: readonly Head[]): string | undefined {
  const telling = game.filter(isMatchable);
  const isSplit = game.some(({ key }) => splits.has(key));
  return telling.length === 0 || isSplit || isNumberedTwice(telling.map(({ titleKey }) => titleKey))
    ? undefined
    : chooseTitle(telling).titleKey;
}

/** What decides whether two games of one title are the same. */
export interface Described {
  key: string;
  publishers: ReadonlySet<string>;
  year: number | undefined;
  japanese: ReadonlySet<string>;
}

export function describe(key: string, game: readonly Head[]): Described {
  const telling = game.filter(isMatchable);
  const years = telling.flatMap(({ year }) => year ?? []);
  return {
    key,
    publishers: new Set(telling.flatMap(({ publishers }) => publishers)),
    year: years.length > 0 ? Math.min(...years) : undefined,
    japanese: new Set(japaneseKeys(telling, key)),
  };
}

/** Two games that were sold in Japan under different names are two, whatever both were called elsewhere (Mega Man 2). */
export function agree(a: Described, b: Described): boolean {
  if (a.japanese.size > 0 && b.japanese.size > 0 && a.japanese.isDisjointFrom(b.japanese)) return false;
  return isSameElsewhere({
    isDistinctive: isDistinctive(a.key),
    hasSameCompany: !a.publishers.isDisjointFrom(b.publishers),
    yearsApart: Math.abs((a.year ?? Number.NaN) - (b.year ?? Number.NaN)),
  });
}

/** The titles in Japan; what begins with the title elsewhere says no more than that. */
function japaneseKeys(game: readonly Head[], key: string): string[] {
  const titles = game.filter(({ countries }) => countries.includes('Japan')).map((entry) => entry.titleKey);
  return titles.map((title) => withoutSpaces(title.startsWith(key) ? key : title));
}

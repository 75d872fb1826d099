import { numbersOf } from '../../folding.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { chooseTitle } from '../dumps/titles.ts';
import { isDedicated } from './drivers.ts';
import type { Head } from './entry-file.ts';

/** Titles so common that only the same publisher makes them the same game. */
const generic = new Set(readTable('generic-titles.tsv').map(([key]) => key as string));
/** Entries whose title is that of another game. */
const splits = new Set(readTable('mame-splits.tsv').map(([key]) => key as string));

/** Without a common publisher, a title must be this long and the years this close to be the same game elsewhere. */
const SHORTEST_TELLING_KEY = 9;
const MOST_YEARS_APART = 3;
/** Later than that, a publisher has more often made the title anew than brought it to one more platform. */
const MOST_YEARS_AT_ONE_PUBLISHER = 8;

/**
 * Titles of pirates and hacks are often those of other games, and a machine that was made for one game shares no more
 * than the title with what bears it elsewhere.
 */
export function isMatchable({ key, platform, statuses }: Pick<Head, 'key' | 'platform' | 'statuses'>): boolean {
  return !splits.has(key) && !isDedicated(platform) && !statuses.includes('pirate') && !statuses.includes('hack');
}

/** What an entry has in common with every other of the same game on its platform. */
export function tellingTitles({ titleKey, publishers }: Head): string[] {
  return generic.has(titleKey) ? publishers.map((name) => `${titleKey} ${name}`) : [titleKey];
}

/** The key of the title that is shown: those of single regions may be another game's elsewhere (Probotector). */
export function tellingKey(game: readonly Head[]): string | undefined {
  const telling = game.filter(isMatchable);
  const isSplit = game.some(({ key }) => splits.has(key));
  return telling.length === 0 || isSplit || isNumberedTwice(telling) ? undefined : chooseTitle(telling).titleKey;
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
  const years = Math.abs((a.year ?? Number.NaN) - (b.year ?? Number.NaN));
  if (!a.publishers.isDisjointFrom(b.publishers)) return !(years > MOST_YEARS_AT_ONE_PUBLISHER);
  return isTelling(a.key) && years <= MOST_YEARS_APART;
}

export function firstWord(key: string): string | undefined {
  return key.split(' ', 1)[0];
}

/** Final Fantasy VI was Final Fantasy III elsewhere: such a number tells nothing on another platform. */
function isNumberedTwice(game: readonly Head[]): boolean {
  const [first] = game;
  const series = game.filter((entry) => firstWord(entry.titleKey) === firstWord((first as Head).titleKey));
  return new Set(series.map((entry) => numbersOf(entry.titleKey))).size > 1;
}

/** The titles in Japan; what begins with the title elsewhere says no more than that. */
function japaneseKeys(game: readonly Head[], key: string): string[] {
  const titles = game.filter(({ countries }) => countries.includes('Japan')).map((entry) => entry.titleKey);
  return titles.map((title) => (title.startsWith(key) ? key : title).replaceAll(' ', ''));
}

function isTelling(key: string): boolean {
  return key.length >= SHORTEST_TELLING_KEY && !generic.has(key);
}

import { withoutSpaces } from '../../folding.ts';
import { isDistinctive, isGenericKey, isNumberedTwice, isSameElsewhere } from '../../matching/same-title.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { chooseTitle } from '../dumps/titles.ts';
import { isDedicated } from './drivers.ts';
import type { EntryHead } from './entry-file.ts';

/** Keys of entries that have the title of another game. */
const splits = new Set(readTable('mame-splits.tsv').map(([key]) => key as string));

/**
 * False if the title of an entry may be that of another game: pirates and hacks often use the title of a known game, and
 * a machine that was made for one game has only the title in common with games of other platforms.
 */
export function isMatchable({ key, platform, statuses }: EntryHead): boolean {
  return !splits.has(key) && !isDedicated(platform) && !statuses.includes('pirate') && !statuses.includes('hack');
}

/** The keys that all entries of a game on one platform share. */
export function matchKeys({ titleKey, credits }: EntryHead): string[] {
  return isGenericKey(titleKey) ? credits.map(({ name }) => `${titleKey} ${name}`) : [titleKey];
}

/** The key of the title that is shown. The title of one region may belong to another game elsewhere (Probotector). */
export function findMatchKey(game: readonly EntryHead[]): string | undefined {
  const matchable = game.filter(isMatchable);
  const isSplit = game.some(({ key }) => splits.has(key));
  return matchable.length === 0 || isSplit || isNumberedTwice(matchable.map(({ titleKey }) => titleKey))
    ? undefined
    : chooseTitle(matchable).titleKey;
}

/** What decides whether two games with the same title are one game. */
interface GameFacts {
  key: string;
  publishers: ReadonlySet<string>;
  /** NaN if unknown. */
  year: number;
  japaneseKeys: ReadonlySet<string>;
}

export function describeGame(key: string, game: readonly EntryHead[]): GameFacts {
  const matchable = game.filter(isMatchable);
  const years = matchable.flatMap(({ dates }) => dates.flatMap(({ date }) => (date ? [Number(date.slice(0, 4))] : [])));
  return {
    key,
    publishers: new Set(matchable.flatMap(({ credits }) => credits.map(({ name }) => name))),
    year: years.length > 0 ? Math.min(...years) : Number.NaN,
    japaneseKeys: new Set(listJapaneseKeys(matchable, key)),
  };
}

/** Two games with different titles in Japan are not the same, even if they share a title elsewhere (Mega Man 2). */
export function isSameGame(a: GameFacts, b: GameFacts): boolean {
  if (a.japaneseKeys.size > 0 && b.japaneseKeys.size > 0 && a.japaneseKeys.isDisjointFrom(b.japaneseKeys)) return false;
  return isSameElsewhere({
    isDistinctive: isDistinctive(a.key),
    hasSameCompany: !a.publishers.isDisjointFrom(b.publishers),
    yearsApart: Math.abs(a.year - b.year),
  });
}

/** The keys of Japanese titles. A title that begins with the international one counts as that one. */
function listJapaneseKeys(game: readonly EntryHead[], key: string): string[] {
  const titles = game.filter(({ countries }) => countries.includes('Japan')).map((entry) => entry.titleKey);
  return titles.map((title) => withoutSpaces(title.startsWith(key) ? key : title));
}

import { chooseTitle } from '../dumps/titles.ts';
import { readTable } from '../tables.ts';
import { numbersOf, titleKey } from '../title-key.ts';
import type { MameEntry } from './entry.ts';

/** Titles so common that only the same publisher makes them the same game. */
const generic = new Set(readTable('generic-titles.tsv').map(([key]) => key as string));
/** Entries whose title is that of another game. */
const splits = new Set(readTable('mame-splits.tsv').map(([key]) => key as string));
/** Entries that are one game, though nothing in them says so. */
const merges = new Map(readTable('mame-merges.tsv').map(([key, other]) => [key as string, other as string]));

/** Without a common publisher, a title must be this long and the years this close to be the same game elsewhere. */
const SHORTEST_TELLING_KEY = 9;
const MOST_YEARS_APART = 3;
/** Later than that, a publisher has more often made the title anew than brought it to one more platform. */
const MOST_YEARS_AT_ONE_PUBLISHER = 8;

/**
 * Which entries are one game: clones of each other, of the same title on one platform, or of the same title on two
 * platforms when publisher or years agree. The order of the entries does not matter.
 */
export function groupGames(entries: readonly MameEntry[]): MameEntry[][] {
  const clones = groupBy(entries, joinClones(entries));
  const byTitle = joinSameTitles(entries, clones);
  return joinListed(joinAcrossPlatforms(byTitle));
}

/** Titles of pirates and hacks are often those of other games. */
export function isMatchable({ key, statuses }: MameEntry): boolean {
  return !splits.has(key) && !statuses.includes('pirate') && !statuses.includes('hack');
}

type Join = (a: number, b: number) => void;

function joinClones(entries: readonly MameEntry[]): (join: Join) => void {
  const indexes = new Map(entries.map(({ key }, i) => [key, i]));
  return (join) => {
    for (const [i, entry] of entries.entries()) {
      const parent = indexes.get(entry.parent ?? '');
      if (parent !== undefined && isSameGame(entry, entries[parent] as MameEntry)) join(i, parent);
    }
  };
}

/** In lists of computers `cloneof` may mean no more than the same series of disks. */
function isSameGame(entry: MameEntry, parent: MameEntry): boolean {
  if (entry.clones === 'sure' || entry.titleKey === parent.titleKey) return true;
  if (entry.clones === 'titles') return false;
  return (
    numbersOf(entry.titleKey) === numbersOf(parent.titleKey) || firstWord(entry.titleKey) !== firstWord(parent.titleKey)
  );
}

function joinSameTitles(entries: readonly MameEntry[], families: readonly MameEntry[][]): MameEntry[][] {
  const familyOf = new Map(families.flatMap((family, i) => family.map((entry) => [entry, i] as const)));
  const titles = Map.groupBy(
    entries.filter(isMatchable).flatMap((entry) => titlesOnPlatform(entry).map((title) => ({ entry, title }))),
    ({ title }) => title,
  );
  return groupBy(families, (join) => {
    for (const [first, ...others] of titles.values()) {
      for (const other of others) join(familyOf.get(first!.entry) as number, familyOf.get(other.entry) as number);
    }
  }).map((group) => group.flat());
}

function titlesOnPlatform({ platform, titleKey, credits }: MameEntry): string[] {
  const title = `${platform} ${titleKey}`;
  return generic.has(titleKey) ? credits.map(({ name }) => `${title} ${name}`) : [title];
}

function joinAcrossPlatforms(games: readonly MameEntry[][]): MameEntry[][] {
  const described = games.map(describe);
  const sameKey = Map.groupBy(described.keys(), (i) => described[i]?.key);
  return groupBy(games, (join) => {
    for (const [key, indexes] of sameKey) {
      if (key === undefined) continue;
      for (const [n, i] of indexes.entries()) {
        for (const j of indexes.slice(n + 1))
          if (agree(described[i] as Described, described[j] as Described)) join(i, j);
      }
    }
  }).map((group) => group.flat());
}

function joinListed(games: readonly MameEntry[][]): MameEntry[][] {
  const gameOf = new Map(games.flatMap((game, i) => game.map(({ key }) => [key, i] as const)));
  return groupBy(games, (join) => {
    for (const [key, other] of merges) {
      const [one, two] = [gameOf.get(key), gameOf.get(other)];
      if (one !== undefined && two !== undefined) join(one, two);
    }
  }).map((group) => group.flat());
}

interface Described {
  /** Of the title that is shown: those of single regions may be another game's elsewhere (Probotector). */
  key: string | undefined;
  publishers: ReadonlySet<string>;
  year: number | undefined;
  japanese: ReadonlySet<string>;
}

function describe(game: readonly MameEntry[]): Described {
  const telling = game.filter(isMatchable);
  const years = telling.flatMap(({ dates }) => dates.flatMap(({ date }) => (date ? [Number(date.slice(0, 4))] : [])));
  const isSplit = game.some(({ key }) => splits.has(key));
  const key = telling.length === 0 || isSplit || isNumberedTwice(telling) ? undefined : titleKey(chooseTitle(telling));
  return {
    key,
    publishers: new Set(telling.flatMap(({ credits }) => credits.map(({ name }) => name))),
    year: years.length > 0 ? Math.min(...years) : undefined,
    japanese: new Set(japaneseKeys(telling, key ?? '')),
  };
}

/** Final Fantasy VI was Final Fantasy III elsewhere: such a number tells nothing on another platform. */
function isNumberedTwice(game: readonly MameEntry[]): boolean {
  const [first] = game;
  const series = game.filter((entry) => firstWord(entry.titleKey) === firstWord((first as MameEntry).titleKey));
  return new Set(series.map((entry) => numbersOf(entry.titleKey))).size > 1;
}

function firstWord(key: string): string | undefined {
  return key.split(' ', 1)[0];
}

/** The titles in Japan; what begins with the title elsewhere says no more than that. */
function japaneseKeys(game: readonly MameEntry[], key: string): string[] {
  const titles = game.filter(({ countries }) => countries.includes('Japan')).map((entry) => entry.titleKey);
  return titles.map((title) => (title.startsWith(key) ? key : title).replaceAll(' ', ''));
}

/** Two games that were sold in Japan under different names are two, whatever both were called elsewhere (Mega Man 2). */
function agree(a: Described, b: Described): boolean {
  if (a.japanese.size > 0 && b.japanese.size > 0 && a.japanese.isDisjointFrom(b.japanese)) return false;
  const years = Math.abs((a.year ?? Number.NaN) - (b.year ?? Number.NaN));
  if (!a.publishers.isDisjointFrom(b.publishers)) return !(years > MOST_YEARS_AT_ONE_PUBLISHER);
  return isTelling(a.key as string) && years <= MOST_YEARS_APART;
}

function isTelling(key: string): boolean {
  return key.length >= SHORTEST_TELLING_KEY && !generic.has(key);
}

/** The items in groups that are joined, directly or through others. */
function groupBy<T>(items: readonly T[], joinAll: (join: Join) => void): T[][] {
  const parents = Int32Array.from(items.keys());
  const root = (i: number): number => {
    let at = i;
    while (parents[at] !== at) at = parents[at] = parents[parents[at] as number] as number;
    return at;
  };
  joinAll((a, b) => {
    const [low, high] = [Math.min(root(a), root(b)), Math.max(root(a), root(b))];
    parents[high] = low;
  });
  return Map.groupBy(items.keys(), root)
    .values()
    .map((indexes) => indexes.map((i) => items[i] as T))
    .toArray();
}

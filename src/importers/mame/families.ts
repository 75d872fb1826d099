import { readTable } from '../tables.ts';
import type { Entry } from './entry.ts';
import { numbersOf, titleKey } from './title-key.ts';
import { chooseTitle } from './titles.ts';

/** Titles so common that only the same publisher makes them the same game. */
const generic = new Set(readTable('generic-titles.tsv').map(([key]) => key as string));
/** Entries whose title is that of another game. */
const splits = new Set(readTable('mame-splits.tsv').map(([key]) => key as string));

/** Without a common publisher, a title must be this long and the years this close to be the same game elsewhere. */
const SHORTEST_TELLING_KEY = 9;
const MOST_YEARS_APART = 3;

/**
 * Which entries are one game: clones of each other, of the same title on one platform, or of the same title on two
 * platforms when publisher or years agree. The order of the entries does not matter.
 */
export function groupGames(entries: readonly Entry[]): Entry[][] {
  const clones = groupBy(entries, joinClones(entries));
  const byTitle = joinSameTitles(entries, clones);
  return joinAcrossPlatforms(byTitle);
}

/** Titles of pirates and hacks are often those of other games. */
export function isMatchable({ key, statuses }: Entry): boolean {
  return !splits.has(key) && !statuses.includes('pirate') && !statuses.includes('hack');
}

type Join = (a: number, b: number) => void;

function joinClones(entries: readonly Entry[]): (join: Join) => void {
  const indexes = new Map(entries.map(({ key }, i) => [key, i]));
  return (join) => {
    for (const [i, entry] of entries.entries()) {
      const at = entry.parent === undefined ? undefined : indexes.get(entry.parent);
      if (at !== undefined && isSameGame(entry, entries[at] as Entry)) join(i, at);
    }
  };
}

/** In lists of computers `cloneof` may mean no more than the same series of disks. */
function isSameGame(entry: Entry, parent: Entry): boolean {
  if (entry.clones === 'sure' || entry.titleKey === parent.titleKey) return true;
  if (entry.clones === 'titles') return false;
  const firstWord = (key: string) => key.split(' ', 1)[0];
  return (
    numbersOf(entry.titleKey) === numbersOf(parent.titleKey) || firstWord(entry.titleKey) !== firstWord(parent.titleKey)
  );
}

function joinSameTitles(entries: readonly Entry[], families: readonly Entry[][]): Entry[][] {
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

function titlesOnPlatform({ platform, titleKey, credits }: Entry): string[] {
  const title = `${platform} ${titleKey}`;
  return generic.has(titleKey) ? credits.map(({ name }) => `${title} ${name}`) : [title];
}

function joinAcrossPlatforms(games: readonly Entry[][]): Entry[][] {
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

interface Described {
  /** Of the title that is shown: those of single regions may be another game's elsewhere (Probotector). */
  key: string | undefined;
  publishers: ReadonlySet<string>;
  year: number | undefined;
}

function describe(game: readonly Entry[]): Described {
  const telling = game.filter(isMatchable);
  const years = telling.flatMap(({ dates }) => dates.flatMap(({ date }) => (date ? [Number(date.slice(0, 4))] : [])));
  const isSplit = game.some(({ key }) => splits.has(key));
  return {
    key: telling.length === 0 || isSplit ? undefined : titleKey(chooseTitle(telling)),
    publishers: new Set(telling.flatMap(({ credits }) => credits.map(({ name }) => name))),
    year: years.length > 0 ? Math.min(...years) : undefined,
  };
}

function agree(a: Described, b: Described): boolean {
  if (!a.publishers.isDisjointFrom(b.publishers)) return true;
  if (a.year === undefined || b.year === undefined || generic.has(a.key as string)) return false;
  return (a.key as string).length >= SHORTEST_TELLING_KEY && Math.abs(a.year - b.year) <= MOST_YEARS_APART;
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

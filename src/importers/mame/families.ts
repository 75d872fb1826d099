import { numbersOf } from '../../folding.ts';
import { firstWord } from '../../matching/same-title.ts';
import { readTable } from '../../vocabulary/tables.ts';
import type { Corrections } from '../importer.ts';
import type { Head, SortedEntries } from './entry-file.ts';
import { openPartition, type Partition } from './partition.ts';
import { agree, describe, isMatchable, tellingKey, tellingTitles } from './same-title.ts';

/** Entries that are one game, though nothing in them says so. */
const merges = readTable('mame-merges.tsv').map(([key = '', other = '']) => [key, other]);

/** What all steps go by. */
interface Ground {
  entries: SortedEntries;
  /** Entries that the operator has taken out of their families. */
  alone: ReadonlySet<string>;
}

/**
 * Which entries are one game: clones of each other, of the same title on one platform, or of the same title on two
 * platforms when publisher or years agree. What the operator says stands above all of it.
 */
export function groupGames(entries: SortedEntries, corrections: Corrections): Partition {
  const alone = new Set(corrections.splits);
  const ground = { entries, alone };
  const games = joinAcrossPlatforms(joinSameTitles(joinClones(ground), ground), ground);
  const trusted = merges.filter((keys) => !keys.some((key) => alone.has(key)));
  return joinListed(games, [...trusted, ...corrections.merges], ground);
}

function joinClones({ entries, alone }: Ground): Partition {
  /** Whom the clones of a parent join: the first of them, where the parent itself stands alone. */
  const leaders = new Map<number, number>();
  return openPartition(entries.size).join((join) => {
    for (let i = 0; i < entries.size; i++) {
      const entry = entries.readHead(i);
      const parent = entry.parent === undefined ? undefined : entries.find(entry.parent);
      if (parent === undefined || alone.has(entry.key) || !isSameGame(entry, entries.readHead(parent))) continue;
      const leader = leaders.get(parent) ?? (alone.has(entry.parent as string) ? i : parent);
      leaders.set(parent, leader);
      join(i, leader);
    }
  });
}

/** In lists of computers `cloneof` may mean no more than the same series of disks. */
function isSameGame(entry: Head, parent: Head): boolean {
  if (entry.clones === 'sure' || entry.titleKey === parent.titleKey) return true;
  if (entry.clones === 'titles') return false;
  return (
    numbersOf(entry.titleKey) === numbersOf(parent.titleKey) || firstWord(entry.titleKey) !== firstWord(parent.titleKey)
  );
}

function joinSameTitles(families: Partition, { entries, alone }: Ground): Partition {
  const platforms = new Map<string, Map<string, number>>();
  return families.join((join) => {
    for (let i = 0; i < families.size; i++) {
      for (const entry of families.list(i).map(entries.readHead)) {
        if (alone.has(entry.key) || !isMatchable(entry)) continue;
        const known = platforms.get(entry.platform) ?? new Map<string, number>();
        platforms.set(entry.platform, known);
        for (const title of tellingTitles(entry)) {
          join(i, known.get(title) ?? i);
          known.set(title, i);
        }
      }
    }
  });
}

function joinAcrossPlatforms(games: Partition, ground: Ground): Partition {
  return games.join((join) => {
    for (const [key, numbers] of listSameKeys(games, ground)) {
      const described = numbers.map((i) => ({ i, ...describe(key, games.list(i).map(ground.entries.readHead)) }));
      for (const [n, one] of described.entries()) {
        for (const other of described.slice(n + 1)) if (agree(one, other)) join(one.i, other.i);
      }
    }
  });
}

/** The keys that several games have. */
function listSameKeys(games: Partition, { entries, alone }: Ground): Map<string, number[]> {
  const first = new Map<string, number>();
  const several = new Map<string, number[]>();
  for (let i = 0; i < games.size; i++) {
    const game = games.list(i).map(entries.readHead);
    const key = game.some((entry) => alone.has(entry.key)) ? undefined : tellingKey(game);
    if (key === undefined) continue;
    const before = first.get(key);
    if (before === undefined) first.set(key, i);
    else several.set(key, [...(several.get(key) ?? [before]), i]);
  }
  return several;
}

function joinListed(games: Partition, lists: readonly (readonly string[])[], { entries }: Ground): Partition {
  const groups = games.groupsOf();
  return games.join((join) => {
    for (const keys of lists) {
      const [first, ...others] = keys.flatMap((key) => groups[entries.find(key) ?? -1] ?? []);
      for (const other of others) join(first as number, other);
    }
  });
}

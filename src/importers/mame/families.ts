import { numbersOf } from '../../folding.ts';
import { firstWord } from '../../matching/same-title.ts';
import { readTable } from '../../vocabulary/tables.ts';
import type { Corrections } from '../importer.ts';
import type { EntryHead, SortedEntries } from './entry-file.ts';
import { openPartition, type Partition } from './partition.ts';
import { describeGame, findMatchKey, isMatchable, isSameGame, matchKeys } from './same-title.ts';

/** Entries of one game that nothing in them shows to be the same. */
const merges = readTable('mame-merges.tsv').map(([key = '', other = '']) => [key, other]);

/** What every step needs. */
interface Input {
  entries: SortedEntries;
  /** Keys of entries that the operator has split off. */
  splits: ReadonlySet<string>;
}

/**
 * Groups entries into games: clones of each other, the same title on one platform, or the same title on two platforms if
 * publisher or years agree. The operator's corrections override all of it.
 */
export function groupGames(entries: SortedEntries, corrections: Corrections): Partition {
  const splits = new Set(corrections.splits);
  const input = { entries, splits };
  const games = joinAcrossPlatforms(joinSameTitles(joinClones(input), input), input);
  const ownMerges = merges.filter((keys) => !keys.some((key) => splits.has(key)));
  return joinListed(games, [...ownMerges, ...corrections.merges], entries);
}

function joinClones({ entries, splits }: Input): Partition {
  /** The entry that the clones of a parent are joined to: the first clone, if the parent itself is split off. */
  const leaders = new Map<number, number>();
  return openPartition(entries.size).join((join) => {
    for (let i = 0; i < entries.size; i++) {
      const entry = entries.readHead(i);
      const parent = entry.parent === undefined ? undefined : entries.find(entry.parent);
      if (parent === undefined || splits.has(entry.key) || !isSameAsParent(entry, entries.readHead(parent))) continue;
      join(i, leaders.getOrInsert(parent, splits.has(entry.parent as string) ? i : parent));
    }
  });
}

/** In lists of computers, `cloneof` may only mean the same series of disks. */
function isSameAsParent(entry: EntryHead, parent: EntryHead): boolean {
  if (entry.clones === 'sure' || entry.titleKey === parent.titleKey) return true;
  if (entry.clones === 'titles') return false;
  return (
    numbersOf(entry.titleKey) === numbersOf(parent.titleKey) || firstWord(entry.titleKey) !== firstWord(parent.titleKey)
  );
}

function joinSameTitles(families: Partition, { entries, splits }: Input): Partition {
  const familyByTitle = new Map<string, number>();
  return families.join((join) => {
    for (let i = 0; i < families.size; i++) {
      for (const entry of families.list(i).map(entries.readHead)) {
        if (splits.has(entry.key) || !isMatchable(entry)) continue;
        for (const key of matchKeys(entry)) join(i, familyByTitle.getOrInsert(`${entry.platform} ${key}`, i));
      }
    }
  });
}

function joinAcrossPlatforms(games: Partition, input: Input): Partition {
  return games.join((join) => {
    for (const [key, numbers] of listSharedKeys(games, input)) {
      const described = numbers.map((i) => ({ i, ...describeGame(key, games.list(i).map(input.entries.readHead)) }));
      for (const [n, one] of described.entries()) {
        for (const other of described.slice(n + 1)) if (isSameGame(one, other)) join(one.i, other.i);
      }
    }
  });
}

/** The games of each match key that several games have. */
function listSharedKeys(games: Partition, { entries, splits }: Input): Map<string, number[]> {
  const first = new Map<string, number>();
  const shared = new Map<string, number[]>();
  for (let i = 0; i < games.size; i++) {
    const game = games.list(i).map(entries.readHead);
    const key = game.some((entry) => splits.has(entry.key)) ? undefined : findMatchKey(game);
    if (key === undefined) continue;
    const before = first.getOrInsert(key, i);
    if (before !== i) shared.getOrInsertComputed(key, () => [before]).push(i);
  }
  return shared;
}

function joinListed(games: Partition, lists: readonly (readonly string[])[], entries: SortedEntries): Partition {
  const groups = games.groupsOf();
  return games.join((join) => {
    for (const keys of lists) {
      const [first, ...others] = keys.flatMap((key) => groups[entries.find(key) ?? -1] ?? []);
      for (const other of others) join(first as number, other);
    }
  });
}

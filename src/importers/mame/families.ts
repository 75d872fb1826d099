import { numbersOf } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { cluster } from '../../matching/cluster.ts';
import { describe, type Evidence, expansionOf, fileOf } from '../../matching/evidence.ts';
import { hostPlatform } from '../../matching/host-platform.ts';
import { comparableTitles } from '../../matching/known-titles.ts';
import type { GameBundle } from '../game-bundle.ts';
import type { Corrections } from '../importer.ts';
import type { MameEntry } from './entry.ts';
import type { EntryHead, SortedEntries } from './entry-file.ts';
import { gameKeyOf, toGameLine } from './game-line.ts';
import { isMachineKey } from './keys.ts';
import { openPartition, type Partition } from './partition.ts';
import { isSlipOf, joinSlips } from './slips.ts';

/** What every step needs. */
interface Input {
  entries: SortedEntries;
  bundle: GameBundle;
  /** Keys of entries that the operator has split off. */
  splits: ReadonlySet<string>;
}

/**
 * Groups the entries of each platform into games: clones of each other, and those that the matcher takes for the same game.
 * Games on several platforms are matched when the bundle is loaded. The operator's corrections override all of it.
 */
export function groupGames(entries: SortedEntries, corrections: Corrections, bundle: GameBundle): Partition {
  const input = { entries, bundle, splits: new Set(corrections.splits) };
  const games = joinSlips(joinSameGames(joinClones(input), input), entries, input.splits);
  return joinListed(games, corrections.merges, entries);
}

function joinClones({ entries, splits }: Input): Partition {
  const areListedApart = findListedApart(entries);
  /** The entry that the clones of a parent are joined to: the first clone, if the parent itself is split off. */
  const leaders = new Map<number, number>();
  return openPartition(entries.size).join((join) => {
    for (let i = 0; i < entries.size; i++) {
      const entry = entries.readHead(i);
      const parent = entry.parent === undefined ? undefined : entries.find(entry.parent);
      if (parent === undefined || splits.has(entry.key)) continue;
      const head = entries.readHead(parent);
      if (!isSameAsParent(entry, head) || areListedApart(entry, head)) continue;
      join(
        i,
        getOrInsert(leaders, parent, () => (splits.has(entry.parent as string) ? i : parent)),
      );
    }
  });
}

/**
 * Whether a list of computers has the titles of a clone and its parent as two games: Gauntlet: The Deeper Dungeons is no
 * version of Gauntlet.
 */
function findListedApart(entries: SortedEntries): (clone: EntryHead, parent: EntryHead) => boolean {
  const lists = new Map<string, Set<string>>();
  for (let i = 0; i < entries.size; i++) {
    const { key, parent, clones, titleKey } = entries.readHead(i);
    if (parent === undefined && clones === 'series') getOrInsert(lists, titleKey, () => new Set()).add(fileOf(key));
  }
  return (clone, parent) => {
    if (clone.clones === 'sure' || clone.titleKey === parent.titleKey) return false;
    const [own, others] = [lists.get(clone.titleKey), lists.get(parent.titleKey)];
    return own !== undefined && others !== undefined && !own.isDisjointFrom(others);
  };
}

/**
 * In lists of computers, `cloneof` may only mean the same series of disks, or the first letters of the title: what has
 * another title and no publisher is often another game, such as a fan's levels. So is what somebody wrote at home after a
 * game that was sold, an expansion, and the conversion of a machine under the name of another game. Among machines, a clone may be the sequel on the same board: After Burner II.
 */
function isSameAsParent(entry: EntryHead, parent: EntryHead): boolean {
  if (entry.clones === 'sure') return !(isMachineKey(entry.key) && areSequels(entry.titleKey, parent.titleKey));
  if (entry.isHomebrew && !parent.isHomebrew) return false;
  if (expansionOf(entry.title) !== expansionOf(parent.title)) return false;
  if (entry.titleKey === parent.titleKey) return true;
  if (entry.clones === 'titles') return isSlipOf(entry.title, parent.title);
  if (!entry.hasPublisher) return false;
  return (
    numbersOf(entry.titleKey) === numbersOf(parent.titleKey) || firstWord(entry.titleKey) !== firstWord(parent.titleKey)
  );
}

/** Hop and Hop II. */
function areSequels(a: string, b: string): boolean {
  const base = (key: string) => key.replace(/ [2-9]$/, '');
  return a !== b && base(a) === base(b);
}

function firstWord(key: string): string | undefined {
  return key.split(' ', 1)[0];
}

/** Compares families that share a title on one platform. */
function joinSameGames(families: Partition, { entries, bundle, splits }: Input): Partition {
  const isSplit = (family: number) => families.list(family).some((i) => splits.has(entries.readHead(i).key));
  return families.join((join) => {
    for (const block of listSameTitles(families, entries)) {
      const own = block.filter((family) => !isSplit(family));
      const items = own.map((family) => ({ all: describeFamily(families.list(family).map(entries.read), bundle) }));
      for (const [first, ...others] of cluster(items, listPairs(own.length)))
        for (const other of others) join(own[first as number] as number, own[other] as number);
    }
  });
}

/** Families of one platform that share a title, directly or through others. */
function listSameTitles(families: Partition, entries: SortedEntries): (readonly number[])[] {
  const familyByTitle = new Map<string, number>();
  const blocks = openPartition(families.size).join((join) => {
    for (let i = 0; i < families.size; i++)
      for (const { platform, title } of families.list(i).map(entries.readHead))
        for (const plain of comparableTitles(title, [platform]))
          join(
            i,
            getOrInsert(familyByTitle, `${hostPlatform(platform)} ${plain}`, () => i),
          );
  });
  return Array.from({ length: blocks.size }, (_, i) => blocks.list(i)).filter((block) => block.length > 1);
}

function describeFamily(family: readonly MameEntry[], bundle: GameBundle): Evidence {
  return describe(toGameLine(gameKeyOf(family), family, bundle), 'mame');
}

function* listPairs(length: number): Generator<[number, number]> {
  for (let a = 0; a < length; a++) for (let b = a + 1; b < length; b++) yield [a, b];
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

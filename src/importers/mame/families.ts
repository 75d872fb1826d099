import { numbersOf } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { cluster } from '../../matching/cluster.ts';
import { describe, expansionOf, fileOf } from '../../matching/evidence.ts';
import { comparableTitles, hostPlatform } from '../../matching/known-titles.ts';
import type { GameBundle } from '../game-bundle.ts';
import type { EntryFile, EntryHead } from './entry-file.ts';
import { toGameLine } from './game-line.ts';
import { isMachineKey } from './lists.ts';

export type Partition = readonly (readonly number[])[];

/**
 * Groups the entries of each platform into games: clones of each other, and those that the matcher takes for the same game.
 * Games on several platforms are matched when the bundle is loaded. The operator's splits override all of it.
 */
export function groupGames(entries: EntryFile, splits: ReadonlySet<string>, bundle: GameBundle): Partition {
  const families = joinClones(entries, splits);
  return joinSameGames(families, entries, splits, bundle);
}

function joinClones({ heads, find }: EntryFile, splits: ReadonlySet<string>): Partition {
  const areListedApart = findListedApart(heads);
  /** The entry that the clones of a parent are joined to: the first clone, if the parent itself is split off. */
  const leaders = new Map<EntryHead, number>();
  const singles = heads.map((_, i) => [i]);
  return joinGroups(singles, (join) => {
    for (const [i, clone] of heads.entries()) {
      const parentIndex = find(clone.parent ?? '') ?? -1;
      const parent = heads[parentIndex];
      if (!parent || splits.has(clone.key) || !isSameAsParent(clone, parent) || areListedApart(clone, parent)) continue;
      const leader = getOrInsert(leaders, parent, () => (splits.has(parent.key) ? i : parentIndex));
      join(i, leader);
    }
  });
}

/**
 * Whether a list of computers has the titles of a clone and its parent as two games: Gauntlet: The Deeper Dungeons is no
 * version of Gauntlet.
 */
function findListedApart(heads: readonly EntryHead[]): (clone: EntryHead, parent: EntryHead) => boolean {
  const lists = new Map<string, Set<string>>();
  for (const { key, parent, clones, titleKey } of heads)
    if (parent === undefined && clones === 'series') getOrInsert(lists, titleKey, () => new Set()).add(fileOf(key));
  return (clone, parent) => {
    if (clone.clones === 'sure' || clone.titleKey === parent.titleKey) return false;
    const [own, others] = [lists.get(clone.titleKey), lists.get(parent.titleKey)];
    return own !== undefined && others !== undefined && !own.isDisjointFrom(others);
  };
}

/**
 * In lists of computers, `cloneof` may only mean the same series of disks, or the first letters of the title: what has
 * another title and no publisher is often another game, such as a fan's levels. So is what somebody wrote at home after a
 * game that was sold, an expansion, and the conversion of a machine under the name of another game. Among machines, a clone
 * may be the sequel on the same board: After Burner II.
 */
function isSameAsParent(entry: EntryHead, parent: EntryHead): boolean {
  if (entry.clones === 'sure') return !(isMachineKey(entry.key) && areSequels(entry.titleKey, parent.titleKey));
  if (entry.isHomebrew && !parent.isHomebrew) return false;
  if (expansionOf(entry.title) !== expansionOf(parent.title)) return false;
  if (entry.titleKey === parent.titleKey) return true;
  if (entry.clones === 'titles' || !entry.hasPublisher) return false;
  const firstWord = (key: string) => key.split(' ', 1)[0];
  return (
    numbersOf(entry.titleKey) === numbersOf(parent.titleKey) || firstWord(entry.titleKey) !== firstWord(parent.titleKey)
  );
}

/** Hop and Hop II. */
function areSequels(a: string, b: string): boolean {
  const base = (key: string) => key.replace(/ [2-9]$/, '');
  return a !== b && base(a) === base(b);
}

/** Joins families that share a title on one platform, if they are the same game by everything that is known. */
function joinSameGames(
  families: Partition,
  { heads, read }: EntryFile,
  splits: ReadonlySet<string>,
  bundle: GameBundle,
): Partition {
  const isSplit = (family: number) => families[family]?.some((i) => splits.has((heads[i] as EntryHead).key));
  const evidenceOf = (family: number) => describe(toGameLine((families[family] ?? []).map(read), bundle), 'mame');
  return joinGroups(families, (join) => {
    for (const block of listSameTitles(families, heads)) {
      const own = block.filter((family) => !isSplit(family));
      const items = own.map((family) => ({ all: evidenceOf(family) }));
      const pairs = own.flatMap((_, a) => own.slice(a + 1).map((_, b): [number, number] => [a, a + 1 + b]));
      for (const [first, ...others] of cluster(items, pairs))
        for (const other of others) join(own[first as number] as number, own[other] as number);
    }
  });
}

/** Families of one platform that share a title, directly or through others. */
function listSameTitles(families: Partition, heads: readonly EntryHead[]): Partition {
  const familyByTitle = new Map<string, number>();
  const singles = families.map((_, i) => [i]);
  const blocks = joinGroups(singles, (join) => {
    for (const [i, family] of families.entries())
      for (const { platform, title } of family.map((entry) => heads[entry] as EntryHead))
        for (const plain of comparableTitles(title, [platform]))
          join(
            i,
            getOrInsert(familyByTitle, `${hostPlatform(platform)} ${plain}`, () => i),
          );
  });
  return blocks.filter((block) => block.length > 1);
}

/** Joins groups, directly or through others. The order of groups and of their numbers stays the same. */
function joinGroups(groups: Partition, joinAll: (join: (group: number, other: number) => void) => void): Partition {
  const parents = groups.map((_, i) => i);
  /** The first of all groups that are joined to one. */
  const rootOf = (group: number): number => {
    let root = group;
    while (parents[root] !== root) root = parents[root] = parents[parents[root] as number] as number;
    return root;
  };
  joinAll((a, b) => {
    const [one, other] = [rootOf(a), rootOf(b)];
    parents[Math.max(one, other)] = Math.min(one, other);
  });
  const joined = new Map<number, number[]>();
  for (const [i, numbers] of groups.entries()) getOrInsert(joined, rootOf(i), () => []).push(...numbers);
  return [...joined.values()];
}

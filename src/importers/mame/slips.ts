import { editDistance, plainTitle, plainWords } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { fileOf } from '../../matching/evidence.ts';
import { isComputer } from '../../vocabulary/platforms.ts';
import type { EntryHead } from './entry-file.ts';

/** Shorter titles that differ by a letter may be two games: Alphabet and Alphajet. */
const MIN_LENGTH = 9;
const MIN_LENGTH_OF_CLONE = 6;
/** The first side or disk, without a space: `NightHunter1`. */
const SIDE = /(?<=[a-z])[1a]$/i;

/**
 * Whether a clone only has a slip in the title of its parent, or is a side of it. Outside lists of disks of unknown origin, the
 * slip must be inside a word: a plural may be another game, and so may Level B be.
 */
export function isSlipOf(clone: Pick<EntryHead, 'title' | 'clones'>, parent: Pick<EntryHead, 'title'>): boolean {
  const plain = plainTitle(parent.title);
  if (plain.length < MIN_LENGTH_OF_CLONE) return false;
  if (clone.clones === 'titles' && plainTitle(clone.title.replace(SIDE, '')) === plain) return true;
  const isPlaced = clone.clones === 'titles' || edgesOf(clone.title) === edgesOf(parent.title);
  return isPlaced && isMisspelt(clone.title, parent.title);
}

/** The first and last letters of the words. */
function edgesOf(title: string): string {
  const words = plainWords(title).split(' ');
  return words.map((word) => `${word.slice(0, 1)}${word.slice(-1)}`).join(' ');
}

/**
 * Joins what was written down with a slip: a title that one list alone has, by nobody, and that differs by a letter from one
 * title of the platform that has a publisher. This holds for lists of disks of unknown origin: Nonteraqueous.
 */
export function joinSlips(games: Partition, heads: readonly EntryHead[], splits: ReadonlySet<string>): Partition {
  const isRaw = ({ key, clones, platform, hasPublisher }: EntryHead) =>
    clones === 'titles' && isComputer(platform) && !hasPublisher && !splits.has(key);
  const headsOf = games.map((game) => game.map((i) => heads[i] as EntryHead));
  const raw = [...headsOf.entries()].flatMap(([game, own]) => {
    const [{ title, platform }] = own as [EntryHead];
    const plain = plainTitle(title);
    return plain.length >= MIN_LENGTH && own.every(isRaw) ? [{ game, title, plain, platform }] : [];
  });
  const platforms = new Set(raw.map(({ platform }) => platform));
  const lists = new Map(raw.map(({ plain }) => [plain, new Set<string>()]));
  const known = new Map<string, Map<string, number>>();
  for (const [game, own] of headsOf.entries())
    for (const { key, title, platform, hasPublisher } of own) {
      const plain = plainTitle(title);
      lists.get(plain)?.add(fileOf(key));
      if (hasPublisher && platforms.has(platform))
        for (const near of nearKeys(plain)) getOrInsert(known, `${platform} ${near}`, () => new Map()).set(title, game);
    }
  return joinGroups(games, (join) => {
    for (const { game, title, plain, platform } of raw) {
      if (lists.get(plain)?.size !== 1) continue;
      const near = nearKeys(plain).flatMap((key) => [...(known.get(`${platform} ${key}`) ?? [])]);
      const found = new Set(near.filter(([other]) => isMisspelt(title, other)).map(([, other]) => other));
      for (const other of found) if (found.size === 1) join(game, other);
    }
  });
}

/** The title, and the title without each of its letters but the first: what titles that differ by one letter share. */
function nearKeys(plain: string): string[] {
  return [plain, ...Array.from(plain.slice(1), (_, i) => plain.slice(0, i + 1) + plain.slice(i + 2))];
}

/** By one letter, not by a number. */
function isMisspelt(a: string, b: string): boolean {
  const numbers = (title: string) => plainTitle(title).replace(/\D+/g, ' ').trim();
  return numbers(a) === numbers(b) && editDistance(plainTitle(a), plainTitle(b)) === 1;
}

export type Partition = readonly (readonly number[])[];

/** Joins groups, directly or through others. The order of groups and of their numbers stays the same. */
export function joinGroups(
  groups: Partition,
  joinAll: (join: (group: number, other: number) => void) => void,
): Partition {
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

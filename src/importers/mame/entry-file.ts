import { openScratchDatabase } from '../../bundle/scratch-database.ts';
import { titleKey } from '../../folding.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { compareText } from '../sorting.ts';
import type { MameEntry } from './entry.ts';

/** The fields that decide which game an entry belongs to. */
export type EntryHead = Pick<MameEntry, 'key' | 'parent' | 'clones' | 'platform' | 'title' | 'titleKey'> & {
  hasPublisher: boolean;
  isHomebrew: boolean;
};

export type EntryFile = ReturnType<typeof openEntryFile>;

/** Entries on disk: there are more than 100,000, and only their heads stay in memory. */
export function openEntryFile() {
  const database = openScratchDatabase('CREATE TABLE entry (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT');
  const insert = database.prepare('INSERT OR IGNORE INTO entry VALUES (?, ?)');
  const select = database.prepare('SELECT json FROM entry WHERE key = ?');
  const update = database.prepare('UPDATE entry SET json = ? WHERE key = ?');
  const heads: EntryHead[] = [];
  const indexes = new Map<string, number>();
  return {
    heads,
    /** Returns false, and skips the entry, if its key was added before. */
    add: (entry: MameEntry): boolean => {
      const isNew = insert.run(entry.key, JSON.stringify(entry)).changes > 0;
      if (isNew) heads.push(toHead(entry));
      return isNew;
    },
    /** Sorts by key. Entries have an index from then on. */
    sort: () => {
      heads.sort((a, b) => compareText(a.key, b.key));
      for (const [index, { key }] of heads.entries()) indexes.set(key, index);
    },
    find: (key: string) => indexes.get(key),
    read: (index: number): MameEntry => JSON.parse(select.get((heads[index] as EntryHead).key)?.json as string),
    replace: (index: number, entry: MameEntry) => {
      update.run(JSON.stringify(entry), entry.key);
      heads[index] = toHead(entry);
    },
    [Symbol.dispose]: () => database.close(),
  };
}

function toHead(entry: MameEntry): EntryHead {
  const { key, parent, clones, platform, title, titleKey, credits, statuses } = entry;
  const isHomebrew = statuses.includes('homebrew');
  return { key, parent, clones, platform, title, titleKey, hasPublisher: credits.length > 0, isHomebrew };
}

const ARCADE = /^mame:arcade\//;
const OF_SEVERAL = /\b(?:anniversary|edition|collection|reunion|duo)\b/i;

/**
 * Gives machines that contain several games their whole titles. The list separates the names of a game by a slash, and so it
 * does games: `Centipede / Millipede / Missile Command` has the titles of three other machines.
 */
export function nameCompilations({ heads, read, replace }: EntryFile): void {
  const rootOf = ({ parent, key }: EntryHead) => parent ?? key;
  const machines = [...heads.entries()].filter(([, { key }]) => ARCADE.test(key));
  const roots = new Map<string, Set<string>>();
  for (const [, head] of machines) getOrInsert(roots, head.titleKey, () => new Set()).add(rootOf(head));
  for (const [i, head] of machines) {
    const entry = read(i);
    const parts = [entry.title, ...entry.others.map((other) => other.title)];
    const title = parts.join(' / ');
    if (parts.length > 1 && isCompilation(parts, rootOf(head), roots))
      replace(i, { ...entry, title, titleKey: titleKey(title), others: [], kind: 'compilation' });
  }
}

/** Two names of one game are both titles of one other machine and its clones. */
function isCompilation(
  parts: readonly string[],
  own: string,
  roots: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const others = parts
    .map((part) => (roots.get(titleKey(part)) ?? new Set<string>()).difference(new Set([own])))
    .filter((machines) => machines.size > 0);
  if (others.length > 0 && OF_SEVERAL.test(parts.at(-1) ?? '')) return true;
  return others.some((one) => others.some((other) => one.isDisjointFrom(other)));
}

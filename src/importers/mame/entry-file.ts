import { openScratchDatabase } from '../../bundle/scratch-database.ts';
import type { MameEntry } from './entry.ts';

/** The fields that decide which game an entry belongs to. They are read several times, whole entries once. */
export type EntryHead = Pick<MameEntry, 'key' | 'parent' | 'clones' | 'platform' | 'title' | 'titleKey'> & {
  hasPublisher: boolean;
  isHomebrew: boolean;
};

/** Entries on disk: there are more than 100,000, and only their numbers stay in memory. */
export interface EntryFile {
  /** Returns false, and skips the entry, if its key was added before. */
  add(entry: MameEntry): boolean;
  /** How many of these titles each platform has, the most first. */
  countTitles: CountTitles;
  /** All added entries, sorted by key. */
  sort(): SortedEntries;
  close(): void;
}

export type CountTitles = (titleKeys: readonly string[]) => { platform: string; count: number }[];

export interface SortedEntries {
  readonly size: number;
  find(key: string): number | undefined;
  readHead(index: number): EntryHead;
  read(index: number): MameEntry;
}

const SCHEMA =
  'CREATE TABLE entry (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, head TEXT NOT NULL, json TEXT NOT NULL) STRICT';
const COUNT_TITLES = `SELECT head ->> 'platform' AS platform, COUNT(DISTINCT head ->> 'titleKey') AS count FROM entry
  WHERE head ->> 'titleKey' IN (SELECT value FROM json_each(?)) GROUP BY platform ORDER BY count DESC, platform`;

export function openEntryFile(): EntryFile {
  const database = openScratchDatabase(SCHEMA);
  const countTitles = database.prepare(COUNT_TITLES);
  const insert = database.prepare('INSERT OR IGNORE INTO entry (key, head, json) VALUES (?, ?, ?)');
  return {
    add: (entry) => insert.run(entry.key, JSON.stringify(toHead(entry)), JSON.stringify(entry)).changes > 0,
    countTitles: (titleKeys) => countTitles.all(JSON.stringify(titleKeys)) as ReturnType<CountTitles>,
    sort: () => sortEntries(database),
    close: () => database.close(),
  };
}

function sortEntries(database: ReturnType<typeof openScratchDatabase>): SortedEntries {
  const ids = Array.from(database.prepare('SELECT id FROM entry ORDER BY key').iterate(), ({ id }) => Number(id));
  const indexes = new Int32Array(ids.length + 1);
  for (const [index, id] of ids.entries()) indexes[id] = index;
  const findId = database.prepare('SELECT id FROM entry WHERE key = ?');
  const readHead = database.prepare('SELECT head FROM entry WHERE id = ?');
  const read = database.prepare('SELECT json FROM entry WHERE id = ?');
  return {
    size: ids.length,
    find: (key) => indexes[findId.get(key)?.id as number],
    readHead: (index) => JSON.parse(readHead.get(ids[index] as number)?.head as string),
    read: (index) => JSON.parse(read.get(ids[index] as number)?.json as string),
  };
}

function toHead(entry: MameEntry): EntryHead {
  const { key, parent, clones, platform, title, titleKey, credits, statuses } = entry;
  const isHomebrew = statuses.includes('homebrew');
  return { key, parent, clones, platform, title, titleKey, hasPublisher: credits.length > 0, isHomebrew };
}

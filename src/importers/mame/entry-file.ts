import { openScratchDatabase } from '../../bundle/scratch-database.ts';
import type { MameEntry } from './entry.ts';

/** What of an entry decides which game it is part of. */
export interface Head
  extends Pick<
    MameEntry,
    'key' | 'parent' | 'clones' | 'rank' | 'platform' | 'title' | 'titleKey' | 'countries' | 'statuses'
  > {
  publishers: string[];
  /** Of its first date. */
  year?: number;
}

/** Entries on their way to disk: of a hundred thousand only numbers stay in memory. */
export interface EntryFile {
  /** False is an entry whose key was there before, which is left out. */
  add(entry: MameEntry): boolean;
  /** All that were added, sorted by key. */
  sort(): SortedEntries;
  close(): void;
}

export interface SortedEntries {
  readonly size: number;
  find(key: string): number | undefined;
  readHead(index: number): Head;
  read(index: number): MameEntry;
}

/** Heads have a table of their own: they are read several times, entries once. */
const SCHEMA = `
  CREATE TABLE head (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, text TEXT NOT NULL) STRICT;
  CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT`;

export function openEntryFile(): EntryFile {
  const database = openScratchDatabase(SCHEMA);
  const addHead = database.prepare('INSERT OR IGNORE INTO head (key, text) VALUES (?, ?)');
  const addEntry = database.prepare('INSERT INTO entry VALUES (?, ?)');
  return {
    add: (entry) => {
      const { changes, lastInsertRowid } = addHead.run(entry.key, JSON.stringify(toHead(entry)));
      if (changes > 0) addEntry.run(lastInsertRowid, JSON.stringify(entry));
      return changes > 0;
    },
    sort: () => sortEntries(database),
    close: () => database.close(),
  };
}

function sortEntries(database: ReturnType<typeof openScratchDatabase>): SortedEntries {
  const ids = Array.from(database.prepare('SELECT id FROM head ORDER BY key').iterate(), ({ id }) => Number(id));
  const indexes = new Int32Array(ids.length + 1);
  for (const [index, id] of ids.entries()) indexes[id] = index;
  const byKey = database.prepare('SELECT id FROM head WHERE key = ?');
  const heads = database.prepare('SELECT text FROM head WHERE id = ?');
  const entries = database.prepare('SELECT text FROM entry WHERE id = ?');
  const read = (from: typeof heads, index: number) => JSON.parse(from.get(ids[index] as number)?.text as string);
  return {
    size: ids.length,
    find: (key) => indexes[byKey.get(key)?.id as number],
    readHead: (index): Head => read(heads, index),
    read: (index): MameEntry => read(entries, index),
  };
}

function toHead({ key, parent, clones, rank, platform, title, titleKey, ...entry }: MameEntry): Head {
  const years = entry.dates.flatMap(({ date }) => (date ? [Number(date.slice(0, 4))] : []));
  return {
    ...{ key, parent, clones, rank, platform, title, titleKey },
    countries: entry.countries,
    statuses: entry.statuses,
    publishers: entry.credits.map(({ name }) => name),
    ...(years.length > 0 && { year: Math.min(...years) }),
  };
}

import { openSpool } from '../spool.ts';
import type { Entry } from './entry.ts';

/** What of an entry decides which game it is part of. */
export interface Head
  extends Readonly<Pick<Entry, 'key' | 'parent' | 'clones' | 'rank' | 'platform' | 'title' | 'titleKey'>> {
  countries: readonly string[];
  statuses: readonly Entry['statuses'][number][];
  publishers: readonly string[];
  /** Of its first date. */
  year: number | undefined;
  /** Where the rest of it waits. */
  number: number;
}

/** All entries that were read: of a hundred thousand only the heads stay in memory, the rest goes to disk. */
export interface EntryFile {
  add(entry: Entry): void;
  /** The heads are given away, sorted by key, each key once: of several the one that came first. */
  takeHeads(onDouble: (head: Head) => void): Head[];
  read(number: number): Entry;
  close(): void;
}

export function openEntryFile(): EntryFile {
  const spool = openSpool();
  let heads: Head[] = [];
  const share = openSharing();
  return {
    add: (entry) => void heads.push(toHead(entry, spool.add(JSON.stringify(entry)), share)),
    takeHeads: (onDouble) => {
      const sorted = heads.sort((a, b) => compare(a.key, b.key) || a.number - b.number);
      heads = [];
      return sorted.filter((head, i) => {
        const isDouble = head.key === sorted[i - 1]?.key;
        if (isDouble) onDouble(head);
        return !isDouble;
      });
    },
    read: (number) => JSON.parse(spool.read(number)) as Entry,
    close: () => spool.close(),
  };
}

type Share = <T extends string>(texts: readonly T[]) => readonly T[];

/** Lists of texts, each kept once: a few countries and ten thousand publishers make up all entries. */
function openSharing(): Share {
  const known = new Map<string, readonly string[]>();
  return <T extends string>(texts: readonly T[]) => {
    const key = texts.join('\n');
    const list = known.get(key) ?? texts;
    known.set(key, list);
    return list as readonly T[];
  };
}

function toHead(entry: Entry, number: number, share: Share): Head {
  const { key, parent, clones, rank, platform, title, titleKey } = entry;
  const years = entry.dates.flatMap(({ date }) => (date ? [Number(date.slice(0, 4))] : []));
  return {
    key,
    parent,
    clones,
    rank,
    platform,
    title,
    titleKey,
    countries: share(entry.countries),
    statuses: share(entry.statuses),
    publishers: share(entry.credits.map(({ name }) => name)),
    year: years.length > 0 ? Math.min(...years) : undefined,
    number,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

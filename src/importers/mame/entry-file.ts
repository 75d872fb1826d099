import { openSpool } from '../spool.ts';
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

/** Entries on their way to disk: of a hundred thousand only the keys stay in memory. */
export interface EntryFile {
  add(entry: MameEntry): void;
  /** All that were added, sorted by key, each key once: of several the one that came first. */
  sort(onDouble: (head: Head) => void): SortedEntries;
  close(): void;
}

export interface SortedEntries {
  readonly size: number;
  find(key: string): number | undefined;
  readHead(index: number): Head;
  read(index: number): MameEntry;
}

export function openEntryFile(): EntryFile {
  const heads = openSpool();
  const entries = openSpool();
  const readHead = (number: number) => JSON.parse(heads.read(number)) as Head;
  let keys: string[] = [];
  return {
    add: (entry) => {
      keys.push(entry.key);
      heads.add(JSON.stringify(toHead(entry)));
      entries.add(JSON.stringify(entry));
    },
    sort: (onDouble) => {
      const { sorted, numbers } = sortKeys(keys, (number) => onDouble(readHead(number)));
      keys = [];
      return {
        size: sorted.length,
        find: (key) => findIndex(sorted, key),
        readHead: (index) => readHead(numbers[index] as number),
        read: (index) => JSON.parse(entries.read(numbers[index] as number)) as MameEntry,
      };
    },
    close: () => {
      heads.close();
      entries.close();
    },
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

/** The keys in order, and the number that each had. */
function sortKeys(keys: readonly string[], onDouble: (number: number) => void) {
  const order = Int32Array.from(keys.keys()).sort((a, b) => compare(at(keys, a), at(keys, b)) || a - b);
  const numbers = order.filter((number, i) => {
    const isDouble = i > 0 && keys[number] === keys[order[i - 1] as number];
    if (isDouble) onDouble(number);
    return !isDouble;
  });
  return { sorted: Array.from(numbers, (number) => at(keys, number)), numbers };
}

function findIndex(sorted: readonly string[], key: string): number | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(sorted, middle) < key) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === key ? low : undefined;
}

function at(keys: readonly string[], i: number): string {
  return keys[i] as string;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

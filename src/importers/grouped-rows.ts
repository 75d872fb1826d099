import { hash } from 'node:crypto';
import { openSortedLines } from '../bundle/sorted-lines.ts';

/** Rows of a source, grouped by game: the rows of one game may be far apart. What does not fit in memory is on disk. */
export interface GroupedRows<T> {
  /** The name of a group has no spaces. */
  add(group: string, row: T): Promise<void>;
  /** The groups in order, each without duplicate rows. The order of rows within a group does not depend on their order in files. */
  read(): AsyncGenerator<{ group: string; rows: [T, ...T[]] }>;
  close(): Promise<void>;
}

export function openGroupedRows<T>(): GroupedRows<T> {
  const sorted = openSortedLines();
  return {
    add: (group, row) => {
      const line = JSON.stringify(row);
      return sorted.add(`${group} ${hash('sha1', line)}`, line);
    },
    read: async function* () {
      let current: { group: string; rows: [T, ...T[]] } | undefined;
      let previous = '';
      for await (const { key, line } of sorted.read()) {
        if (key === previous) continue;
        previous = key;
        const group = key.slice(0, key.indexOf(' '));
        const row = JSON.parse(line) as T;
        if (current?.group === group) current.rows.push(row);
        else {
          if (current) yield current;
          current = { group, rows: [row] };
        }
      }
      if (current) yield current;
    },
    close: sorted.close,
  };
}

import { openSortedLines } from '../bundle/sorted-lines.ts';

/** Rows of a source, grouped by game: the rows of one game may be far apart. */
export interface GroupedRows<T> extends Disposable {
  add(group: string, row: T): void;
  /** Sorted by group, each without duplicate rows. The order of rows in files does not matter. */
  read(): Generator<{ group: string; rows: [T, ...T[]] }>;
}

export function openGroupedRows<T>(): GroupedRows<T> {
  const lines = openSortedLines();
  return {
    add: (group, row) => lines.add(group, JSON.stringify(row)),
    read: function* () {
      let current: { group: string; rows: [T, ...T[]] } | undefined;
      for (const { key: group, line } of lines.read()) {
        const row = JSON.parse(line) as T;
        if (current?.group === group) current.rows.push(row);
        else {
          if (current) yield current;
          current = { group, rows: [row] };
        }
      }
      if (current) yield current;
    },
    [Symbol.dispose]: lines[Symbol.dispose],
  };
}

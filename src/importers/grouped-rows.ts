import { openSortedLines } from '../bundle/sorted-lines.ts';

export type GroupedRows<T> = ReturnType<typeof openGroupedRows<T>>;

/** Rows of a source, grouped by game: the rows of one game may be far apart. */
export function openGroupedRows<T>() {
  const lines = openSortedLines();
  return {
    add: (group: string, row: T) => lines.add(group, JSON.stringify(row)),
    /** Sorted by group, each without duplicate rows. The order of rows in files does not matter. */
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

import { openScratchDatabase } from '../bundle/scratch-database.ts';

/** Rows of a source, grouped by game: the rows of one game may be far apart. What does not fit in memory is on disk. */
export interface GroupedRows<T> extends Disposable {
  add(group: string, row: T): void;
  /** Sorted by group, each without duplicate rows. The order of rows in files does not matter. */
  read(): Generator<{ group: string; rows: [T, ...T[]] }>;
}

const SCHEMA = 'CREATE TABLE row (name TEXT NOT NULL, json TEXT NOT NULL) STRICT';

export function openGroupedRows<T>(): GroupedRows<T> {
  const database = openScratchDatabase(SCHEMA);
  const insert = database.prepare('INSERT INTO row VALUES (?, ?)');
  return {
    add: (group, row) => void insert.run(group, JSON.stringify(row)),
    read: function* () {
      let current: { group: string; rows: [T, ...T[]] } | undefined;
      let previous: unknown;
      for (const { name, json } of database.prepare('SELECT * FROM row ORDER BY name, json').iterate()) {
        const group = String(name);
        if (current?.group === group && json === previous) continue;
        previous = json;
        const row = JSON.parse(String(json)) as T;
        if (current?.group === group) current.rows.push(row);
        else {
          if (current) yield current;
          current = { group, rows: [row] };
        }
      }
      if (current) yield current;
    },
    [Symbol.dispose]: () => database.close(),
  };
}

import { openScratchDatabase } from './scratch-database.ts';

/** Sorts lines by key. What does not fit in memory is on disk. */
export interface SortedLines extends Disposable {
  add(key: string, line: string): void;
  /** All lines by key, then by text, in the order of code points, each once. */
  read(): Iterable<{ key: string; line: string }>;
}

export function openSortedLines(): SortedLines {
  const database = openScratchDatabase('CREATE TABLE line (key TEXT NOT NULL, line TEXT NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO line VALUES (?, ?)');
  return {
    add: (key, line) => void insert.run(key, line),
    // Grouping takes the order of the same sort.
    read: () =>
      database
        .prepare('SELECT key, line FROM line GROUP BY key, line ORDER BY key, line')
        .iterate() as unknown as Iterable<{ key: string; line: string }>,
    [Symbol.dispose]: () => database.close(),
  };
}

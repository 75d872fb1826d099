import { openScratchDatabase } from './scratch-database.ts';

export type SortedLines = ReturnType<typeof openSortedLines>;

/** Sorts lines by key. What does not fit in memory is on disk. */
export function openSortedLines() {
  const database = openScratchDatabase('CREATE TABLE line (key TEXT NOT NULL, line TEXT NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO line VALUES (?, ?)');
  return {
    add: (key: string, line: string) => void insert.run(key, line),
    /** All lines by key, then by text, in the order of code points, each once. Grouping takes the order of the same sort. */
    read: () =>
      database
        .prepare('SELECT key, line FROM line GROUP BY key, line ORDER BY key, line')
        .iterate() as unknown as Iterable<{ key: string; line: string }>,
    [Symbol.dispose]: () => database.close(),
  };
}

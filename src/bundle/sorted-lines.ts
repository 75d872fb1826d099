import { setImmediate } from 'node:timers/promises';
import { openScratchDatabase } from './scratch-database.ts';

/** Sorts lines by key. What does not fit in memory is on disk. */
export interface SortedLines {
  add(key: string, line: string): Promise<void>;
  /** All lines by key, then by text, in the order of code points. */
  read(): AsyncGenerator<{ key: string; line: string }>;
  /** May be called twice. */
  close(): Promise<void>;
}

/** Lets the event loop run after this many lines, so that Ctrl-C is handled. */
const LINES_BETWEEN_YIELDS = 1000;

export function openSortedLines(): SortedLines {
  const database = openScratchDatabase('CREATE TABLE line (key TEXT NOT NULL, line TEXT NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO line VALUES (?, ?)');
  let added = 0;
  return {
    add: async (key, line) => {
      insert.run(key, line);
      if (++added % LINES_BETWEEN_YIELDS === 0) await setImmediate();
    },
    read: async function* () {
      const rows = database.prepare('SELECT key, line FROM line ORDER BY key, line').iterate();
      for (const row of rows) yield row as { key: string; line: string };
    },
    close: async () => {
      if (database.isOpen) database.close();
    },
  };
}

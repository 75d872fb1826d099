import { setImmediate as nextTurn } from 'node:timers/promises';
import { openScratchDatabase } from './scratch-database.ts';

/** Lines that come in any order and go out sorted, whatever their number: what does not fit in memory waits on disk. */
export interface SortedLines {
  add(key: string, line: string): Promise<void>;
  /** All lines by key, in the order of code points. */
  read(): AsyncGenerator<{ key: string; line: string }>;
  /** Drops what waits on disk. Twice is once. */
  close(): Promise<void>;
}

/** So many lines are added or read without a turn of the event loop, in which Ctrl-C is heard. */
const LINES_IN_A_TURN = 1000;

export function openSortedLines(): SortedLines {
  const database = openScratchDatabase('CREATE TABLE line (key TEXT NOT NULL, line TEXT NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO line VALUES (?, ?)');
  let added = 0;
  return {
    add: async (key, line) => {
      insert.run(key, line);
      if (++added % LINES_IN_A_TURN === 0) await nextTurn();
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

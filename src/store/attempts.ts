import type { ServiceSql } from './sql.ts';

export type AttemptStore = ReturnType<typeof attemptStore>;

/** `burst` attempts at once, then one per interval. */
export interface AttemptLimit {
  burst: number;
  intervalMs: number;
}

/** What is counted, named by a digest. */
export interface AttemptCounter {
  name: Buffer;
  limit: AttemptLimit;
}

/** Rows that one statement removes, so that concurrent counting is not delayed. */
const REMOVED_AT_ONCE = 1000;

/** Each attempt moves the due time of the next one by an interval. One statement decides and counts, so no burst gets through. */
export function attemptStore(sql: ServiceSql) {
  return {
    /** The milliseconds until all counters allow an attempt, or 0. Counts nothing. */
    getWaitMs: async (counters: readonly AttemptCounter[], now: number): Promise<number> => {
      const names = counters.map(({ name }) => name);
      const text = `SELECT name, due_at FROM attempts WHERE name IN (${names.map(() => '?').join(', ')})`;
      const rows = await sql.select<{ name: Uint8Array; dueAt: number }>(text, names);
      const waits = rows.map((row) => {
        const limit = counters.find(({ name }) => name.equals(row.name))?.limit;
        return limit ? row.dueAt - latestDueAt(limit, now) : 0;
      });
      return Math.max(0, ...waits);
    },
    /** Counts an attempt and returns 0. If it is refused, counts nothing and returns the milliseconds to wait. */
    count: async ({ name, limit }: AttemptCounter, now: number): Promise<number> => {
      const { intervalMs } = limit;
      const latest = latestDueAt(limit, now);
      const isCounted = await sql.run(
        `INSERT INTO attempts (name, due_at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE
         SET due_at = CASE WHEN attempts.due_at > ? THEN attempts.due_at ELSE ? END + ? WHERE attempts.due_at <= ?`,
        [name, now + intervalMs, now, now, intervalMs, latest],
      );
      if (isCounted) return 0;
      const [stored] = await sql.select<{ dueAt: number }>('SELECT due_at FROM attempts WHERE name = ?', [name]);
      return Math.max(1, (stored?.dueAt ?? now) - latest);
    },
    /** Undoes the count of one attempt. */
    uncount: async ({ name, limit }: AttemptCounter): Promise<void> => {
      await sql.run('UPDATE attempts SET due_at = due_at - ? WHERE name = ?', [limit.intervalMs, name]);
    },
    remove: async (name: Buffer): Promise<void> => {
      await sql.run('DELETE FROM attempts WHERE name = ?', [name]);
    },
    /** Removes some counters whose due time has passed: they limit nothing. Returns how many. */
    removeExpired: (now: number): Promise<number> => {
      const expired = 'SELECT name FROM attempts WHERE due_at < ? LIMIT ?';
      // Again: it may have been counted since.
      const text = `DELETE FROM attempts WHERE name IN (${expired}) AND due_at < ?`;
      return sql.run(text, [now, REMOVED_AT_ONCE, now]);
    },
  };
}

/** An attempt is allowed while its counter is due no later than this. */
function latestDueAt({ burst, intervalMs }: AttemptLimit, now: number): number {
  return now + (burst - 1) * intervalMs;
}

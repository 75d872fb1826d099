import { type Kysely, sql } from 'kysely';
import type { Tables } from './service-tables.ts';

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
export function attemptStore(db: Kysely<Tables>) {
  return {
    /** The milliseconds until all counters allow an attempt, or 0. Counts nothing. */
    getWaitMs: async (counters: readonly AttemptCounter[], now: number): Promise<number> => {
      const names = counters.map(({ name }) => name);
      const rows = await db.selectFrom('attempts').selectAll().where('name', 'in', names).execute();
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
      const row = await db
        .insertInto('attempts')
        .values({ name, dueAt: now + intervalMs })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({
              dueAt: sql<number>`CASE WHEN attempts.due_at > ${now} THEN attempts.due_at ELSE ${now} END + ${intervalMs}`,
            })
            .where('attempts.dueAt', '<=', latest),
        )
        .returning('dueAt')
        .executeTakeFirst();
      if (row) return 0;
      const stored = await db.selectFrom('attempts').select('dueAt').where('name', '=', name).executeTakeFirst();
      return Math.max(1, (stored?.dueAt ?? now) - latest);
    },
    /** Undoes the count of one attempt. */
    uncount: async ({ name, limit }: AttemptCounter): Promise<void> => {
      await db
        .updateTable('attempts')
        .set({ dueAt: sql<number>`due_at - ${limit.intervalMs}` })
        .where('name', '=', name)
        .execute();
    },
    remove: async (name: Buffer): Promise<void> => {
      await db.deleteFrom('attempts').where('name', '=', name).execute();
    },
    /** Removes some counters whose due time has passed: they limit nothing. Returns how many. */
    removeExpired: async (now: number): Promise<number> => {
      const { numDeletedRows } = await db
        .deleteFrom('attempts')
        .where('name', 'in', ({ selectFrom }) =>
          selectFrom('attempts as expired')
            .select('expired.name')
            .where('expired.dueAt', '<', now)
            .limit(REMOVED_AT_ONCE),
        )
        // Again: it may have been counted since.
        .where('dueAt', '<', now)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** An attempt is allowed while its counter is due no later than this. */
function latestDueAt({ burst, intervalMs }: AttemptLimit, now: number): number {
  return now + (burst - 1) * intervalMs;
}

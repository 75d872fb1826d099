import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

export type AttemptStore = ReturnType<typeof attemptStore>;

/** How often something may be tried: so many at once, and then one each interval. */
export interface Pace {
  burst: number;
  intervalMs: number;
}

/** Something that is tried, by a digest. */
export interface Attempt {
  name: Buffer;
  pace: Pace;
}

/** Rows that are removed in one statement: nobody who counts waits for longer than that. */
const REMOVED_AT_ONCE = 1000;

/** Each try makes the next one due an interval later. One statement decides and counts, so that no burst slips through. */
export function attemptStore(db: Kysely<Tables>) {
  return {
    /** The milliseconds until a try of all of these passes, or 0. Counts nothing. */
    findWait: async (attempts: readonly Attempt[], now: number): Promise<number> => {
      const names = attempts.map(({ name }) => name);
      const rows = await db.selectFrom('attempts').selectAll().where('name', 'in', names).execute();
      const waits = rows.map((row) => {
        const pace = attempts.find(({ name }) => name.equals(row.name))?.pace;
        return pace ? row.due_at - latestOf(pace, now) : 0;
      });
      return Math.max(0, ...waits);
    },
    /** Counts a try and returns 0, or returns the milliseconds until the next one passes and counts nothing. */
    take: async ({ name, pace }: Attempt, now: number): Promise<number> => {
      const { intervalMs } = pace;
      const latest = latestOf(pace, now);
      const row = await db
        .insertInto('attempts')
        .values({ name, due_at: now + intervalMs })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({
              due_at: sql<number>`CASE WHEN attempts.due_at > ${now} THEN attempts.due_at ELSE ${now} END + ${intervalMs}`,
            })
            .where('attempts.due_at', '<=', latest),
        )
        .returning('due_at')
        .executeTakeFirst();
      if (row) return 0;
      const held = await db.selectFrom('attempts').select('due_at').where('name', '=', name).executeTakeFirst();
      return Math.max(1, (held?.due_at ?? now) - latest);
    },
    /** Takes one try back: it was nobody's mistake. */
    giveBack: async ({ name, pace }: Attempt): Promise<void> => {
      await db
        .updateTable('attempts')
        .set({ due_at: sql<number>`due_at - ${pace.intervalMs}` })
        .where('name', '=', name)
        .execute();
    },
    remove: async (name: Buffer): Promise<void> => {
      await db.deleteFrom('attempts').where('name', '=', name).execute();
    },
    /** Removes some of those that are due, which count as much as none; how many. */
    removeDone: async (now: number): Promise<number> => {
      const { numDeletedRows } = await db
        .deleteFrom('attempts')
        .where('name', 'in', ({ selectFrom }) =>
          selectFrom('attempts as done').select('done.name').where('done.due_at', '<', now).limit(REMOVED_AT_ONCE),
        )
        // Again: somebody may have tried it meanwhile.
        .where('due_at', '<', now)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** A try passes while the next one is due no later than this. */
function latestOf({ burst, intervalMs }: Pace, now: number): number {
  return now + (burst - 1) * intervalMs;
}

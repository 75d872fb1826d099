import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

export type AttemptStore = ReturnType<typeof attemptStore>;

/** How often something may be tried: so many at once, and then one each interval. */
export interface Pace {
  burst: number;
  intervalMs: number;
}

/** Each try makes the next one due an interval later. One statement decides and counts, so that no burst slips through. */
export function attemptStore(db: Kysely<Tables>) {
  return {
    /** Counts a try and returns 0, or returns the milliseconds until the next one passes and counts nothing. */
    take: async (name: Buffer, { burst, intervalMs }: Pace, now: number): Promise<number> => {
      const latest = now + (burst - 1) * intervalMs;
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
    giveBack: async (name: Buffer, { intervalMs }: Pace): Promise<void> => {
      await db
        .updateTable('attempts')
        .set({ due_at: sql<number>`due_at - ${intervalMs}` })
        .where('name', '=', name)
        .execute();
    },
    remove: async (name: Buffer): Promise<void> => {
      await db.deleteFrom('attempts').where('name', '=', name).execute();
    },
    removeDone: async (now: number): Promise<void> => {
      await db.deleteFrom('attempts').where('due_at', '<', now).execute();
    },
  };
}

import { type Kysely, sql } from 'kysely';
import type { Tables, Timing } from './service-tables.ts';

export type TimingStore = ReturnType<typeof timingStore>;

/** The sums of a period. */
export type TimingSum = Omit<Timing, 'hour'>;

/** Also of slow requests and of cache counts. */
export const HOURS_KEPT = 31 * 24;

/** How many requests took how long, by hour and endpoint. */
export function timingStore(db: Kysely<Tables>) {
  return {
    /** `timings` are sorted, the same way on every node, so that concurrent writes cannot deadlock. */
    add: (timings: readonly Timing[], hour: number): Promise<void> =>
      db.transaction().execute(async (changed) => {
        await changed
          .insertInto('timings')
          .values([...timings])
          .onConflict((conflict) =>
            conflict.columns(['hour', 'endpoint', 'bucket']).doUpdateSet({
              requests: sql<number>`timings.requests + excluded.requests`,
              errors: sql<number>`timings.errors + excluded.errors`,
              limited: sql<number>`timings.limited + excluded.limited`,
            }),
          )
          .execute();
        await changed
          .deleteFrom('timings')
          .where('hour', '<', hour - HOURS_KEPT)
          .execute();
      }),

    /** By endpoint, and by bucket in ascending order. */
    sum: async (fromHour: number): Promise<TimingSum[]> => {
      const rows = await db
        .selectFrom('timings')
        .select(({ fn }) => [
          'endpoint',
          'bucket',
          fn.sum<number>('requests').as('requests'),
          fn.sum<number>('errors').as('errors'),
          fn.sum<number>('limited').as('limited'),
        ])
        .where('hour', '>=', fromHour)
        .groupBy(['endpoint', 'bucket'])
        .orderBy('endpoint')
        .orderBy('bucket')
        .execute();
      // PostgreSQL returns sums as text.
      return rows.map(({ requests, errors, limited, ...row }) => {
        return { ...row, requests: Number(requests), errors: Number(errors), limited: Number(limited) };
      });
    },
  };
}

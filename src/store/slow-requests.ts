import type { Kysely } from 'kysely';
import type { SlowRequest, Tables } from './service-tables.ts';
import { HOURS_KEPT } from './timings.ts';

export type SlowRequestStore = ReturnType<typeof slowRequestStore>;

/** How many requests each hour keeps. */
export const SLOW_REQUESTS_KEPT = 10;

/** The slowest requests of each hour. */
export function slowRequestStore(db: Kysely<Tables>) {
  return {
    /** `requests` are sorted, the same way on every node, so that concurrent writes cannot deadlock. */
    add: async (requests: readonly SlowRequest[], hour: number): Promise<void> => {
      await db
        .insertInto('slowRequests')
        .values([...requests])
        .onConflict((conflict) =>
          conflict
            .columns(['hour', 'request'])
            .doUpdateSet(({ ref }) => ({
              at: ref('excluded.at'),
              status: ref('excluded.status'),
              milliseconds: ref('excluded.milliseconds'),
            }))
            .whereRef('excluded.milliseconds', '>', 'slowRequests.milliseconds'),
        )
        .execute();
      for (const one of new Set(requests.map((request) => request.hour))) await removeFaster(db, one);
      await db
        .deleteFrom('slowRequests')
        .where('hour', '<', hour - HOURS_KEPT)
        .execute();
    },

    /** The slowest first. A request may be there for several hours. */
    list: (fromHour: number, limit: number): Promise<SlowRequest[]> =>
      db
        .selectFrom('slowRequests')
        .selectAll()
        .where('hour', '>=', fromHour)
        .orderBy('milliseconds', 'desc')
        .orderBy('at', 'desc')
        .limit(limit)
        .execute(),
  };
}

async function removeFaster(db: Kysely<Tables>, hour: number): Promise<void> {
  await db
    .deleteFrom('slowRequests')
    .where('hour', '=', hour)
    .where('request', 'not in', ({ selectFrom }) =>
      selectFrom('slowRequests as kept')
        .select('kept.request')
        .where('kept.hour', '=', hour)
        .orderBy('kept.milliseconds', 'desc')
        .orderBy('kept.request')
        .limit(SLOW_REQUESTS_KEPT),
    )
    .execute();
}

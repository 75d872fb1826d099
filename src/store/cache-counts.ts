import { type Kysely, sql } from 'kysely';
import type { CacheCount, Tables } from './service-tables.ts';
import { HOURS_KEPT } from './timings.ts';

export type CacheCountStore = ReturnType<typeof cacheCountStore>;

/** How often each cache had what was looked for, by hour. */
export function cacheCountStore(db: Kysely<Tables>) {
  return {
    /** `counts` are in the same order on every node, so that concurrent writes cannot deadlock. */
    add: async (counts: readonly CacheCount[], hour: number): Promise<void> => {
      await db
        .insertInto('cacheCounts')
        .values([...counts])
        .onConflict((conflict) =>
          conflict.columns(['hour', 'cache']).doUpdateSet({
            hits: sql<number>`cache_counts.hits + excluded.hits`,
            misses: sql<number>`cache_counts.misses + excluded.misses`,
          }),
        )
        .execute();
      await db
        .deleteFrom('cacheCounts')
        .where('hour', '<', hour - HOURS_KEPT)
        .execute();
    },

    sum: async (fromHour: number): Promise<Omit<CacheCount, 'hour'>[]> => {
      const rows = await db
        .selectFrom('cacheCounts')
        .select(({ fn }) => ['cache', fn.sum<number>('hits').as('hits'), fn.sum<number>('misses').as('misses')])
        .where('hour', '>=', fromHour)
        .groupBy('cache')
        .orderBy('cache')
        .execute();
      // PostgreSQL returns sums as text.
      return rows.map(({ cache, hits, misses }) => ({ cache, hits: Number(hits), misses: Number(misses) }));
    },
  };
}

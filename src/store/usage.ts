import { type Kysely, sql } from 'kysely';
import type { Tables } from './service-tables.ts';

/** The requests of a key to an endpoint with one response status, in one clock hour. */
export interface UsageCount {
  /** 0: without a valid key. */
  keyId: number;
  /** In hours since 1970, UTC. */
  hour: number;
  endpoint: string;
  status: number;
  requests: number;
}

/** What counts are grouped by. */
export type UsageBy = 'day' | 'key_id' | 'endpoint' | 'status';

export interface UsageSum {
  /** A day since 1970, a key, an endpoint or a status. */
  name: string | number;
  requests: number;
  errors: number;
}

export interface UsageHour {
  hour: number;
  requests: number;
  errors: number;
}

export type UsageStore = ReturnType<typeof usageStore>;

const HOURS_OF_DAY = 24;
const HOURS_KEPT = 2 * HOURS_OF_DAY;
const DAYS_KEPT = 400;
const FIRST_ERROR = 400;

/** Request counts: by day in detail, and by hour for the last two days. */
export function usageStore(db: Kysely<Tables>) {
  return {
    add: (counts: readonly UsageCount[], hour: number): Promise<void> =>
      db.transaction().execute(async (changed) => {
        await addToDays(changed, counts);
        await addToHours(changed, counts);
        await changed
          .deleteFrom('usageByHour')
          .where('hour', '<', hour - HOURS_KEPT)
          .execute();
        await changed
          .deleteFrom('usageByDay')
          .where('day', '<', dayOf(hour) - DAYS_KEPT)
          .execute();
      }),

    /** Sums the usage of these keys, or of all, from a day on: largest first, days in order. */
    sum: async (by: UsageBy, fromDay: number, keyIds?: readonly number[]): Promise<UsageSum[]> => {
      if (keyIds?.length === 0) return [];
      const rows = await db
        .selectFrom('usageByDay')
        .select(({ fn }) => [
          sql.ref<string | number>(by).as('name'),
          fn.sum<number>('requests').as('requests'),
          sql<number>`SUM(CASE WHEN status >= ${FIRST_ERROR} THEN requests ELSE 0 END)`.as('errors'),
        ])
        .where('day', '>=', fromDay)
        .$if(keyIds !== undefined, (query) => query.where('keyId', 'in', [...(keyIds ?? [])]))
        .groupBy(sql.ref(by))
        .orderBy(by === 'day' ? 'name' : 'requests', by === 'day' ? 'asc' : 'desc')
        .execute();
      return rows.map(({ name, requests, errors }) => ({ name, requests: Number(requests), errors: Number(errors) }));
    },

    /** The keys with the most requests from an hour on, of the last two days. */
    listBusiest: async (fromHour: number, limit: number): Promise<UsageSum[]> => {
      const rows = await db
        .selectFrom('usageByHour')
        .select(({ fn }) => [
          'keyId as name',
          fn.sum<number>('requests').as('requests'),
          fn.sum<number>('errors').as('errors'),
        ])
        .where('hour', '>=', fromHour)
        .groupBy('keyId')
        .orderBy('requests', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ name, requests, errors }) => ({ name, requests: Number(requests), errors: Number(errors) }));
    },

    sumHours: async (fromHour: number, keyIds: readonly number[]): Promise<UsageHour[]> => {
      if (keyIds.length === 0) return [];
      const rows = await db
        .selectFrom('usageByHour')
        .select(({ fn }) => ['hour', fn.sum<number>('requests').as('requests'), fn.sum<number>('errors').as('errors')])
        .where('hour', '>=', fromHour)
        .where('keyId', 'in', [...keyIds])
        .groupBy('hour')
        .orderBy('hour')
        .execute();
      return rows.map(({ hour, requests, errors }) => ({ hour, requests: Number(requests), errors: Number(errors) }));
    },
  };
}

/** A statement takes a few thousand parameters at most. */
const ROWS_AT_ONCE = 500;

async function addToDays(db: Kysely<Tables>, counts: readonly UsageCount[]): Promise<void> {
  const rows = addUp(counts, ({ keyId, hour, endpoint, status, requests }) => ({
    row: { keyId, day: dayOf(hour), endpoint, status },
    sums: { requests },
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('usageByDay')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['keyId', 'day', 'endpoint', 'status'])
          .doUpdateSet({ requests: sql<number>`usage_by_day.requests + excluded.requests` }),
      )
      .execute();
  }
}

async function addToHours(db: Kysely<Tables>, counts: readonly UsageCount[]): Promise<void> {
  const rows = addUp(counts, ({ keyId, hour, status, requests }) => ({
    row: { keyId, hour },
    sums: { requests, errors: status >= FIRST_ERROR ? requests : 0 },
  }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await db
      .insertInto('usageByHour')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['keyId', 'hour']).doUpdateSet({
          requests: sql<number>`usage_by_hour.requests + excluded.requests`,
          errors: sql<number>`usage_by_hour.errors + excluded.errors`,
        }),
      )
      .execute();
  }
}

/** Each row once, in the same order on every node, so that concurrent writes cannot deadlock. */
function addUp<R extends object, S extends Record<string, number>>(
  counts: readonly UsageCount[],
  split: (count: UsageCount) => { row: R; sums: S },
): (R & S)[] {
  const rows = new Map<string, { row: R; sums: S }>();
  for (const count of counts) {
    const { row, sums } = split(count);
    const name = JSON.stringify(row);
    const before = rows.get(name)?.sums;
    const added = Object.entries(sums).map(([field, sum]) => [field, (before?.[field] ?? 0) + sum]);
    rows.set(name, { row, sums: Object.fromEntries(added) as S });
  }
  const inOrder = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  return inOrder.map(([, { row, sums }]) => ({ ...row, ...sums }));
}

function dayOf(hour: number): number {
  return Math.floor(hour / HOURS_OF_DAY);
}

import type { ServiceSql } from './sql.ts';

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

export type UsageStore = ReturnType<typeof usageStore>;

const HOURS_OF_DAY = 24;
const DAYS_KEPT = 400;
const FIRST_ERROR = 400;

const KEY = 'key_id, day, endpoint, status';

/** Request counts by day. */
export function usageStore(sql: ServiceSql) {
  return {
    /**
     * Adds up equal rows, and adds the sums to those that are stored: in one order on every node, so that no two writes
     * deadlock.
     */
    add: (counts: readonly UsageCount[], hour: number): Promise<void> =>
      sql.transaction(async (changed) => {
        const rows = counts.map(({ keyId, hour: at, endpoint, status, requests }) => {
          return { key_id: keyId, day: dayOf(at), endpoint, status, requests };
        });
        await changed.run(
          `INSERT INTO usage_by_day (${KEY}, requests) SELECT ${KEY}, sum(requests)
           FROM ${changed.rows('usage_by_day', ['key_id', 'day', 'endpoint', 'status', 'requests'])}
           GROUP BY ${KEY} ORDER BY ${KEY}
           ON CONFLICT (${KEY}) DO UPDATE SET requests = usage_by_day.requests + excluded.requests`,
          [JSON.stringify(rows)],
        );
        await changed.run('DELETE FROM usage_by_day WHERE day < ?', [dayOf(hour) - DAYS_KEPT]);
      }),

    /** Sums the usage of these keys, or of all, from a day on: largest first, days in order. */
    sum: (by: UsageBy, fromDay: number, keyIds?: readonly number[]): Promise<UsageSum[]> => {
      const isOfKeys = keyIds ? `AND ${sql.isIn('key_id', 'bigint')}` : '';
      const text = `
        SELECT ${by} AS name, sum(requests) AS requests,
          sum(CASE WHEN status >= ${FIRST_ERROR} THEN requests ELSE 0 END) AS errors
        FROM usage_by_day WHERE day >= ? ${isOfKeys} GROUP BY ${by} ORDER BY ${by === 'day' ? 'name' : 'requests DESC'}`;
      return sql.select(text, [fromDay, ...(keyIds ? [keyIds] : [])]);
    },
  };
}

function dayOf(hour: number): number {
  return Math.floor(hour / HOURS_OF_DAY);
}

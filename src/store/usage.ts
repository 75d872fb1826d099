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
export function usageStore(sql: ServiceSql) {
  return {
    add: (counts: readonly UsageCount[], hour: number): Promise<void> =>
      sql.transaction(async (changed) => {
        const rows = counts.map(({ keyId, hour: at, endpoint, status, requests }) => {
          const errors = status >= FIRST_ERROR ? requests : 0;
          return { key_id: keyId, day: dayOf(at), hour: at, endpoint, status, requests, errors };
        });
        await addRows(changed, 'usage_by_day', ['key_id', 'day', 'endpoint', 'status'], ['requests'], rows);
        await addRows(changed, 'usage_by_hour', ['key_id', 'hour'], ['requests', 'errors'], rows);
        await changed.run('DELETE FROM usage_by_hour WHERE hour < ?', [hour - HOURS_KEPT]);
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

    /** The keys with the most requests from an hour on, of the last two days. */
    listBusiest: (fromHour: number, limit: number): Promise<UsageSum[]> => {
      const text = `SELECT key_id AS name, ${HOUR_SUMS} WHERE hour >= ? GROUP BY key_id ORDER BY requests DESC LIMIT ?`;
      return sql.select(text, [fromHour, limit]);
    },

    sumHours: (fromHour: number, keyIds: readonly number[]): Promise<UsageHour[]> => {
      const isOfKeys = sql.isIn('key_id', 'bigint');
      const text = `SELECT hour, ${HOUR_SUMS} WHERE hour >= ? AND ${isOfKeys} GROUP BY hour ORDER BY hour`;
      return sql.select(text, [fromHour, keyIds]);
    },
  };
}

const HOUR_SUMS = 'sum(requests) AS requests, sum(errors) AS errors FROM usage_by_hour';

/** Adds up equal rows, and adds the sums to those that are stored: in one order on every node, so that no two writes deadlock. */
async function addRows(
  sql: ServiceSql,
  table: string,
  key: readonly string[],
  sums: readonly string[],
  rows: readonly object[],
): Promise<void> {
  const keys = key.join(', ');
  const added = sums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`);
  await sql.run(
    `INSERT INTO ${table} (${keys}, ${sums.join(', ')}) SELECT ${keys}, ${sums.map((sum) => `sum(${sum})`).join(', ')}
     FROM ${sql.rows(table, [...key, ...sums])} GROUP BY ${keys} ORDER BY ${keys}
     ON CONFLICT (${keys}) DO UPDATE SET ${added.join(', ')}`,
    [JSON.stringify(rows)],
  );
}

function dayOf(hour: number): number {
  return Math.floor(hour / HOURS_OF_DAY);
}

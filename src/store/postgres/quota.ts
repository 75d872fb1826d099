import type { ChangeUsage, QuotaStore, Usage } from '../store.ts';
import type { PostgresDatabase } from './database.ts';

/** A thread seldom sees more keys within an hour. */
const MAX_CACHED = 10_000;

interface Row {
  quota_id: number;
  hour: number;
  used: number;
  due_at: number;
  done: boolean;
}

/**
 * Counts a batch of ids in one statement, with optimistic locking. The new count is computed from the last one that this thread
 * saw, and the statement stores it only if that is still current. So a key that one node serves costs one round trip. After a
 * conflict with another node the statement returns the current count, and the decision is made again.
 */
export function postgresQuota(database: PostgresDatabase): QuotaStore {
  const seen = new Map<number, Usage>();
  return {
    find: async (quotaId) => {
      const [row] = await database.query<Row>({ text: `${READ} = $1`, values: [quotaId] });
      return row && toUsage(row);
    },
    update: async (quotaIds, change) => {
      if (seen.size > MAX_CACHED) seen.clear();
      let open = sorted(quotaIds);
      // Each statement that loses a race was beaten by one that counted, so this ends.
      while (open.length > 0) open = await countOptimistically(database, seen, open, change);
    },
  };
}

/** The same order on every node, so that no two statements deadlock. */
function sorted(quotaIds: readonly number[]): number[] {
  return [...new Set(quotaIds)].sort((a, b) => a - b);
}

/** Returns the ids that must be decided again. */
async function countOptimistically(
  database: PostgresDatabase,
  seen: Map<number, Usage>,
  quotaIds: readonly number[],
  change: ChangeUsage,
): Promise<number[]> {
  const changes = quotaIds.map((id) => ({ id, was: seen.get(id), next: change(id, seen.get(id)) }));
  const counted = changes.filter(({ next }) => next);
  const refused = changes.filter(({ next }) => !next).map(({ id }) => id);
  const column = (of: 'was' | 'next', name: keyof Usage) => counted.map((one) => one[of]?.[name] ?? null);
  const rows = await database.query<Row>({
    name: 'count quota',
    text: COUNT,
    values: [
      counted.map(({ id }) => id),
      ...(['was', 'next'] as const).flatMap((of) => [
        column(of, 'hour'),
        column(of, 'used'),
        column(of, 'nextRequestAt'),
      ]),
      refused,
    ],
  });
  const found = new Map(rows.map((row) => [row.quota_id, row]));
  return changes
    .filter(({ id, was, next }) => {
      const row = found.get(id);
      if (row) seen.set(id, toUsage(row));
      else seen.delete(id);
      return next ? !row?.done : !isSame(was, row && toUsage(row));
    })
    .map(({ id }) => id);
}

const READ = 'SELECT quota_id, hour, used, due_at FROM quota WHERE quota_id';

/** Locks the rows in the order of ids. Refused ids ($8) are only read, to check that the decision used the current count. */
const COUNT = `
  WITH wanted AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[], $5::bigint[], $6::bigint[], $7::float8[])
      AS w (quota_id, was_hour, was_used, was_due_at, hour, used, due_at)
  ), locked AS (
    ${READ} = ANY($1::bigint[]) ORDER BY quota_id FOR UPDATE
  ), changed AS (
    UPDATE quota SET hour = wanted.hour, used = wanted.used, due_at = wanted.due_at
    FROM wanted JOIN locked USING (quota_id)
    WHERE quota.quota_id = wanted.quota_id AND locked.hour = wanted.was_hour AND locked.used = wanted.was_used
      AND locked.due_at = wanted.was_due_at
    RETURNING quota.*
  ), added AS (
    INSERT INTO quota
    SELECT quota_id, hour, used, due_at FROM wanted
    WHERE was_hour IS NULL AND quota_id NOT IN (SELECT quota_id FROM locked)
    ORDER BY quota_id
    ON CONFLICT DO NOTHING
    RETURNING *
  )
  SELECT *, TRUE AS done FROM changed
  UNION ALL SELECT *, TRUE FROM added
  UNION ALL SELECT *, FALSE FROM locked WHERE quota_id NOT IN (SELECT quota_id FROM changed)
  UNION ALL SELECT *, FALSE FROM (${READ} = ANY($8::bigint[])) AS refused`;

function toUsage({ hour, used, due_at }: Row): Usage {
  return { hour, used, nextRequestAt: due_at };
}

function isSame(a: Usage | undefined, b: Usage | undefined): boolean {
  return a?.hour === b?.hour && a?.used === b?.used && a?.nextRequestAt === b?.nextRequestAt;
}

import type { ChangeUsage, QuotaStore, Usage } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { isConcurrencyConflict } from './errors.ts';

/** A thread seldom sees more keys within an hour. */
const MAX_CACHED_KEYS = 10_000;

interface Row {
  key_id: number;
  hour: number;
  used: number;
  due_at: number;
  done: boolean;
}

/**
 * Counts all keys of a batch in one statement, with optimistic locking. The new count is computed from the last one that this thread
 * saw, and the statement stores it only if that is still current. So a key that one node serves costs one round trip. After a
 * conflict with another node the statement returns the current count, and the decision is made again.
 */
export function postgresQuota(database: PostgresDatabase, table: QuotaTable): QuotaStore {
  const { read, count } = statementsOf(table);
  const seen = new Map<number, Usage>();
  return {
    find: async (keyId) => {
      const [row] = await database.query<Row>({ text: `${read} = $1`, values: [keyId] });
      return row && toUsage(row);
    },
    update: async (keyIds, change) => {
      if (seen.size > MAX_CACHED_KEYS) seen.clear();
      let open = sorted(keyIds);
      // Each statement that loses a race was beaten by one that counted, so this ends.
      for (let isFirst = true; open.length > 0; isFirst = false)
        open = await retryOnConflict(() => countOptimistically(database, count, seen, open, change, isFirst));
    },
  };
}

/** The same order on every node, so that no two statements deadlock. */
function sorted(keyIds: readonly number[]): number[] {
  return [...new Set(keyIds)].sort((a, b) => a - b);
}

/** A concurrent removal of the account or a deadlock: nothing was counted, so it can be retried. */
async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isConcurrencyConflict(error)) throw error;
    return work();
  }
}

/** Returns the keys that must be decided again. */
async function countOptimistically(
  database: PostgresDatabase,
  count: { name: string; text: string },
  seen: Map<number, Usage>,
  keyIds: readonly number[],
  change: ChangeUsage,
  isFirst: boolean,
): Promise<number[]> {
  const changes = keyIds.map((keyId) => ({ keyId, was: seen.get(keyId), next: change(keyId, seen.get(keyId)) }));
  const counted = changes.filter(({ next }) => next);
  const refused = changes.filter(({ next }) => !next).map(({ keyId }) => keyId);
  const column = (of: 'was' | 'next', name: keyof Usage) => counted.map((one) => one[of]?.[name] ?? null);
  const rows = await database.query<Row>({
    ...count,
    values: [
      counted.map(({ keyId }) => keyId),
      ...(['was', 'next'] as const).flatMap((of) => [
        column(of, 'hour'),
        column(of, 'used'),
        column(of, 'nextRequestAt'),
      ]),
      refused,
    ],
  });
  const found = new Map(rows.map((row) => [row.key_id, row]));
  return changes
    .filter(({ keyId, was, next }) => {
      const row = found.get(keyId);
      if (row) seen.set(keyId, toUsage(row));
      else seen.delete(keyId);
      if (!next) return !isSame(was, row && toUsage(row));
      // A second statement sees what another node added meanwhile: if there is no row, the key was removed.
      const isRemoved = !row && !was && !isFirst;
      return !row?.done && !isRemoved;
    })
    .map(({ keyId }) => keyId);
}

type QuotaTable = 'quota' | 'network_quota';

function statementsOf(table: QuotaTable): { read: string; count: { name: string; text: string } } {
  const id = table === 'quota' ? 'key_id' : 'network';
  const columns = (extra = '') => `SELECT ${id} AS key_id, hour, used, due_at${extra} FROM ${table} WHERE ${id}`;
  // A key may have been removed.
  const existing = table === 'quota' ? 'JOIN keys ON keys.key_id = wanted.key_id' : '';
  return { read: columns(), count: { name: `count ${table}`, text: countStatement(table, id, columns, existing) } };
}

/** Locks the rows in the order of keys. Refused keys ($8) are only read, to check that the decision used the current count. */
function countStatement(table: QuotaTable, id: string, columns: (extra?: string) => string, existing: string): string {
  return `
  WITH wanted AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[], $5::bigint[], $6::bigint[], $7::float8[])
      AS w (key_id, was_hour, was_used, was_due_at, hour, used, due_at)
  ), locked AS (
    ${columns()} = ANY($1::bigint[]) ORDER BY ${id} FOR UPDATE
  ), changed AS (
    UPDATE ${table} AS counted SET hour = wanted.hour, used = wanted.used, due_at = wanted.due_at
    FROM wanted JOIN locked ON locked.key_id = wanted.key_id
    WHERE counted.${id} = wanted.key_id AND locked.hour = wanted.was_hour AND locked.used = wanted.was_used
      AND locked.due_at = wanted.was_due_at
    RETURNING wanted.key_id, counted.hour, counted.used, counted.due_at
  ), added AS (
    INSERT INTO ${table}
    SELECT wanted.key_id, wanted.hour, wanted.used, wanted.due_at
    FROM wanted ${existing}
    WHERE wanted.was_hour IS NULL AND wanted.key_id NOT IN (SELECT key_id FROM locked)
    ORDER BY wanted.key_id
    ON CONFLICT DO NOTHING
    RETURNING ${id} AS key_id, hour, used, due_at
  )
  SELECT key_id, hour, used, due_at, TRUE AS done FROM changed
  UNION ALL SELECT key_id, hour, used, due_at, TRUE FROM added
  UNION ALL SELECT key_id, hour, used, due_at, FALSE FROM locked WHERE key_id NOT IN (SELECT key_id FROM changed)
  UNION ALL ${columns(', FALSE')} = ANY($8::bigint[])`;
}

function toUsage({ hour, used, due_at }: Row): Usage {
  return { hour, used, nextRequestAt: due_at };
}

function isSame(a: Usage | undefined, b: Usage | undefined): boolean {
  return a?.hour === b?.hour && a?.used === b?.used && a?.nextRequestAt === b?.nextRequestAt;
}

import type { ChangeUsage, QuotaStore, Usage } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { isCrossed } from './errors.ts';

/** So many keys are remembered; a thread seldom sees more of them within an hour. */
const REMEMBERED = 10_000;
/** After so many tries in which others were quicker, the rows are locked first. */
const QUICK_TRIES = 4;

interface Row {
  key_id: number;
  hour: number;
  used: number;
  due_at: number;
  done: boolean;
}

/**
 * Counts in one statement for all keys that are asked about together. What this thread saw last of a key is what the new
 * count is worked out from, and the statement stores it only where that still holds: so a key that one node serves costs one
 * round trip, and nothing is ever decided on a count that is not the newest. Where another node was quicker, the statement
 * gives the newest count, and the decision is made again.
 */
export function postgresQuota(database: PostgresDatabase): QuotaStore {
  const seen = new Map<number, Usage>();
  return {
    find: async (keyId) => {
      const [row] = await database.query<Row>({ text: `${READ} WHERE key_id = $1`, values: [keyId] });
      return row && toUsage(row);
    },
    update: async (keyIds, change) => {
      if (seen.size > REMEMBERED) seen.clear();
      // In one order everywhere, so that no two statements wait for each other.
      let open = [...new Set(keyIds)].sort((a, b) => a - b);
      for (let tried = 0; tried < QUICK_TRIES && open.length > 0; tried++) {
        open = await againIfCrossed(() => tryQuickly(database, seen, open, change));
      }
      if (open.length > 0) await againIfCrossed(() => lockAndChange(database, seen, open, change));
    },
  };
}

/** A key whose account is removed between two looks, or two that met over a new key: nothing was counted, and once more will do. */
async function againIfCrossed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isCrossed(error)) throw error;
    return work();
  }
}

/** Gives the keys that have to be decided again. */
async function tryQuickly(
  database: PostgresDatabase,
  seen: Map<number, Usage>,
  keyIds: readonly number[],
  change: ChangeUsage,
): Promise<number[]> {
  const changes = keyIds.map((keyId) => ({ keyId, was: seen.get(keyId), next: change(keyId, seen.get(keyId)) }));
  const counted = changes.filter(({ next }) => next);
  const refused = changes.filter(({ next }) => !next).map(({ keyId }) => keyId);
  const column = (of: 'was' | 'next', name: keyof Usage) => counted.map((one) => one[of]?.[name] ?? null);
  const rows = await database.query<Row>({
    name: 'count requests',
    text: COUNT,
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
      const stands = next ? row?.done : isSame(was, row && toUsage(row));
      return !stands;
    })
    .map(({ keyId }) => keyId);
}

/** For keys that many nodes ask about at once: with the rows in hand, in one transaction. */
async function lockAndChange(
  database: PostgresDatabase,
  seen: Map<number, Usage>,
  keyIds: readonly number[],
  change: ChangeUsage,
): Promise<void> {
  await database.transaction('BEGIN', async (connection) => {
    // A key that has not been counted yet gets a row that can be locked; one that was removed gets none.
    await connection.run(
      `INSERT INTO quota SELECT key_id, 0, 0, 0 FROM keys WHERE key_id = ANY($1::bigint[]) ORDER BY key_id
       ON CONFLICT DO NOTHING`,
      [keyIds],
    );
    const rows = await connection.query<Row>({
      text: `${READ} WHERE key_id = ANY($1::bigint[]) ORDER BY key_id FOR UPDATE`,
      values: [keyIds],
    });
    const found = new Map(rows.map((row) => [row.key_id, toUsage(row)]));
    const next = new Map<number, Usage>();
    for (const keyId of keyIds) {
      const usage = change(keyId, found.get(keyId));
      if (usage && found.has(keyId)) next.set(keyId, usage);
    }
    const list = [...next.values()];
    await connection.run(
      `UPDATE quota SET hour = w.hour, used = w.used, due_at = w.due_at
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[]) AS w (key_id, hour, used, due_at)
       WHERE quota.key_id = w.key_id`,
      [
        [...next.keys()],
        list.map(({ hour }) => hour),
        list.map(({ used }) => used),
        list.map(({ nextRequestAt }) => nextRequestAt),
      ],
    );
    for (const [keyId, usage] of [...found, ...next]) seen.set(keyId, usage);
  });
}

const READ = 'SELECT key_id, hour, used, due_at FROM quota';

/** Locked in the order of keys. What was refused is only read: it changes nothing, and must still be told the truth. */
const COUNT = `
  WITH wanted AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[], $5::bigint[], $6::bigint[], $7::float8[])
      AS w (key_id, was_hour, was_used, was_due_at, hour, used, due_at)
  ), locked AS (
    ${READ} WHERE key_id = ANY($1::bigint[]) ORDER BY key_id FOR UPDATE
  ), changed AS (
    UPDATE quota SET hour = wanted.hour, used = wanted.used, due_at = wanted.due_at
    FROM wanted JOIN locked ON locked.key_id = wanted.key_id
    WHERE quota.key_id = wanted.key_id AND locked.hour = wanted.was_hour AND locked.used = wanted.was_used
      AND locked.due_at = wanted.was_due_at
    RETURNING quota.key_id, quota.hour, quota.used, quota.due_at
  ), added AS (
    INSERT INTO quota
    SELECT wanted.key_id, wanted.hour, wanted.used, wanted.due_at
    FROM wanted JOIN keys ON keys.key_id = wanted.key_id
    WHERE wanted.was_hour IS NULL AND wanted.key_id NOT IN (SELECT key_id FROM locked)
    ORDER BY wanted.key_id
    ON CONFLICT DO NOTHING
    RETURNING key_id, hour, used, due_at
  )
  SELECT key_id, hour, used, due_at, TRUE AS done FROM changed
  UNION ALL SELECT key_id, hour, used, due_at, TRUE FROM added
  UNION ALL SELECT key_id, hour, used, due_at, FALSE FROM locked WHERE key_id NOT IN (SELECT key_id FROM changed)
  UNION ALL ${READ.replace(' FROM', ', FALSE FROM')} WHERE key_id = ANY($8::bigint[])`;

function toUsage({ hour, used, due_at }: Row): Usage {
  return { hour, used, nextRequestAt: due_at };
}

function isSame(a: Usage | undefined, b: Usage | undefined): boolean {
  return a?.hour === b?.hour && a?.used === b?.used && a?.nextRequestAt === b?.nextRequestAt;
}

import type { Kysely } from 'kysely';
import type { RecentError, Tables } from './service-tables.ts';

export type RecentErrorStore = ReturnType<typeof recentErrorStore>;

/** How many errors each key keeps. */
export const ERRORS_KEPT = 50;

/** The last refused requests of each key, for its owner. */
export function recentErrorStore(db: Kysely<Tables>) {
  return {
    /** Keys that were removed meanwhile are left out. */
    add: (errors: readonly RecentError[]): Promise<void> =>
      db.transaction().execute(async (changed) => {
        const keyIds = [...new Set(errors.map(({ keyId }) => keyId))];
        if (keyIds.length === 0) return;
        const keys = await changed.selectFrom('keys').select('keyId').where('keyId', 'in', keyIds).execute();
        for (const { keyId } of keys) {
          const own = errors.filter((error) => error.keyId === keyId);
          await changed.insertInto('recentErrors').values(own).execute();
          await removeOld(changed, keyId);
        }
      }),

    /** Newest first. */
    list: (keyIds: readonly number[], limit: number): Promise<RecentError[]> =>
      keyIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('recentErrors')
            .select(['keyId', 'at', 'status', 'request', 'message', 'times'])
            .where('keyId', 'in', [...keyIds])
            .orderBy('at', 'desc')
            .orderBy('errorId', 'desc')
            .limit(limit)
            .execute(),
  };
}

async function removeOld(db: Kysely<Tables>, keyId: number): Promise<void> {
  const first = await db
    .selectFrom('recentErrors')
    .select('errorId')
    .where('keyId', '=', keyId)
    .orderBy('errorId', 'desc')
    .offset(ERRORS_KEPT)
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  await db.deleteFrom('recentErrors').where('keyId', '=', keyId).where('errorId', '<=', first.errorId).execute();
}

import type { Kysely } from 'kysely';
import type { Session, Tables } from './service-tables.ts';

export type SessionStore = ReturnType<typeof sessionStore>;

const COLUMNS = ['sessionId', 'accountId', 'createdAt', 'seenAt', 'expiresAt', 'agent'] as const;

/** Sessions are found by a digest of their token: with a copy of the database nobody can sign in. */
export function sessionStore(db: Kysely<Tables>) {
  return {
    add: async (digest: Buffer, session: Omit<Session, 'sessionId'>): Promise<void> => {
      await db
        .insertInto('sessions')
        .values({ digest, ...session })
        .execute();
    },
    find: (digest: Buffer): Promise<Session | undefined> =>
      db.selectFrom('sessions').select(COLUMNS).where('digest', '=', digest).executeTakeFirst(),
    list: (accountId: number): Promise<Session[]> => {
      const sessions = db.selectFrom('sessions').select(COLUMNS).where('accountId', '=', accountId);
      return sessions.orderBy('seenAt', 'desc').execute();
    },
    renew: async (sessionId: number, seenAt: number, expiresAt: number): Promise<void> => {
      await db.updateTable('sessions').set({ seenAt, expiresAt }).where('sessionId', '=', sessionId).execute();
    },
    remove: async (sessionId: number): Promise<void> => {
      await db.deleteFrom('sessions').where('sessionId', '=', sessionId).execute();
    },
    /** Ends all sessions of an account, or all but one. */
    removeAll: async (accountId: number, exceptId = 0): Promise<void> => {
      await db.deleteFrom('sessions').where('accountId', '=', accountId).where('sessionId', '!=', exceptId).execute();
    },
    /** Ends the sessions of an account that were not used for the longest time. */
    removeOldest: async (accountId: number, kept: number): Promise<void> => {
      await db
        .deleteFrom('sessions')
        .where('accountId', '=', accountId)
        .where('sessionId', 'not in', ({ selectFrom }) =>
          selectFrom('sessions as recent')
            .select('recent.sessionId')
            .where('recent.accountId', '=', accountId)
            .orderBy('recent.seenAt', 'desc')
            .orderBy('recent.sessionId', 'desc')
            .limit(kept),
        )
        .execute();
    },
    removeExpired: async (now: number): Promise<void> => {
      await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute();
    },
  };
}

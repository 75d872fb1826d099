import type { Kysely, Selectable } from 'kysely';
import type { Tables } from './tables.ts';

export interface Session {
  sessionId: number;
  accountId: number;
  createdAt: number;
  seenAt: number;
  expiresAt: number;
  /** The browser and its system, by name. */
  agent: string;
}

export type SessionStore = ReturnType<typeof sessionStore>;

/** Who is signed in, found by a digest: a copy of the database signs nobody in. */
export function sessionStore(db: Kysely<Tables>) {
  return {
    add: async (digest: Buffer, session: Omit<Session, 'sessionId'>): Promise<void> => {
      await db
        .insertInto('sessions')
        .values({
          digest,
          account_id: session.accountId,
          created_at: session.createdAt,
          seen_at: session.seenAt,
          expires_at: session.expiresAt,
          agent: session.agent,
        })
        .execute();
    },
    find: async (digest: Buffer): Promise<Session | undefined> => {
      const row = await db.selectFrom('sessions').selectAll().where('digest', '=', digest).executeTakeFirst();
      return row && toSession(row);
    },
    list: async (accountId: number): Promise<Session[]> => {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('seen_at', 'desc')
        .execute();
      return rows.map(toSession);
    },
    see: async (sessionId: number, seenAt: number, expiresAt: number): Promise<void> => {
      await db
        .updateTable('sessions')
        .set({ seen_at: seenAt, expires_at: expiresAt })
        .where('session_id', '=', sessionId)
        .execute();
    },
    remove: async (sessionId: number): Promise<void> => {
      await db.deleteFrom('sessions').where('session_id', '=', sessionId).execute();
    },
    /** Ends all sessions of an account, or all but one. */
    removeAll: async (accountId: number, exceptId = 0): Promise<void> => {
      await db.deleteFrom('sessions').where('account_id', '=', accountId).where('session_id', '!=', exceptId).execute();
    },
    removeExpired: async (now: number): Promise<void> => {
      await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    },
  };
}

function toSession(row: Selectable<Tables['sessions']>): Session {
  return {
    sessionId: row.session_id,
    accountId: row.account_id,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    agent: row.agent,
  };
}

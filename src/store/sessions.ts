import type { Purpose, Session, Token } from './service-tables.ts';
import { insertion, type ServiceSql } from './sql.ts';

export type SessionStore = ReturnType<typeof sessionStore>;

const SESSION = 'SELECT session_id, account_id, seen_at, agent FROM sessions';

/** Sessions are found by a digest of their token: with a copy of the database nobody can sign in. */
export function sessionStore(sql: ServiceSql) {
  return {
    add: async (digest: Buffer, session: Omit<Session, 'sessionId'>): Promise<void> => {
      await sql.run(...insertion('sessions', { digest, ...session }));
    },
    find: async (digest: Buffer): Promise<Session | undefined> =>
      (await sql.select<Session>(`${SESSION} WHERE digest = ?`, [digest]))[0],
    list: (accountId: number): Promise<Session[]> =>
      sql.select(`${SESSION} WHERE account_id = ? ORDER BY seen_at DESC`, [accountId]),
    renew: async (sessionId: number, seenAt: number): Promise<void> => {
      await sql.run('UPDATE sessions SET seen_at = ? WHERE session_id = ?', [seenAt, sessionId]);
    },
    remove: async (sessionId: number): Promise<void> => {
      await sql.run('DELETE FROM sessions WHERE session_id = ?', [sessionId]);
    },
    /** Ends all sessions of an account, or all but one. */
    removeAll: async (accountId: number, exceptId = 0): Promise<void> => {
      await sql.run('DELETE FROM sessions WHERE account_id = ? AND session_id <> ?', [accountId, exceptId]);
    },
    /** Ends the sessions of an account that were not used for the longest time. */
    removeOldest: async (accountId: number, kept: number): Promise<void> => {
      await sql.run(
        `DELETE FROM sessions WHERE account_id = ? AND session_id NOT IN (
           SELECT session_id FROM sessions WHERE account_id = ? ORDER BY seen_at DESC, session_id DESC LIMIT ?)`,
        [accountId, accountId, kept],
      );
    },
    /** Removes the sessions that were last used at this time or before. */
    removeUnused: async (since: number): Promise<void> => {
      await sql.run('DELETE FROM sessions WHERE seen_at <= ?', [since]);
    },
  };
}

export type TokenStore = ReturnType<typeof tokenStore>;

const TOKEN = 'SELECT token_id, purpose, account_id, created_at, expires_at, content FROM tokens';

/** One-time links, found by a digest of their token. */
export function tokenStore(sql: ServiceSql) {
  return {
    add: async (digest: Buffer, token: Omit<Token, 'tokenId'>): Promise<void> => {
      await sql.run(...insertion('tokens', { digest, ...token }));
    },
    find: async (digest: Buffer): Promise<Token | undefined> =>
      (await sql.select<Token>(`${TOKEN} WHERE digest = ?`, [digest]))[0],
    list: (purpose: Purpose): Promise<Token[]> =>
      sql.select(`${TOKEN} WHERE purpose = ? ORDER BY token_id DESC`, [purpose]),
    /** Whether it existed: of two concurrent uses of a link, only one gets true. */
    remove: async (tokenId: number, purpose: Purpose): Promise<boolean> =>
      (await sql.run('DELETE FROM tokens WHERE token_id = ? AND purpose = ?', [tokenId, purpose])) > 0,
    removeAll: async (accountId: number): Promise<void> => {
      await sql.run('DELETE FROM tokens WHERE account_id = ?', [accountId]);
    },
    removeExpired: async (now: number): Promise<void> => {
      await sql.run('DELETE FROM tokens WHERE expires_at <= ?', [now]);
    },
  };
}

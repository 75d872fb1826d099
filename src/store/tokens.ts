import type { Kysely, Selectable } from 'kysely';
import type { Purpose, Tables } from './tables.ts';

export interface Token {
  tokenId: number;
  purpose: Purpose;
  accountId: number | null;
  createdAt: number;
  expiresAt: number;
  /** JSON. */
  content: string;
}

export type TokenStore = ReturnType<typeof tokenStore>;

/** Links that work once, found by a digest. */
export function tokenStore(db: Kysely<Tables>) {
  return {
    add: async (digest: Buffer, token: Omit<Token, 'tokenId'>): Promise<void> => {
      await db
        .insertInto('tokens')
        .values({
          digest,
          purpose: token.purpose,
          account_id: token.accountId,
          created_at: token.createdAt,
          expires_at: token.expiresAt,
          content: token.content,
        })
        .execute();
    },
    find: async (digest: Buffer): Promise<Token | undefined> => {
      const row = await db.selectFrom('tokens').selectAll().where('digest', '=', digest).executeTakeFirst();
      return row && toToken(row);
    },
    list: async (purpose: Purpose): Promise<Token[]> => {
      const rows = await db
        .selectFrom('tokens')
        .selectAll()
        .where('purpose', '=', purpose)
        .orderBy('token_id', 'desc')
        .execute();
      return rows.map(toToken);
    },
    /** Whether it was there: of two who use a link at once, one is told so. */
    remove: async (tokenId: number, purpose: Purpose): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('tokens')
        .where('token_id', '=', tokenId)
        .where('purpose', '=', purpose)
        .executeTakeFirst();
      return numDeletedRows > 0;
    },
    removeAll: async (accountId: number): Promise<void> => {
      await db.deleteFrom('tokens').where('account_id', '=', accountId).execute();
    },
    removeExpired: async (now: number): Promise<void> => {
      await db.deleteFrom('tokens').where('expires_at', '<=', now).execute();
    },
  };
}

function toToken(row: Selectable<Tables['tokens']>): Token {
  return {
    tokenId: row.token_id,
    purpose: row.purpose,
    accountId: row.account_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    content: row.content,
  };
}

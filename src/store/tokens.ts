import type { Kysely } from 'kysely';
import type { Purpose, Tables, Token } from './service-tables.ts';

export type TokenStore = ReturnType<typeof tokenStore>;

const COLUMNS = ['tokenId', 'purpose', 'accountId', 'createdAt', 'expiresAt', 'content'] as const;

/** One-time links, found by a digest of their token. */
export function tokenStore(db: Kysely<Tables>) {
  return {
    add: async (digest: Buffer, token: Omit<Token, 'tokenId'>): Promise<void> => {
      await db
        .insertInto('tokens')
        .values({ digest, ...token })
        .execute();
    },
    find: (digest: Buffer): Promise<Token | undefined> =>
      db.selectFrom('tokens').select(COLUMNS).where('digest', '=', digest).executeTakeFirst(),
    list: (purpose: Purpose): Promise<Token[]> => {
      const tokens = db.selectFrom('tokens').select(COLUMNS).where('purpose', '=', purpose);
      return tokens.orderBy('tokenId', 'desc').execute();
    },
    /** Whether it existed: of two concurrent uses of a link, only one gets true. */
    remove: async (tokenId: number, purpose: Purpose): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('tokens')
        .where('tokenId', '=', tokenId)
        .where('purpose', '=', purpose)
        .executeTakeFirst();
      return numDeletedRows > 0;
    },
    removeAll: async (accountId: number): Promise<void> => {
      await db.deleteFrom('tokens').where('accountId', '=', accountId).execute();
    },
    removeExpired: async (now: number): Promise<void> => {
      await db.deleteFrom('tokens').where('expiresAt', '<=', now).execute();
    },
  };
}

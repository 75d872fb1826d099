import type { Kysely } from 'kysely';
import type { Message, Tables } from './service-tables.ts';

export type MessageStore = ReturnType<typeof messageStore>;

export function messageStore(db: Kysely<Tables>) {
  const select = () =>
    db
      .selectFrom('messages')
      .innerJoin('accounts', 'accounts.accountId', 'messages.accountId')
      .selectAll('messages')
      .select('email');

  return {
    add: async (message: Pick<Message, 'accountId' | 'sentAt' | 'text'>): Promise<void> => {
      await db.insertInto('messages').values(message).execute();
    },
    find: (messageId: number): Promise<Message | undefined> =>
      select().where('messageId', '=', messageId).executeTakeFirst(),
    /** Unanswered messages first, so that newer ones do not hide them. */
    list: (limit: number): Promise<Message[]> =>
      select()
        .orderBy((is) => is('answeredAt', 'is not', null))
        .orderBy('messageId', 'desc')
        .limit(limit)
        .execute(),
    listByAccount: (accountId: number): Promise<Message[]> =>
      select().where('messages.accountId', '=', accountId).orderBy('messageId', 'desc').execute(),
    countUnanswered: async (): Promise<number> => {
      const row = await db
        .selectFrom('messages')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('answeredAt', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
    answer: async (messageId: number, answer: string, answeredAt: number): Promise<void> => {
      await db.updateTable('messages').set({ answer, answeredAt }).where('messageId', '=', messageId).execute();
    },
  };
}

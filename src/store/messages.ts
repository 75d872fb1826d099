import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What somebody asked the operator, and the answer. */
export interface Message {
  messageId: number;
  accountId: number;
  email: string;
  sentAt: number;
  text: string;
  answeredAt: number | null;
  answer: string | null;
}

export type MessageStore = ReturnType<typeof messageStore>;

export function messageStore(db: Kysely<Tables>) {
  const select = () =>
    db
      .selectFrom('messages')
      .innerJoin('accounts', 'accounts.account_id', 'messages.account_id')
      .select([
        'message_id as messageId',
        'messages.account_id as accountId',
        'email',
        'sent_at as sentAt',
        'text',
        'answered_at as answeredAt',
        'answer',
      ]);

  return {
    add: async (message: Pick<Message, 'accountId' | 'sentAt' | 'text'>): Promise<void> => {
      const { accountId, sentAt, text } = message;
      await db
        .insertInto('messages')
        .values({ account_id: accountId, sent_at: sentAt, text, answered_at: null, answer: null })
        .execute();
    },
    find: (messageId: number): Promise<Message | undefined> =>
      select().where('message_id', '=', messageId).executeTakeFirst(),
    /** Those that wait for an answer first: none of them is lost behind newer ones. */
    list: (limit: number): Promise<Message[]> =>
      select()
        .orderBy((is) => is('answered_at', 'is not', null))
        .orderBy('message_id', 'desc')
        .limit(limit)
        .execute(),
    listOf: (accountId: number): Promise<Message[]> =>
      select().where('messages.account_id', '=', accountId).orderBy('message_id', 'desc').execute(),
    countOpen: async (): Promise<number> => {
      const row = await db
        .selectFrom('messages')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('answered_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
    answer: async (messageId: number, answer: string, answeredAt: number): Promise<void> => {
      await db
        .updateTable('messages')
        .set({ answer, answered_at: answeredAt })
        .where('message_id', '=', messageId)
        .execute();
    },
  };
}

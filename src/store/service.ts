import { attemptStore } from './attempts.ts';
import type { CatalogStore } from './catalog-store.ts';
import { proposalStore } from './proposals.ts';
import type { Message } from './service-tables.ts';
import { sessionStore, tokenStore } from './sessions.ts';
import { insertion, type ServiceSql } from './sql.ts';
import { statusStore } from './status.ts';
import { usageStore } from './usage.ts';

/** The stores that are the same on every engine. */
export function serviceStores(sql: ServiceSql, catalog: Pick<CatalogStore, 'readRevision'>) {
  return {
    readRevisions: async () => {
      const text = "SELECT value FROM facts WHERE name = 'accounts_revision'";
      const [row] = await sql.select<{ value: string }>(text);
      return { catalog: await catalog.readRevision(), accounts: Number(row?.value ?? 0) };
    },
    sessions: sessionStore(sql),
    tokens: tokenStore(sql),
    attempts: attemptStore(sql),
    messages: messageStore(sql),
    proposals: proposalStore(sql),
    usage: usageStore(sql),
    status: statusStore(sql),
  };
}

export type MessageStore = ReturnType<typeof messageStore>;

const MESSAGE = 'SELECT messages.*, email FROM messages JOIN accounts ON accounts.account_id = messages.account_id';

function messageStore(sql: ServiceSql) {
  return {
    add: async (message: Pick<Message, 'accountId' | 'sentAt' | 'text'>): Promise<void> => {
      await sql.run(...insertion('messages', message));
    },
    find: async (messageId: number): Promise<Message | undefined> =>
      (await sql.select<Message>(`${MESSAGE} WHERE message_id = ?`, [messageId]))[0],
    /** Unanswered messages first, so that newer ones do not hide them. */
    list: (limit: number): Promise<Message[]> =>
      sql.select(`${MESSAGE} ORDER BY answered_at IS NOT NULL, message_id DESC LIMIT ?`, [limit]),
    listByAccount: (accountId: number): Promise<Message[]> =>
      sql.select(`${MESSAGE} WHERE messages.account_id = ? ORDER BY message_id DESC`, [accountId]),
    countUnanswered: async (): Promise<number> => {
      const text = 'SELECT count(*) AS count FROM messages WHERE answered_at IS NULL';
      return (await sql.select<{ count: number }>(text))[0]?.count ?? 0;
    },
    answer: async (messageId: number, answer: string, answeredAt: number): Promise<void> => {
      const text = 'UPDATE messages SET answer = ?, answered_at = ? WHERE message_id = ?';
      await sql.run(text, [answer, answeredAt, messageId]);
    },
  };
}

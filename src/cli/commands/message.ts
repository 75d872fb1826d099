import { answerMessage } from '../../accounts/answer-message.ts';
import { OperatorError } from '../../errors.ts';
import { type Input, printRows } from '../kit/command.ts';
import { withAccounts } from '../kit/with-accounts.ts';
import { onStore } from '../kit/with-store.ts';

const MESSAGES_SHOWN = 100;

export const messageList = onStore(async (input, store) => {
  const messages = await store.messages.list(MESSAGES_SHOWN);
  const rows = messages.map(({ messageId, email, sentAt, text, answer }) => ({
    message_id: messageId,
    email,
    sent: new Date(sentAt).toISOString(),
    text: formatValue(text, input),
    answer: formatValue(answer ?? '', input),
  }));
  printRows(rows, input);
});

export function messageAnswer({ config, args }: Input): Promise<void> {
  return withAccounts(config, async (context) => {
    const [id = '', ...text] = args;
    const isThere = /^\d{1,15}$/.test(id) && (await answerMessage(context, Number(id), text.join(' ')));
    if (!isThere) throw new OperatorError(`There is no message ${id}; "ludex message list" shows the ids`);
  });
}

/** Replaces control characters, which a terminal would execute. */
function formatValue(text: string, { switches }: Input): string {
  return switches.has('json') ? text : text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
}

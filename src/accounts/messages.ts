import type { AccountContext } from './context.ts';
import { answerMail } from './mail.ts';

/** Answers a message, on the profile page and by email. False if the message does not exist. */
export async function answerMessage(
  context: Pick<AccountContext, 'store' | 'mail' | 'clock' | 'publicUrl'>,
  messageId: number,
  answer: string,
): Promise<boolean> {
  const message = await context.store.messages.find(messageId);
  if (!message) return false;
  await context.store.messages.answer(messageId, answer, context.clock());
  context.mail.enqueue(async () => answerMail(context, message.email, answer));
  return true;
}

import type { Message } from '../store/service-tables.ts';
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

export const MAX_REPORTS_PER_DAY = 10;
const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_LINE = /^Mistake in game (\d{1,9}) /;

/**
 * Reports a mistake in the catalog: a message to the operator with a first line that names the game. False: the account has
 * sent as many today as it may.
 */
export async function sendReport(
  { store, clock }: AccountContext,
  accountId: number,
  { gameId, title, text }: { gameId: number; title: string; text: string },
): Promise<boolean> {
  const now = clock();
  const isRecent = (message: Message) => message.sentAt > now - DAY_MS && findReportedGame(message) !== undefined;
  const sent = (await store.messages.listByAccount(accountId)).filter(isRecent);
  if (sent.length >= MAX_REPORTS_PER_DAY) return false;
  await store.messages.add({ accountId, sentAt: now, text: `Mistake in game ${gameId} “${title}”\n\n${text}` });
  return true;
}

/** The game that a message is about, if it is a report. */
export function findReportedGame({ text }: Pick<Message, 'text'>): number | undefined {
  const [, gameId] = FIRST_LINE.exec(text) ?? [];
  return gameId === undefined ? undefined : Number(gameId);
}

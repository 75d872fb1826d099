import { answerMail } from '../../accounts/mail.ts';
import { AppError } from '../../errors.ts';
import type { Message } from '../../store/service-tables.ts';
import { timestamp } from '../kit/format.ts';
import { answerField, findTextProblem, form, readField, withProblems } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import { type HtmlResponse, type PageResponse, readId, type SignedInRequest } from '../kit/page.ts';
import { operatorPage } from './operator.ts';

const MAX_MESSAGES = 100;
const MAX_ANSWER_LENGTH = 2000;

/** The answer is on the profile page and goes by email. */
export async function doAnswer(request: SignedInRequest): Promise<PageResponse> {
  const { app } = request;
  const id = readId(request);
  const answer = readField(request, 'answer').trim();
  const problem = findTextProblem(answer, MAX_ANSWER_LENGTH);
  if (problem) return showMessages(withProblems(request, { [id]: problem }));
  const message = await app.store.messages.find(id);
  if (!message) throw new AppError('notFound', 'There is no such message.');
  await app.store.messages.answer(id, answer, app.clock());
  app.mail.enqueue(async () => answerMail(app, message.email, answer));
  return { status: 303, location: '/operator/messages?done=answered' };
}

export async function showMessages(request: SignedInRequest): Promise<HtmlResponse> {
  const messages = await request.app.store.messages.list(MAX_MESSAGES);
  const shown = messages.map((message) => messagePart(request, message));
  const list = shown.length > 0 ? html`<ol class="messages">${shown}</ol>` : html`<p class="hint">No messages yet.</p>`;
  return operatorPage(request, 'Messages', list);
}

function messagePart(request: SignedInRequest, message: Message): Html {
  const { messageId, accountId, email, sentAt, text, answer, answeredAt } = message;
  return html`<li><p class="state"><a href="/operator/accounts/${accountId}">${email}</a>, ${timestamp(sentAt)}</p>
<p class="text">${text}</p>
${
  answer === null
    ? answerForm(request, messageId)
    : html`<p class="state">Answered ${timestamp(answeredAt ?? 0)}</p><p class="text">${answer}</p>`
}</li>`;
}

function answerForm(request: SignedInRequest, messageId: number): Html {
  return form(request, `/operator/messages/${messageId}`, [
    answerField(request, messageId, { label: 'Answer', type: 'textarea' }),
    html`<button>Answer</button>`,
  ]);
}

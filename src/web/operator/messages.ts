import { answerMessage } from '../../accounts/answers.ts';
import type { Message } from '../../store/messages.ts';
import { errorPage } from '../kit/error-pages.ts';
import { again, field, findTextProblem, form, type Problems, typed } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlAnswer, PageAnswer } from '../kit/page.ts';
import type { SignedIn } from '../kit/signed-in.ts';
import { time } from '../kit/times.ts';
import { operatorPage } from './operator.ts';

const MESSAGES_SHOWN = 100;
const LONGEST_ANSWER = 2000;

export function showMessages(request: SignedIn): Promise<HtmlAnswer> {
  return messagesPage(request, {});
}

export async function doAnswer(request: SignedIn): Promise<PageAnswer> {
  const { id = '' } = request.path;
  const answer = typed(request, 'answer').trim();
  const problem = findTextProblem(answer, LONGEST_ANSWER);
  if (problem) return messagesPage(request, { [id]: problem });
  const isThere = /^\d{1,15}$/.test(id) && (await answerMessage(request.app, Number(id), answer));
  if (!isThere) return errorPage('notFound', 'There is no such message.');
  return { status: 303, location: '/operator/messages?done=answered' };
}

async function messagesPage(request: SignedIn, problems: Problems): Promise<HtmlAnswer> {
  const messages = await request.app.store.messages.list(MESSAGES_SHOWN);
  const shown = messages.map((message) => messagePart(request, message, problems[message.messageId]));
  const list = shown.length > 0 ? html`<ol class="messages">${shown}</ol>` : html`<p class="hint">Nothing yet.</p>`;
  return again(operatorPage(request, 'Messages', list), problems);
}

function messagePart(request: SignedIn, message: Message, problem: string | undefined): Html {
  const { messageId, accountId, email, sentAt, text, answer, answeredAt } = message;
  return html`<li><p class="state"><a href="/operator/accounts/${accountId}">${email}</a>, ${time(sentAt)}</p>
<p class="text">${text}</p>
${
  answer === null
    ? answerForm(request, messageId, problem)
    : html`<p class="state">Answered ${time(answeredAt ?? 0)}</p><p class="text">${answer}</p>`
}</li>`;
}

function answerForm(request: SignedIn, messageId: number, problem: string | undefined): Html {
  const wanted = {
    name: 'answer',
    label: 'Answer',
    type: 'textarea' as const,
    value: problem && typed(request, 'answer'),
  };
  return form(request, `/operator/messages/${messageId}`, [
    field(wanted, problem ? { answer: problem } : {}, `answer-${messageId}`),
    html`<button>Answer</button>`,
  ]);
}

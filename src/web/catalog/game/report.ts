import { MAX_REPORTS_PER_DAY, sendReport } from '../../../accounts/messages.ts';
import type { GameRecord } from '../../../catalog/model/record.ts';
import { gamePath } from '../../../catalog/render/render.ts';
import { bdi } from '../../kit/format.ts';
import { field, findTextProblem, form, formPage, readField, withProblems } from '../../kit/forms.ts';
import { html } from '../../kit/html.ts';
import { notice } from '../../kit/notices.ts';
import type { HtmlResponse, PageResponse, SignedInRequest } from '../../kit/page.ts';
import { readGame } from './game.ts';

const MAX_LENGTH = 2000;

export async function showReport(request: SignedInRequest): Promise<PageResponse> {
  return reportPage(request, await readGame(request));
}

export async function doReport(request: SignedInRequest): Promise<PageResponse> {
  const { app, account } = request;
  const record = await readGame(request);
  const text = readField(request, 'message').trim();
  const problem = findTextProblem(text, MAX_LENGTH);
  if (problem) return reportPage(withProblems(request, { message: problem }), record);
  const { game_id: gameId, title } = record;
  const isSent = await sendReport(app, account.accountId, { gameId, title, text });
  if (!isSent) {
    const message = `You can report ${MAX_REPORTS_PER_DAY} mistakes a day. Please try again tomorrow.`;
    return reportPage(withProblems(request, { message }, 429), record);
  }
  return notice(
    'Thank you',
    html`<p>The operator got your report about <strong>${bdi(title)}</strong>. An answer will appear in your <a href="/profile">profile</a>.</p>
<p><a href="${gamePath(gameId, title)}">Back to the game</a></p>`,
  );
}

function reportPage(request: SignedInRequest, { game_id, title }: GameRecord): HtmlResponse {
  return formPage(
    request,
    'Report a mistake',
    html`<p>In <a href="${gamePath(game_id, title)}">${bdi(title)}</a>.</p>
${form(request, `/report/${game_id}`, [
  field(request, {
    name: 'message',
    label: 'What is wrong, and what is right',
    type: 'textarea',
    hint: 'If you can, say where it is written.',
  }),
  html`<button>Send report</button>`,
])}`,
  );
}

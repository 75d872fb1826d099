import { MAX_REPORTS_PER_DAY, sendReport } from '../../../accounts/messages.ts';
import type { GameRecord } from '../../../catalog/model/record.ts';
import { gamePath } from '../../../catalog/render/render.ts';
import { bdi } from '../../kit/format.ts';
import { field, findTextProblem, form, formPage, type Problems, readField } from '../../kit/forms.ts';
import { html } from '../../kit/html.ts';
import { notice } from '../../kit/notices.ts';
import type { HtmlResponse, PageResponse, SignedInRequest } from '../../kit/page.ts';
import { readGame } from './game.ts';

/** By the value in the form. */
const FIELDS: Record<string, string> = {
  title: 'title',
  titles: 'other titles',
  description: 'description',
  genres: 'genres',
  groups: 'series and themes',
  releases: 'releases and dates',
  companies: 'companies',
  players: 'players',
  ratings: 'ratings',
  files: 'files',
  pictures: 'pictures',
  duplicate: 'duplicate of another game',
  other: 'something else',
};
const MAX_LENGTH = 2000;

export async function showReport(request: SignedInRequest): Promise<PageResponse> {
  return reportPage(request, await readGame(request));
}

export async function doReport(request: SignedInRequest): Promise<PageResponse> {
  const { app, account } = request;
  const record = await readGame(request);
  const text = readField(request, 'message').trim();
  const problem = findTextProblem(text, MAX_LENGTH);
  if (problem) return reportPage(request, record, { message: problem });
  const { game_id: gameId, title } = record;
  const isSent = await sendReport(app, account.accountId, { gameId, title, fields: readChosen(request), text });
  if (!isSent) {
    const message = `You can report ${MAX_REPORTS_PER_DAY} mistakes a day. Please try again tomorrow.`;
    return reportPage(request, record, { message }, 429);
  }
  return notice(
    'Thank you',
    html`<p>The operator got your report about <strong>${bdi(title)}</strong>. An answer will appear in your <a href="/profile">profile</a>.</p>
<p><a href="${gamePath(gameId, title)}">Back to the game</a></p>`,
  );
}

function readChosen({ form: sent }: SignedInRequest): string[] {
  const chosen = new Set(sent.getAll('field'));
  return Object.keys(FIELDS).flatMap((name) => (chosen.has(name) ? [FIELDS[name] as string] : []));
}

function reportPage(
  request: SignedInRequest,
  record: GameRecord,
  problems: Problems = {},
  status?: number,
): HtmlResponse {
  const { game_id, title } = record;
  const chosen = new Set(request.form.getAll('field'));
  const box = ([name, label]: [string, string]) =>
    html`<li><label><input type="checkbox" name="field" value="${name}"${chosen.has(name) && html` checked`}> ${label}</label></li>`;
  return formPage(
    'Report a mistake',
    html`<p>In <a href="${gamePath(game_id, title)}">${bdi(title)}</a>.</p>
${form(request, `/report/${game_id}`, [
  html`<fieldset class="field choices"><legend>What is wrong?</legend><ul>${Object.entries(FIELDS).map(box)}</ul></fieldset>`,
  field(
    {
      name: 'message',
      label: 'What is right',
      type: 'textarea',
      value: readField(request, 'message'),
      hint: 'If you can, say where it is written.',
    },
    problems,
  ),
  html`<button>Send report</button>`,
])}`,
    problems,
    status,
  );
}

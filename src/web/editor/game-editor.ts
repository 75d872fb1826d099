import type { GameRecord } from '../../catalog/model/record.ts';
import { gamePath } from '../../catalog/render/render.ts';
import { prepareToSave } from '../../merging/edits/save-in-thread.ts';
import { FACETS } from '../catalog/facets.ts';
import { field, form, formProblem, hiddenField, type Problems, readField, withProblemStatus } from '../kit/forms.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { HtmlResponse, PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { operatorPage } from '../operator/operator.ts';
import { type EditedGame, withEditedGame } from './edited-game.ts';
import {
  changeOf,
  FIELD_LABELS,
  fieldsOf,
  type GameFields,
  listChanged,
  readFields,
  withFormerTitle,
} from './game-fields.ts';
import { historySection } from './history.ts';
import { platformSection } from './platforms.ts';
import { allowNewBox, checkBox, describeOutcome, save, statusOf, toProblems, whyField } from './save.ts';

export async function showEditor(request: SignedInRequest): Promise<PageResponse> {
  prepareToSave();
  return withEditedGame(request, (game) =>
    game.record ? editorPage(request, game, fieldsOf(game.record)) : hiddenPage(request, game),
  );
}

export async function doSaveGame(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async (game) => {
    const { gameId, record } = game;
    if (!record) return hiddenPage(request, game);
    const saved = fieldsOf(record);
    const fields = keepsTitle(request) ? withFormerTitle(saved, readFields(request)) : readFields(request);
    const version = readField(request, 'version');
    if (version !== game.version) return editorPage(request, game, fields, { form: OUTDATED }, 409);
    const change = changeOf(saved, fields);
    if (Object.keys(change).length === 0) return editorPage(request, game, fields, { form: 'You changed nothing.' });
    const allowNew = readField(request, 'allow_new') === 'yes';
    const outcome = await save(request, { action: 'correct', gameId, change, allowNew, seen: [{ gameId, version }] });
    if (outcome.status === 'saved') return { status: 303, location: `/operator/games/${gameId}?done=edited` };
    if (outcome.status === 'outdated') return doSaveGame(request);
    const problems =
      outcome.status === 'refused' ? toProblems(outcome.problems, fieldOfPath) : { form: describeOutcome(outcome) };
    return editorPage(request, game, fields, problems, statusOf(outcome));
  });
}

export async function doHide(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async (game) => {
    const { gameId, version, record } = game;
    const seen = [{ gameId, version: readField(request, 'version') || version }];
    const outcome = await save(request, { action: 'correct', gameId, change: { hide: true }, seen });
    if (outcome.status === 'saved') return { status: 303, location: `/operator/games/${gameId}?done=hidden` };
    const problems = { form: describeOutcome(outcome) };
    return record
      ? editorPage(request, game, fieldsOf(record), problems, statusOf(outcome))
      : hiddenPage(request, game);
  });
}

const OUTDATED =
  'Not saved: somebody changed this game after you opened it. Your values are still in the form. Compare them below, and save again to use yours.';

function fieldOfPath(path: string): string | undefined {
  const [name = ''] = path.split('.', 1);
  return name in FIELD_LABELS ? name : undefined;
}

async function editorPage(
  request: SignedInRequest,
  game: EditedGame,
  fields: GameFields,
  problems: Problems = {},
  status?: number,
): Promise<HtmlResponse> {
  const record = game.record as GameRecord;
  const path = `/operator/games/${game.gameId}`;
  const page = operatorPage(
    request,
    `Edit ${record.title}`,
    html`${toolLinks(game)}
${formProblem(problems.form)}
${problems.form === OUTDATED && differences(request, fieldsOf(record), fields)}
${form(
  request,
  path,
  [
    hiddenField('version', game.version),
    gameFields(request, fields, problems),
    whyField(request, problems),
    html`<button>Save</button>`,
  ],
  'form texts',
)}
${platformSection(request, game, record)}
${hideForm(request, path, game)}
${await historySection(request, game)}`,
  );
  return withProblemStatus(page, problems, status);
}

function toolLinks({ gameId, title }: EditedGame): Html {
  const path = `/operator/games/${gameId}`;
  return html`<ul class="links"><li><a href="${gamePath(gameId, title)}">View the game</a></li>
<li><a href="${path}/pictures">Pictures</a></li><li><a href="${path}/merge">Merge with another game</a></li><li><a href="${path}/split">Split</a></li></ul>`;
}

function gameFields(request: SignedInRequest, fields: GameFields, problems: Problems): Part {
  const text = (name: Exclude<keyof GameFields, 'genres'>, more: Partial<Parameters<typeof field>[0]> = {}) =>
    field({ name, label: FIELD_LABELS[name], value: fields[name], required: false, ...more }, problems);
  return [
    text('title', { required: true, maxlength: 1000 }),
    checkBox(
      'keep_title',
      'If I change it, keep the old title among the other titles',
      !isSent(request) || keepsTitle(request),
    ),
    text('alternate_titles', {
      type: 'textarea',
      hint: 'One per line. After a bar, what it is: “Gryzor | European title”.',
    }),
    text('description', { type: 'textarea', hint: 'Plain text. Empty lines separate paragraphs.' }),
    text('official_url', { maxlength: 4000, hint: 'Begins with https://.' }),
    genreFields(request, fields, problems),
    text('groups', { type: 'textarea', hint: 'One name per line.' }),
    allowNewBox(request, 'Add series and themes that are not in the catalog yet'),
  ];
}

function isSent({ form: fields }: SignedInRequest): boolean {
  return fields.has('version');
}

function keepsTitle(request: SignedInRequest): boolean {
  return readField(request, 'keep_title') === 'yes';
}

function genreFields({ snapshot }: SignedInRequest, { genres }: GameFields, problems: Problems): Html {
  const chosen = new Set(genres);
  const all = FACETS.genre.list(snapshot);
  const names = all.filter(({ id }) => chosen.has(id)).map(({ name }) => name);
  const box = ({ id, name }: { id: number; name: string }) =>
    html`<li><label><input type="checkbox" name="genre" value="${id}"${chosen.has(id) && html` checked`}> ${name}</label></li>`;
  const categories = Map.groupBy(all, ({ category }) => category);
  return html`<fieldset class="field choices"><legend>Genres</legend>
<details${problems.genres && html` open`}><summary>${names.join(', ') || 'None'}</summary>
${Array.from(categories, ([category, own]) => html`<p class="hint">${category}</p><ul>${own.map(box)}</ul>`)}</details>
${problems.genres && html`<p class="problem">${problems.genres}</p>`}</fieldset>`;
}

function hideForm(request: SignedInRequest, path: string, { version }: EditedGame): Html {
  return html`<details class="form-box"><summary>Hide this game</summary>
<p class="hint">It disappears from the site and the API, also after later imports. You can show it again here.</p>
${form(request, `${path}/hide`, [hiddenField('version', version), whyField(request, {}, 'why-hide'), html`<button>Hide</button>`])}</details>`;
}

async function hiddenPage(request: SignedInRequest, game: EditedGame): Promise<HtmlResponse> {
  return operatorPage(
    request,
    `Edit ${game.title}`,
    html`<p>This game is hidden. Revert the change that hides it to show it again.</p>${await historySection(request, game)}`,
  );
}

/** The fields in which the form differs from what is saved. */
function differences({ snapshot }: SignedInRequest, saved: GameFields, own: GameFields): Html {
  const names = new Map(FACETS.genre.list(snapshot).map(({ id, name }) => [id, name]));
  const show = (value: GameFields[keyof GameFields]) =>
    typeof value === 'string' ? value : value.map((id) => names.get(id) ?? id).join(', ');
  const rows = listChanged(saved, own).map(
    (
      name,
    ) => html`<tr><th scope="row">${FIELD_LABELS[name]}</th><td data-label="Saved" class="text" dir="auto">${show(saved[name])}</td>
<td data-label="Yours" class="text" dir="auto">${show(own[name])}</td></tr>`,
  );
  return html`<div class="scroll-x"><table class="stack differences"><caption>Differences</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Saved</th><th scope="col">Yours</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

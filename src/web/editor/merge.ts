import { type GameRecord, platformSummary } from '../../catalog/model/record.ts';
import { listSuggestions } from '../../catalog/search/suggest.ts';
import type { GameChange } from '../../merging/edits/edit.ts';
import { errorPage } from '../kit/error-pages.ts';
import { form, formProblem, hiddenField, type Problems, readField, withProblemStatus } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { operatorPage } from '../operator/operator.ts';
import { type EditedGame, findEditedGame, withEditedGame } from './edited-game.ts';
import { changeOf, FIELD_LABELS, fieldsOf, type GameFields, listChanged } from './game-fields.ts';
import { describeOutcome, save, statusOf, whyField } from './save.ts';

const MAX_TITLE_LENGTH = 128;

type ShownGame = EditedGame & { record: GameRecord };

/** Without another game a search for it, else both side by side. */
export function showMerge(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async (game) => {
    const other = await findOther(request, request.query.get('with'));
    return isShown(game) && other && other.gameId !== game.gameId
      ? mergePage(request, game, other)
      : searchPage(request, game);
  });
}

export function doMerge(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async (game) => {
    const other = await findOther(request, readField(request, 'with'));
    if (!isShown(game) || !other || other.gameId === game.gameId)
      return errorPage('gameNotFound', 'One of the games is no longer in the catalog.');
    const gameIds = [game.gameId, other.gameId].toSorted((a, b) => a - b);
    const seen = [
      { gameId: game.gameId, version: readField(request, 'version') },
      { gameId: other.gameId, version: readField(request, 'other_version') },
    ];
    const change = readChoices(request, game, other);
    const outcome = await save(request, { action: 'merge', gameIds, change, seen });
    if (outcome.status !== 'saved')
      return mergePage(request, game, other, { form: describeOutcome(outcome) }, statusOf(outcome));
    return { status: 303, location: `/operator/games/${gameIds[0]}?done=merged` };
  });
}

/** The values of the games that were chosen. What was not chosen is merged as sources say. */
function readChoices(request: SignedInRequest, game: ShownGame, other: ShownGame): GameChange {
  const [own, others] = [fieldsOf(game.record), fieldsOf(other.record)];
  const ofOwn = changeOf(others, own);
  const ofOther = changeOf(own, others);
  const names = listChanged(own, others).filter((name) => ['own', 'other'].includes(readField(request, `use_${name}`)));
  return Object.fromEntries(
    names.map((name) => [name, (readField(request, `use_${name}`) === 'own' ? ofOwn : ofOther)[name]]),
  );
}

async function findOther({ app }: SignedInRequest, id: string | null): Promise<ShownGame | undefined> {
  const found = /^\d{1,9}$/.test(id ?? '') ? await findEditedGame(app, Number(id)) : undefined;
  return found && !('movedTo' in found) && isShown(found) ? found : undefined;
}

function isShown(game: EditedGame): game is ShownGame {
  return game.record !== undefined;
}

async function searchPage(request: SignedInRequest, { gameId, title }: EditedGame): Promise<HtmlResponse> {
  const { app, snapshot, query } = request;
  const text = (query.get('q') ?? title).slice(0, MAX_TITLE_LENGTH);
  const all = await listSuggestions(app.catalog, snapshot, text, []);
  const found = all.filter(({ kind, id }) => kind === 'game' && id !== gameId);
  const path = `/operator/games/${gameId}/merge`;
  return operatorPage(
    request,
    `Merge ${title}`,
    html`<form class="search" action="${path}" role="search" aria-label="The other game">
<label for="q">Title of the other game</label> <input id="q" type="search" name="q" value="${text}" maxlength="128"> <button>Search</button></form>
<form class="search" action="${path}" aria-label="The other game by its number"><label for="with">Or its number</label>
<input id="with" name="with" inputmode="numeric" maxlength="9" required> <button>Compare</button></form>
<ul>${found.map(({ id, name, detail }) => html`<li><a href="${path}?with=${id}">${name}</a> <span class="hint">${detail}, number ${id}</span></li>`)}</ul>`,
  );
}

function mergePage(
  request: SignedInRequest,
  game: ShownGame,
  other: ShownGame,
  problems: Problems = {},
  status?: number,
): HtmlResponse {
  const path = `/operator/games/${game.gameId}/merge`;
  const [kept, gone] = [game.gameId, other.gameId].toSorted((a, b) => a - b);
  const page = operatorPage(
    request,
    `Merge ${game.title}`,
    html`<p>Number ${kept} stays; ${gone} leads to it. You can revert this in the history.</p>${formProblem(problems.form)}
${form(
  request,
  path,
  [
    hiddenField('with', String(other.gameId)),
    hiddenField('version', game.version),
    hiddenField('other_version', other.version),
    comparison(request, game, other),
    whyField(request, problems),
    html`<button>Merge these games</button>`,
  ],
  'form wide',
)}`,
  );
  return withProblemStatus(page, problems, status);
}

function comparison(request: SignedInRequest, game: ShownGame, other: ShownGame): Html {
  const [own, others] = [fieldsOf(game.record), fieldsOf(other.record)];
  const differing = new Set(listChanged(own, others));
  const head = (one: ShownGame) =>
    html`<th scope="col"><a href="/operator/games/${one.gameId}">Number ${one.gameId}</a><br>${platformSummary(one.record)}</th>`;
  const rows = (Object.keys(FIELD_LABELS) as (keyof GameFields)[]).map(
    (name) => html`<tr><th scope="row">${FIELD_LABELS[name]}</th>
<td class="text" dir="auto">${shownValue(game.record, name)}</td><td class="text" dir="auto">${shownValue(other.record, name)}</td>
<td>${differing.has(name) ? choice(request, name) : 'Same'}</td></tr>`,
  );
  return html`<div class="scroll-x"><table class="differences"><thead><tr><th scope="col">Field</th>${head(game)}${head(other)}<th scope="col">Use</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p class="hint">“Automatic” combines what the sources say, as imports do. Platforms and releases are always combined.</p>`;
}

function shownValue(record: GameRecord, name: keyof GameFields): string {
  if (name === 'genres') return record.genres.map(({ genre_name }) => genre_name).join(', ');
  const value = fieldsOf(record)[name];
  return typeof value === 'string' ? value : '';
}

function choice(request: SignedInRequest, name: keyof GameFields): Html {
  const id = `use_${name}`;
  const chosen = readField(request, id) || 'automatic';
  const options = { automatic: 'Automatic', own: 'The left one', other: 'The right one' };
  return html`<label class="visually-hidden" for="${id}">${FIELD_LABELS[name]} of</label><select id="${id}" name="${id}">
${Object.entries(options).map(([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`)}</select>`;
}

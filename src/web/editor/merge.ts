import { platformSummary } from '../../catalog/model/record.ts';
import { listSuggestions } from '../../catalog/search/suggest.ts';
import { AppError } from '../../errors.ts';
import type { GameChange } from '../../merging/edits/edit.ts';
import { createsGames, parseLayer } from '../../merging/load/layer-line.ts';
import type { Layer } from '../../store/catalog-store.ts';
import { bdi } from '../kit/format.ts';
import { form, formProblem, hiddenField, type Problems, readField } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import { type HtmlResponse, type PageResponse, readId, type SignedInRequest } from '../kit/page.ts';
import { operatorPage } from '../operator/operator.ts';
import {
  type EditedGame,
  findEditedGame,
  isShown,
  problemsOf,
  type ShownGame,
  save,
  statusOf,
  whyField,
  withEditedGame,
} from './edit.ts';
import {
  changeOf,
  FIELD_NAMES,
  GAME_FIELDS,
  type GameField,
  type GameTexts,
  listChanged,
  readableText,
  textsOf,
} from './game-fields.ts';

const MAX_TITLE_LENGTH = 128;

/** Without another game a search for it, else both side by side. */
export function showMerge(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async (game) => {
    const other = await findOther(request, request.query.get('with') ?? '');
    return isShown(game) && other && other.gameId !== game.gameId
      ? mergePage(request, game, other)
      : searchPage(request, game);
  });
}

export function doMerge(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async (game) => {
    const other = await findOther(request, readField(request, 'with'));
    if (!isShown(game) || !other || other.gameId === game.gameId)
      throw new AppError('gameNotFound', 'One of the games is no longer in the catalog.');
    const gameIds = [game.gameId, other.gameId].toSorted((a, b) => a - b);
    const seen = [
      { gameId: game.gameId, version: readField(request, 'version') },
      { gameId: other.gameId, version: readField(request, 'other_version') },
    ];
    const change = readChoices(request, game, other);
    const outcome = await save(request, { action: 'merge', gameIds, change, seen });
    if (outcome.status !== 'saved') return mergePage(request, game, other, problemsOf(outcome), statusOf(outcome));
    return { status: 303, location: `/operator/games/${gameIds[0]}?done=merged` };
  });
}

/** The values of the games that were chosen. What was not chosen is merged as sources say. */
function readChoices(request: SignedInRequest, game: ShownGame, other: ShownGame): GameChange {
  const [own, others] = [textsOf(game.record), textsOf(other.record)];
  const changes: Record<string, GameChange> = { own: changeOf(others, own), other: changeOf(own, others) };
  const choices = listChanged(own, others).map((name) => [name, changes[readField(request, `use_${name}`)]?.[name]]);
  return Object.fromEntries(choices.filter(([, value]) => value !== undefined));
}

async function findOther({ app }: SignedInRequest, id: string): Promise<ShownGame | undefined> {
  const found = await findEditedGame(app, readId({ path: { id } }));
  return isShown(found) ? found : undefined;
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
  return operatorPage(
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
    { problems, status },
  );
}

function comparison(request: SignedInRequest, game: ShownGame, other: ShownGame): Html {
  const [own, others] = [textsOf(game.record), textsOf(other.record)];
  const differing = new Set(listChanged(own, others));
  const cell = (name: GameField, texts: GameTexts) =>
    html`<td class="text" dir="auto">${readableText(request.snapshot, name, texts)}</td>`;
  const head = (one: ShownGame) =>
    html`<th scope="col"><a href="/operator/games/${one.gameId}">Number ${one.gameId}</a><br>${platformSummary(one.record)}</th>`;
  const rows = FIELD_NAMES.map(
    (name) => html`<tr><th scope="row">${GAME_FIELDS[name].label}</th>
${cell(name, own)}${cell(name, others)}
<td>${differing.has(name) ? choice(request, name) : 'Same'}</td></tr>`,
  );
  return html`<div class="scroll-x"><table class="differences"><thead><tr><th scope="col">Field</th>${head(game)}${head(other)}<th scope="col">Use</th></tr></thead>
<tbody>${rows}</tbody></table></div>
<p class="hint">“Automatic” combines what the sources say, as imports do. Platforms and releases are always combined.</p>`;
}

function choice(request: SignedInRequest, name: GameField): Html {
  const id = `use_${name}`;
  const chosen = readField(request, id) || 'automatic';
  const options = { automatic: 'Automatic', own: 'The left one', other: 'The right one' };
  return html`<label class="visually-hidden" for="${id}">${GAME_FIELDS[name].label} of</label><select id="${id}" name="${id}">
${Object.entries(options).map(([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`)}</select>`;
}

export function showSplit(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, (game) => splitPage(request, game));
}

export function doSplit(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async (game) => {
    const { gameId } = game;
    const key = readField(request, 'key');
    if (!listParts(game).some((layer) => layer.key === key))
      throw new AppError('notFound', 'This source is not part of the game.');
    const seen = [{ gameId, version: readField(request, 'version') }];
    const outcome = await save(request, { action: 'split', key, seen });
    if (outcome.status !== 'saved') return splitPage(request, game, problemsOf(outcome), statusOf(outcome));
    const head = await request.app.store.catalog.read((reader) => reader.findHead(key));
    return { status: 303, location: `/operator/games/${head?.gameId ?? gameId}?done=split` };
  });
}

function listParts({ layers }: EditedGame): Layer[] {
  return layers.filter(createsGames);
}

function splitPage(request: SignedInRequest, game: EditedGame, problems: Problems = {}, status?: number): HtmlResponse {
  const { gameId, title } = game;
  const parts = listParts(game);
  const hint =
    parts.length < 2
      ? 'Only one source describes this game, so there is nothing to split.'
      : 'These sources describe the game. Split off the one that is another game; the others keep the number and the address.';
  return operatorPage(
    request,
    `Split ${title}`,
    html`<ul class="links"><li><a href="/operator/games/${gameId}">Back to the game</a></li></ul>
<p>${hint}</p>${formProblem(problems.form)}
${parts.length > 1 ? splitForm(request, game, parts, problems) : html`<ul>${parts.map((layer) => html`<li>${describePart(layer)}</li>`)}</ul>`}`,
    { problems, status },
  );
}

function splitForm(
  request: SignedInRequest,
  { gameId, version }: EditedGame,
  parts: readonly Layer[],
  problems: Problems,
): Html {
  const chosen = readField(request, 'key');
  const choice = (layer: Layer) =>
    html`<li><label><input type="radio" name="key" value="${layer.key}" required${layer.key === chosen && html` checked`}> ${describePart(layer)}</label></li>`;
  return form(
    request,
    `/operator/games/${gameId}/split`,
    [
      hiddenField('version', version),
      html`<fieldset class="field choices"><legend>Split off</legend><ul>${parts.map(choice)}</ul></fieldset>`,
      whyField(request, problems),
      html`<button>Split off</button>`,
    ],
    'form wide',
  );
}

function describePart(layer: Layer): Html {
  const { title, platforms, key } = parseLayer(layer);
  const on = platforms.map(({ platform, releases = [] }) => {
    const dates = releases.flatMap(({ release_date }) => release_date ?? []).toSorted();
    return [platform.slice('platform:'.length), dates[0]].filter(Boolean).join(', ');
  });
  return html`<strong>${bdi(title)}</strong> <span class="hint">${on.join('; ')} · ${layer.source}: <code>${key}</code></span>`;
}

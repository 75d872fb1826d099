import { listSuggestions } from '../../catalog/search/suggest.ts';
import { AppError } from '../../errors.ts';
import { createsGames, parseLayer } from '../../merging/load/layer-line.ts';
import type { Layer } from '../../store/catalog-rows.ts';
import { bdi } from '../kit/format.ts';
import { form, formProblem, hiddenField, readField } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import { type HtmlResponse, type PageResponse, readId, type SignedInRequest } from '../kit/page.ts';
import {
  type EditedGame,
  editorPage,
  editorPath,
  findEditedGame,
  isShown,
  notSavedPage,
  PROPOSED,
  type ShownGame,
  save,
  whyField,
  withEditedGame,
  withOutcome,
} from './edit.ts';
import { decidePair, decisionForm, type Pair, parsePair, sideBySide } from './pair.ts';

const MAX_TITLE_LENGTH = 128;

/** Without another game a search for it, else both side by side. */
export function showMerge(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async (game) => {
    const other = await findOther(request, request.query.get('with') ?? '');
    return isShown(game) && other && other.gameId !== game.gameId
      ? mergePage(request, [game, other])
      : searchPage(request, game);
  });
}

/** Also keeps the games apart, which was the other button. */
export function doMerge(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async (game) => {
    if (request.isProposal) await checkPair(request, game);
    const { gameIds, decision, outcome } = await decidePair(request);
    const location = `/operator/games/${gameIds[0]}?done=${decision === 'merge' ? 'merged' : decision}`;
    if (outcome.status === 'saved') return { status: 303, location: request.isProposal ? PROPOSED : location };
    const other = await findOther(request, String(gameIds.find((id) => id !== game.gameId)));
    if (!isShown(game) || !other) return notSavedPage(request, game.gameId, outcome);
    return mergePage(withOutcome(request, outcome), [game, other]);
  });
}

/** Who proposes must not learn anything about games that are hidden. */
async function checkPair(request: SignedInRequest, { gameId }: EditedGame): Promise<void> {
  const gameIds: readonly number[] = parsePair(readField(request, 'pair')) ?? [];
  const other = gameIds.find((id) => id !== gameId);
  if (!gameIds.includes(gameId) || !(await findOther(request, String(other))))
    throw new AppError('notFound', 'There is no such game.');
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
  const path = `${editorPath(request, gameId)}/merge`;
  return editorPage(
    request,
    `Merge ${title}`,
    html`<form class="search" action="${path}" role="search" aria-label="The other game">
<label for="q">Title of the other game</label> <input id="q" type="search" name="q" value="${text}" maxlength="128"> <button>Search</button></form>
<form class="search" action="${path}" aria-label="The other game by its number"><label for="with">Or its number</label>
<input id="with" name="with" inputmode="numeric" maxlength="9" required> <button>Compare</button></form>
<ul>${found.map(({ id, name, detail }) => html`<li><a href="${path}?with=${id}">${name}</a> <span class="hint">${detail}, number ${id}</span></li>`)}</ul>`,
  );
}

async function mergePage(request: SignedInRequest, games: Pair): Promise<HtmlResponse> {
  const [{ gameId, title }] = games;
  return editorPage(
    request,
    `Merge ${title}`,
    html`<p>The lower number stays, and the other one leads to it.${!request.isProposal && ' You can revert this in the history.'}</p>${formProblem(request.problems.form)}
${decisionForm(request, `${editorPath(request, gameId)}/merge`, games, whyField(request))}
${await sideBySide(request, games)}`,
  );
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
    if (outcome.status !== 'saved') return splitPage(withOutcome(request, outcome), game);
    const head = await request.app.store.catalog.read((reader) => reader.findHead(key));
    return { status: 303, location: `/operator/games/${head?.gameId ?? gameId}?done=split` };
  });
}

function listParts({ layers }: EditedGame): Layer[] {
  return layers.filter(createsGames);
}

function splitPage(request: SignedInRequest, game: EditedGame): HtmlResponse {
  const { gameId, title } = game;
  const parts = listParts(game);
  const hint =
    parts.length < 2
      ? 'Only one source describes this game, so there is nothing to split.'
      : 'These sources describe the game. Split off the one that is another game; the others keep the number and the address.';
  return editorPage(
    request,
    `Split ${title}`,
    html`<ul class="links"><li><a href="/operator/games/${gameId}">Back to the game</a></li></ul>
<p>${hint}</p>${formProblem(request.problems.form)}
${parts.length > 1 ? splitForm(request, game, parts) : html`<ul>${parts.map((layer) => html`<li>${describePart(layer)}</li>`)}</ul>`}`,
  );
}

function splitForm(request: SignedInRequest, { gameId, version }: EditedGame, parts: readonly Layer[]): Html {
  const chosen = readField(request, 'key');
  const choice = (layer: Layer) =>
    html`<li><label><input type="radio" name="key" value="${layer.key}" required${layer.key === chosen && html` checked`}> ${describePart(layer)}</label></li>`;
  return form(
    request,
    `/operator/games/${gameId}/split`,
    [
      hiddenField('version', version),
      html`<fieldset class="field choices"><legend>Split off</legend><ul>${parts.map(choice)}</ul></fieldset>`,
      whyField(request),
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

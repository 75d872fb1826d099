import { gamePath } from '../../catalog/render/render.ts';
import { prepareThread } from '../../merging/work-in-thread.ts';
import { listFacetValues } from '../catalog/facets/facets.ts';
import { field, form, formProblem, hiddenField, readField, withProblems } from '../kit/forms.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { HtmlResponse, PageResponse, SignedInRequest } from '../kit/page.ts';
import {
  allowNewBox,
  type EditedGame,
  editorPage,
  editorPath,
  isShown,
  type ShowAgain,
  type ShownGame,
  saveButton,
  saveChange,
  whyField,
  withEditedGame,
} from './edit.ts';
import { changeOf, chosenGenres, GAME_FIELDS, type GameTexts, readTexts, shownFields, textsOf } from './game-fields.ts';
import { historySection } from './history.ts';
import { platformSection } from './platforms.ts';

export async function showEditor(request: SignedInRequest): Promise<PageResponse> {
  if (!request.isProposal) prepareThread();
  return withEditedGame(request, (game) => gamePage(request, game));
}

export async function doSaveGame(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async (game) => {
    if (!isShown(game)) return gamePage(request, game);
    const saved = textsOf(game.record);
    const texts = readTexts(request, saved);
    if (readField(request, 'version') !== game.version)
      return formPage(withProblems(request, { form: OUTDATED }, 409), game, texts);
    const change = changeOf(saved, texts);
    if (Object.keys(change).length === 0)
      return formPage(withProblems(request, { form: 'You changed nothing.' }), game, texts);
    const location = `${editorPath(request, game.gameId)}?done=edited`;
    const showAgain: ShowAgain = (own, { status }) =>
      status === 'outdated' ? doSaveGame(request) : formPage(own, game, texts);
    return saveChange(request, game.gameId, change, location, showAgain, fieldOfPath);
  });
}

export async function doHide(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async (game) => {
    const location = `/operator/games/${game.gameId}?done=hidden`;
    return saveChange(request, game.gameId, { hide: true }, location, (own) => gamePage(own, game));
  });
}

const OUTDATED =
  'Not saved: somebody changed this game after you opened it. Your values are still in the form. The page of the game says what is saved; send the form again to use yours.';

function fieldOfPath(path: string): string | undefined {
  const [name = ''] = path.split('.', 1);
  return name in GAME_FIELDS ? name : undefined;
}

function gamePage(request: SignedInRequest, game: EditedGame): Promise<HtmlResponse> {
  return isShown(game) ? formPage(request, game, textsOf(game.record)) : hiddenPage(request, game);
}

async function formPage(request: SignedInRequest, game: ShownGame, texts: GameTexts): Promise<HtmlResponse> {
  const path = editorPath(request, game.gameId);
  return editorPage(
    request,
    `${request.isProposal ? 'Propose a change to' : 'Edit'} ${game.title}`,
    html`${toolLinks(request, game)}
${formProblem(request.problems.form)}
${form(
  request,
  path,
  [hiddenField('version', game.version), gameFields(request, texts), whyField(request), saveButton(request, 'Save')],
  'form texts',
)}
${platformSection(request, game)}
${!request.isProposal && [hideForm(request, path, game), await historySection(request, game)]}`,
  );
}

function toolLinks(request: SignedInRequest, { gameId, title }: EditedGame): Html {
  const path = editorPath(request, gameId);
  return html`<ul class="links"><li><a href="${gamePath(gameId, title)}">View the game</a></li>
<li><a href="#platforms">Dates and releases</a></li>
<li><a href="${path}/pictures">Pictures</a></li><li><a href="${path}/merge">Merge with another game</a></li>
${!request.isProposal && html`<li><a href="${path}/split">Split</a></li>`}</ul>`;
}

function gameFields(request: SignedInRequest, texts: GameTexts): Part {
  const fields = shownFields(request).map((name) =>
    name === 'genres'
      ? genreFields(request, texts)
      : field(request, { required: false, ...GAME_FIELDS[name], name, value: texts[name] }),
  );
  return [...fields, allowNewBox(request, 'Add series and themes that are not in the catalog yet')];
}

function genreFields({ snapshot, problems }: SignedInRequest, texts: GameTexts): Html {
  const chosen = new Set(chosenGenres(texts));
  const all = listFacetValues(snapshot, 'genre');
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
${form(request, `${path}/hide`, [hiddenField('version', version), whyField(request, 'why-hide'), html`<button>Hide</button>`])}</details>`;
}

async function hiddenPage(request: SignedInRequest, game: EditedGame): Promise<HtmlResponse> {
  return editorPage(
    request,
    `Edit ${game.title}`,
    html`<p>This game is hidden. Revert the change that hides it to show it again.</p>${await historySection(request, game)}`,
  );
}

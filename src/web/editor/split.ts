import { isFounding, parseLayer } from '../../merging/load/layer-line.ts';
import type { Layer } from '../../store/catalog-store.ts';
import { errorPage } from '../kit/error-pages.ts';
import { bdi } from '../kit/format.ts';
import { form, formProblem, hiddenField, type Problems, readField, withProblemStatus } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { operatorPage } from '../operator/operator.ts';
import { type EditedGame, withEditedGame } from './edited-game.ts';
import { describeOutcome, save, statusOf, whyField } from './save.ts';

export function showSplit(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, (game) => splitPage(request, game));
}

export function doSplit(request: SignedInRequest): Promise<PageResponse> {
  return withEditedGame(request, async (game) => {
    const { gameId } = game;
    const key = readField(request, 'key');
    if (!listParts(game).some((layer) => layer.key === key))
      return errorPage('notFound', 'This source is not part of the game.');
    const seen = [{ gameId, version: readField(request, 'version') }];
    const outcome = await save(request, { action: 'split', key, seen });
    if (outcome.status !== 'saved')
      return splitPage(request, game, { form: describeOutcome(outcome) }, statusOf(outcome));
    const head = await request.app.store.catalog.read((reader) => reader.findHead(key));
    return { status: 303, location: `/operator/games/${head?.gameId ?? gameId}?done=split` };
  });
}

/** The layers that can be games of their own. */
function listParts({ layers }: EditedGame): Layer[] {
  return layers.filter(isFounding);
}

function splitPage(request: SignedInRequest, game: EditedGame, problems: Problems = {}, status?: number): HtmlResponse {
  const { gameId, title } = game;
  const parts = listParts(game);
  const hint =
    parts.length < 2
      ? 'Only one source describes this game, so there is nothing to split.'
      : 'These sources describe the game. Split off the one that is another game; the others keep the number and the address.';
  const page = operatorPage(
    request,
    `Split ${title}`,
    html`<ul class="links"><li><a href="/operator/games/${gameId}">Back to the game</a></li></ul>
<p>${hint}</p>${formProblem(problems.form)}
${parts.length > 1 ? splitForm(request, game, parts) : html`<ul>${parts.map((layer) => html`<li>${describePart(layer)}</li>`)}</ul>`}`,
  );
  return withProblemStatus(page, problems, status);
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

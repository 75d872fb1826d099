import { isFounding, parseLayer } from '../../merging/load/layer-line.ts';
import type { Layer } from '../../store/catalog-store.ts';
import { errorPage } from '../kit/error-pages.ts';
import { form, formProblem, hiddenField, type Problems, readField, withProblemStatus } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { operatorPage } from '../operator/operator.ts';
import { type EditedGame, withEditedGame } from './edited-game.ts';
import { describeOutcome, save, whyField } from './save.ts';

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
    const problem = describeOutcome(await save(request, { action: 'split', key, seen }));
    if (problem) return splitPage(request, game, { form: problem });
    const head = await request.app.store.catalog.read((reader) => reader.findHead(key));
    return { status: 303, location: `/operator/games/${head?.gameId ?? gameId}?done=split` };
  });
}

/** The layers that can be games of their own. */
function listParts({ layers }: EditedGame): Layer[] {
  return layers.filter(isFounding);
}

function splitPage(request: SignedInRequest, game: EditedGame, problems: Problems = {}): HtmlResponse {
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
<ol class="messages">${parts.map((layer, i) => part(request, game, layer, parts.length > 1 ? i : undefined))}</ol>`,
  );
  return withProblemStatus(page, problems);
}

function part(
  request: SignedInRequest,
  { gameId, version }: EditedGame,
  layer: Layer,
  number: number | undefined,
): Html {
  const { title, platforms, key } = parseLayer(layer);
  const on = platforms.map(({ platform, releases = [] }) => {
    const dates = releases.flatMap(({ release_date }) => release_date ?? []).toSorted();
    return [platform.slice('platform:'.length), dates[0]].filter(Boolean).join(', ');
  });
  return html`<li><h2 dir="auto">${title}</h2><p class="state">${layer.source}: <code>${key}</code></p><p>${on.join('; ')}</p>
${
  number !== undefined &&
  form(request, `/operator/games/${gameId}/split`, [
    hiddenField('version', version),
    hiddenField('key', key),
    whyField(request, {}, `why-${number}`),
    html`<button>Split off “${title}”</button>`,
  ])
}</li>`;
}

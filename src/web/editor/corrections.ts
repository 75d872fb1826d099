import { CORRECTIONS, EDIT_PREFIX, parseCorrection } from '../../merging/load/layer-line.ts';
import type { FoundLayer } from '../../store/catalog-store.ts';
import { bdi } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { operatorPage } from '../operator/operator.ts';
import { findEditedGame } from './edited-game.ts';
import { historyEntries } from './history.ts';

const PAGE_SIZE = 50;
/** Sorts after every key. */
const LAST_KEY = `${EDIT_PREFIX}~`;

/** Who changed what in the whole catalog, newest first. Hidden and merged games are found here. */
export async function showCorrections(request: SignedInRequest): Promise<HtmlResponse> {
  const before = request.query.get('before') ?? LAST_KEY;
  const { catalog } = request.app.store;
  const found = await catalog.listLayersBefore(CORRECTIONS, EDIT_PREFIX, before, PAGE_SIZE + 1);
  const shown = found.slice(0, PAGE_SIZE);
  const older = found.length > PAGE_SIZE && shown.at(-1)?.key;
  const list = html`<ol class="messages">${await listEntries(request, shown)}</ol>
${older && html`<p><a href="/operator/corrections?before=${encodeURIComponent(older)}">Older corrections</a></p>`}`;
  return operatorPage(
    request,
    'Corrections',
    html`<p class="hint">What operators changed in the browser. Corrections survive imports.</p>
${shown.length > 0 ? list : html`<p>No corrections yet.</p>`}`,
  );
}

async function listEntries(request: SignedInRequest, layers: readonly FoundLayer[]): Promise<Html[]> {
  const entries = [];
  for (const layer of layers) {
    const game = layer.gameId === null ? undefined : await findGame(request, layer.gameId);
    entries.push({
      line: parseCorrection(layer),
      gameId: game?.gameId,
      heading: game && html`<h2><a href="/operator/games/${game.gameId}">${bdi(game.title)}</a></h2>`,
    });
  }
  return historyEntries(request, entries);
}

/** A game that was merged is the one that it became. */
async function findGame({ app }: SignedInRequest, gameId: number) {
  const found = await findEditedGame(app, gameId);
  const game = found && 'movedTo' in found ? await findEditedGame(app, found.movedTo) : found;
  return game && 'movedTo' in game ? undefined : game;
}

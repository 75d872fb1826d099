import type { CorrectionLine } from '../../bundle/lines.ts';
import { AppError } from '../../errors.ts';
import { CORRECTIONS, EDIT_PREFIX, isEdit, parseCorrection } from '../../merging/load/layer-line.ts';
import type { FoundLayer } from '../../store/catalog-rows.ts';
import { bdi, linkUrls, timestamp } from '../kit/format.ts';
import { button } from '../kit/forms.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import type { HtmlResponse, PageResponse, SignedInRequest } from '../kit/page.ts';
import { operatorPage } from '../operator/operator.ts';
import { type EditedGame, findEditedGame, notSavedPage, save, withEditedGame } from './edit.ts';
import { type HistoryContext, listFields, readHistoryContext } from './history-values.ts';

interface Entry {
  line: CorrectionLine;
  /** The game whose history has the correction; undefined: it cannot be reverted. */
  gameId: number | undefined;
  heading?: Html | undefined;
}

/** What operators changed in a game, newest first, with a button that reverts each change. */
export async function historySection(request: SignedInRequest, { gameId, corrections }: EditedGame): Promise<Html> {
  const own = corrections.map((line) => ({ line, gameId }));
  const entries = await historyEntries(request, own);
  return html`<section aria-labelledby="history"><h2 id="history">History</h2>
${entries.length === 0 ? html`<p class="hint">No corrections yet.</p>` : html`<ol class="messages">${entries}</ol>`}</section>`;
}

async function historyEntries(request: SignedInRequest, entries: readonly Entry[]): Promise<Html[]> {
  const lines = entries.map(({ line }) => line);
  const context = await readHistoryContext(request.app, lines);
  return entries.map((entry) => entryItem(request, entry, context));
}

function entryItem(request: SignedInRequest, { line, gameId, heading }: Entry, context: HistoryContext): Html {
  const { key, made, reverted } = line;
  const by = (done: { at: number; by?: number }) =>
    html`${done.by !== undefined && `${context.personName(done.by)}, `}${timestamp(done.at)}`;
  const fields = listFields(line, context);
  const path = `/operator/games/${gameId}/${reverted ? 'restore' : 'revert'}`;
  const canRevert = isEdit(key) && gameId !== undefined;
  return html`<li>${heading}<p class="state">${made ? by(made) : 'From a file of corrections'}</p>
${made?.proposed_by !== undefined && html`<p class="state">Proposed by ${context.personName(made.proposed_by)}</p>`}
${made?.why && html`<p class="text">${linkUrls(made.why)}</p>`}
${fieldList(fields.map(({ label, value }) => [label, value]))}
${reverted && html`<p class="state">Reverted by ${by(reverted)}</p>${fieldList(fields.map((field) => [field.label, field.reverted]))}`}
${canRevert && html`<div class="actions">${button(request, path, reverted ? 'Restore' : 'Revert', { key })}</div>`}</li>`;
}

export function fieldList(fields: readonly (readonly [label: string, value: Part])[]): Html {
  const shown = fields.filter(([, value]) => value !== false);
  if (shown.length === 0) return nothing;
  return html`<dl class="facts changes">${shown.map(([label, value]) => html`<div><dt>${label}</dt><dd dir="auto">${value}</dd></div>`)}</dl>`;
}

export const doRevert = (request: SignedInRequest) => change(request, 'revert');
export const doRestore = (request: SignedInRequest) => change(request, 'restore');

function change(request: SignedInRequest, action: 'revert' | 'restore'): Promise<PageResponse> {
  return withEditedGame(request, async ({ gameId, corrections }) => {
    const key = request.form.get('key') ?? '';
    if (!isEdit(key) || !corrections.some((line) => line.key === key))
      throw new AppError('notFound', 'This change is not in the history of the game.');
    const outcome = await save(request, { action, key, seen: [] });
    if (outcome.status !== 'saved') return notSavedPage(request, gameId, outcome);
    return { status: 303, location: `/operator/games/${gameId}?done=${action === 'revert' ? 'reverted' : 'restored'}` };
  });
}

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
    const game = layer.gameId === null ? undefined : await findEditedGame(request.app, layer.gameId);
    entries.push({
      line: parseCorrection(layer),
      gameId: game?.gameId,
      heading: game && html`<h2><a href="/operator/games/${game.gameId}">${bdi(game.title)}</a></h2>`,
    });
  }
  return historyEntries(request, entries);
}

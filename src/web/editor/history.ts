import type { CorrectionLine } from '../../bundle/lines.ts';
import { isEdit } from '../../merging/load/layer-line.ts';
import { errorPage } from '../kit/error-pages.ts';
import { timestamp } from '../kit/format.ts';
import { button } from '../kit/forms.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { type EditedGame, withEditedGame } from './edited-game.ts';
import { readHistoryNames } from './history-names.ts';
import { listFields, listReverted } from './history-values.ts';
import { notSavedPage, save } from './save.ts';

/** A correction, and where it is shown. */
interface Entry {
  line: CorrectionLine;
  /** The game whose history has the correction; undefined: it cannot be reverted. */
  gameId: number | undefined;
  heading?: Html | undefined;
}

/** What operators changed in a game, newest first, with a button that reverts each change. */
export async function historySection(request: SignedInRequest, { gameId, corrections }: EditedGame): Promise<Html> {
  const entries = await historyEntries(
    request,
    corrections.map((line) => ({ line, gameId })),
  );
  return html`<section aria-labelledby="history"><h2 id="history">History</h2>
${entries.length === 0 ? html`<p class="hint">No corrections yet.</p>` : html`<ol class="messages">${entries}</ol>`}</section>`;
}

export async function historyEntries(request: SignedInRequest, entries: readonly Entry[]): Promise<Html[]> {
  const lines = entries.map(({ line }) => line);
  const names = new Map<number, string>();
  for (const id of new Set(lines.flatMap(({ made, reverted }) => [made?.by, reverted?.by])))
    if (id !== undefined) names.set(id, await nameOf(request, id));
  const context = { app: request.app, names: await readHistoryNames(request.app, lines) };
  return entries.map((entry) => {
    const fields = fieldList(listFields(entry.line, context));
    return entryItem(request, entry, { fields, reverted: fieldList(listReverted(entry.line, context)) }, names);
  });
}

function fieldList(fields: ReturnType<typeof listFields>): Html {
  if (fields.length === 0) return nothing;
  return html`<dl class="facts changes">${fields.map(({ label, value }) => html`<div><dt>${label}</dt><dd dir="auto">${value}</dd></div>`)}</dl>`;
}

async function nameOf({ app }: SignedInRequest, accountId: number): Promise<string> {
  return (await app.store.accounts.findAccountById(accountId))?.email ?? `account ${accountId}`;
}

function entryItem(
  request: SignedInRequest,
  { line, gameId, heading }: Entry,
  shown: { fields: Html; reverted: Html },
  names: ReadonlyMap<number, string>,
): Html {
  const { key, made, reverted } = line;
  const by = (done: { at: number; by?: number }) =>
    html`${done.by !== undefined && `${names.get(done.by)}, `}${timestamp(done.at)}`;
  const path = `/operator/games/${gameId}/${reverted ? 'restore' : 'revert'}`;
  const canRevert = isEdit(key) && gameId !== undefined;
  return html`<li>${heading}<p class="state">${made ? by(made) : 'From a file of corrections'}</p>
${made?.why && html`<p class="text">${made.why}</p>`}
${shown.fields}
${reverted && html`<p class="state">Reverted by ${by(reverted)}</p>${shown.reverted}`}
${canRevert && html`<div class="actions">${button(request, path, reverted ? 'Restore' : 'Revert', { key })}</div>`}</li>`;
}

export const doRevert = (request: SignedInRequest) => change(request, 'revert');
export const doRestore = (request: SignedInRequest) => change(request, 'restore');

function change(request: SignedInRequest, action: 'revert' | 'restore'): Promise<PageResponse> {
  return withEditedGame(request, async ({ gameId, corrections }) => {
    const key = request.form.get('key') ?? '';
    if (!isEdit(key) || !corrections.some((line) => line.key === key))
      return errorPage('notFound', 'This change is not in the history of the game.');
    const outcome = await save(request, { action, key, seen: [] });
    if (outcome.status !== 'saved') return notSavedPage(gameId, outcome);
    return { status: 303, location: `/operator/games/${gameId}?done=${action === 'revert' ? 'reverted' : 'restored'}` };
  });
}

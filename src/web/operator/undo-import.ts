import { setTimeout as delay } from 'node:timers/promises';
import { type ImportProgress, listRunningImports, openImportProgress } from '../../merging/load/import-progress.ts';
import { EDIT_NOTE } from '../../merging/load/layer-line.ts';
import { undoInThread } from '../../merging/load/undo-in-thread.ts';
import { findUndoable } from '../../merging/load/undoable.ts';
import type { ImportEntry } from '../../store/catalog-store.ts';
import { formatCount, timestamp } from '../kit/format.ts';
import { button, formProblem, readField } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { HtmlResponse, PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { operatorPage } from './operator.ts';
import { isRunning } from './running-imports.ts';

/** An undo that takes longer is followed on the page of imports. */
const WAIT_MS = 2000;
const TITLE = 'Undo the last import';
const PATH = '/operator/imports/undo';

/** Says what would change, and asks. */
export async function showUndo(request: SignedInRequest): Promise<HtmlResponse> {
  const { store, clock } = request.app;
  const found = await store.catalog.read((reader) => findUndoable(store, reader));
  if (typeof found === 'string') return refuse(request, `${found}.`, 200);
  const { last, edits } = found;
  if ((await listRunningImports(store.status, clock())).some(isRunning))
    return refuse(request, 'An import is running. Wait until it has finished: then it is the last one.', 200);
  return operatorPage(
    request,
    TITLE,
    html`<p>${last.action === 'remove' ? 'The removal' : 'The import'} of <strong>${last.source}</strong>, version
${last.version}, finished ${timestamp(last.finishedAt)}.</p>
${last.notes.length > 0 && html`<p class="text">${last.notes[0]}</p>`}
<h2>What changes</h2><ul>${describeUndo(last).map((text) => html`<li>${text}</li>`)}
${edits > 0 && html`<li>Edits in the browser since then stay: see <a href="/operator/corrections">Corrections</a>.</li>`}</ul>
<p class="hint">The ids of games stay assigned: the same import, run again, gives the same ids. An undo cannot be undone; run
the import again instead.</p>
<div class="actions">${button(request, PATH, 'Undo this import', { import: String(last.importId) })}
<a class="action" href="/operator/imports">Cancel</a></div>`,
  );
}

function describeUndo({ added, changed, removed, merged }: ImportEntry): (string | Html)[] {
  const sentences = [
    added > 0 && `${formatCount(added, 'game')} that it added will be removed.`,
    changed > 0 && `${formatCount(changed, 'game')} that it changed will be as before.`,
    removed > 0 && `${formatCount(removed, 'game')} that it removed will be back.`,
    merged > 0 && `${formatCount(merged, 'game')} that it merged into others will be separate again.`,
  ].filter((text) => text !== false);
  return [...(sentences.length > 0 ? sentences : ['No game changes.']), 'The version of the source is that of before.'];
}

/** Undoes in a thread. The answer does not wait for long. */
export async function doUndo(request: SignedInRequest): Promise<PageResponse> {
  const { app } = request;
  const [last] = await app.store.catalog.listImports(1, EDIT_NOTE);
  const what = { action: 'undo', source: last?.source ?? '' } as const;
  const progress = await openImportProgress(app.store.status, what, app.clock);
  const undone = undo(request, progress.show);
  const problem = await Promise.race([undone, delay(WAIT_MS, TOO_LONG, { ref: false })]);
  if (problem === TOO_LONG) void undone.then(progress.end);
  else await progress.end();
  if (typeof problem === 'string') return refuse(request, `${problem}.`, 409);
  return { status: 303, location: `/operator/imports?done=${problem === TOO_LONG ? 'undoing' : 'undone'}` };
}

const TOO_LONG = Symbol('the undo takes longer than the answer');

/** Returns why it failed. */
async function undo({ app, form }: SignedInRequest, onProgress: ImportProgress['show']): Promise<string | undefined> {
  const importId = Number(readField({ form }, 'import'));
  try {
    return await undoInThread({ config: app.config, importId, now: app.clock() }, onProgress);
  } catch (error) {
    app.log.error({ err: error }, 'undoing an import failed');
    return 'Internal error; it was logged';
  }
}

function refuse(request: SignedInRequest, problem: string, status: number): HtmlResponse {
  const back = html`<p><a href="/operator/imports">Back to the imports</a></p>`;
  return { ...operatorPage(request, TITLE, html`${formProblem(problem)}${back}`), status };
}

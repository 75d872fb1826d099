import { AppError } from '../../errors.ts';
import {
  findUndoable,
  type ImportProgress,
  importPhase,
  listRunningImports,
  openImportProgress,
  type RunningImport,
} from '../../merging/load/import-progress.ts';
import { EDIT_NOTE } from '../../merging/load/layer-line.ts';
import { startProcess } from '../../merging/start-process.ts';
import type { ImportEntry } from '../../store/catalog-rows.ts';
import { type Column, capitalize, formatCount, formatNumber, table, timestamp } from '../kit/format.ts';
import { button, formProblem, readField, withProblems } from '../kit/forms.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import { type HtmlResponse, type PageResponse, readId, type SignedInRequest } from '../kit/page.ts';
import { importForm, readImport, removeUpload } from './import-form.ts';
import { operatorPage } from './operator.ts';

const PATH = '/operator/imports/undo';
const MAX_IMPORTS = 100;
const REFRESH_SECONDS = 5;

const COLUMNS: readonly Column<ImportEntry>[] = [
  ['Time', ({ finishedAt }) => timestamp(finishedAt)],
  ['Action', ({ action }) => action],
  ['Source', ({ source }) => source],
  ['Version', ({ version }) => version],
  ['Seconds', ({ startedAt, finishedAt }) => Math.round((finishedAt - startedAt) / 100) / 10, 'number'],
  ...(['added', 'changed', 'unchanged', 'removed', 'merged'] as const).map(
    (name): Column<ImportEntry> => [capitalize(name), (entry) => entry[name], 'number'],
  ),
];

export async function showImports(request: SignedInRequest): Promise<HtmlResponse> {
  const { app } = request;
  const now = app.clock();
  const running = await listRunningImports(app.store.status, now);
  // Each edit is an import as well. Its place is the page of corrections.
  const imports = await app.store.catalog.listImports(MAX_IMPORTS, EDIT_NOTE);
  const [last] = imports;
  const isUndoable = last !== undefined && last.action !== 'undo' && !running.some(isRunning);
  return operatorPage(
    request,
    'Imports',
    html`${runningImports(running, now)}
${!running.some(isRunning) && (await importForm(request))}
<p class="hint"><code>ludex import</code> has more options, and runs while the server does. The last import can be undone;
edits in the browser are reverted under <a href="/operator/corrections">Corrections</a>.</p>
${isUndoable && html`<p><a class="action" href="${PATH}">Undo the last import…</a></p>`}
${await openCatalogOffer(request)}
${table('Imports', imports, [...COLUMNS, ['Report', reportLink]])}`,
    running.some(isRunning) ? REFRESHING : { scripts: ['import.js'] },
  );
}

export const REFRESHING = {
  scripts: ['running.js'],
  head: html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`,
};

function reportLink({ importId, notes }: ImportEntry): Part {
  return notes.length > 0 && html`<a href="/operator/imports/${importId}">${formatCount(notes.length, 'note')}</a>`;
}

/** What an import did and had to say. */
export async function showImport(request: SignedInRequest): Promise<HtmlResponse> {
  const imports = await request.app.store.catalog.listImports(MAX_IMPORTS, EDIT_NOTE);
  const found = imports.find(({ importId }) => importId === readId(request));
  if (!found) throw new AppError('notFound', 'There is no such import, or it was long ago.');
  return operatorPage(
    request,
    `Import of ${found.source}`,
    html`${table('Import', [found], COLUMNS)}<ul class="notes">${found.notes.map((note) => html`<li>${linkGames(note)}</li>`)}</ul>`,
  );
}

function linkGames(note: string): Part[] {
  // The odd parts are ids.
  return note
    .split(/(?<=^game )(\d+)\b/)
    .map((part, i) => (i % 2 === 1 ? html`<a href="/operator/games/${part}">${part}</a>` : part));
}

export async function showUndoImport(request: SignedInRequest): Promise<HtmlResponse> {
  const found = await findUndoable(request.app.store.catalog);
  if (typeof found === 'string') return refuse(request, `${found}.`, 200);
  const { last, edits } = found;
  const refused = await refuseSecond(request);
  if (refused) return refused;
  return operatorPage(
    request,
    'Undo the last import',
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

export async function doUndoImport(request: SignedInRequest): Promise<PageResponse> {
  const [last] = await request.app.store.catalog.listImports(1, EDIT_NOTE);
  const undo = Number(readField(request, 'import'));
  return run(request, { action: 'undo', source: last?.source ?? '' }, { undo });
}

/** The starter catalog has fewer games. */
const SMALL_CATALOG = 300;

/** Offers the catalog that comes with Ludex while there is hardly more than the starter catalog. */
export async function openCatalogOffer(request: SignedInRequest): Promise<Html> {
  const { app, snapshot } = request;
  const running = await listRunningImports(app.store.status, app.clock());
  if (snapshot.ids.length > SMALL_CATALOG || running.some(isRunning)) return nothing;
  return html`<section class="offer"><h2>Fill the catalog</h2>
<p>Ludex comes with about 15,000 games for consoles and handhelds: the software lists of MAME (CC0-1.0), with releases,
publishers, product codes and hashes of files. Loading them takes about a minute, and can be undone.</p>
${button(request, '/operator/imports/open', 'Load 15,000 games')}
<p class="hint"><a href="/docs/sources">More sources</a>: computers, arcade machines, modern consoles, texts and pictures.</p></section>`;
}

export function doLoadOpenCatalog(request: SignedInRequest): Promise<PageResponse> {
  return run(request, { action: 'import', source: 'mame' }, { args: ['open'] });
}

async function refuseSecond(request: SignedInRequest): Promise<HtmlResponse | undefined> {
  const { store, clock } = request.app;
  const isBusy = (await listRunningImports(store.status, clock())).some(isRunning);
  return isBusy ? refuse(request, 'An import is running. Wait until it has finished.', 409) : undefined;
}

export async function doImport(request: SignedInRequest): Promise<PageResponse> {
  const refused = await refuseSecond(request);
  if (refused) return refused;
  const wanted = await readImport(request);
  if ('problem' in wanted) return showImports(withProblems(request, { form: wanted.problem }, wanted.status));
  if (wanted.isPart) return { type: 'text/plain', text: '' };
  return run(request, { action: 'import', source: wanted.source }, wanted);
}

/** The arguments of `ludex import`, or the import to undo, if it is still the last one. */
type ImportRequest = { args: string[] } | { undo: number };
type ImportMessage = { progress: Parameters<ImportProgress['show']> } | { problem?: string };

/** Runs it in a process of its own, while the page shows the progress. One at a time: the next upload would replace the file. */
async function run(
  request: SignedInRequest,
  what: Pick<RunningImport, 'action' | 'source'>,
  asked: ImportRequest,
): Promise<PageResponse> {
  const { config, store, clock } = request.app;
  const refused = await refuseSecond(request);
  if (refused) return refused;
  const progress = await openImportProgress(store.status, what, clock);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const onMessage = (message: ImportMessage) =>
    'progress' in message ? progress.show(...message.progress) : resolve(message.problem);
  const { ended } = startProcess('../../cli/import-process', import.meta.url, { config, ...asked }, onMessage);
  void Promise.race([promise, ended]).then(async (problem) => {
    await removeUpload(config).catch((error) => request.app.log.error(error));
    progress.end(problem);
  });
  return { status: 303, location: `/operator/imports?done=${what.action === 'undo' ? 'undoing' : 'importing'}` };
}

function refuse(request: SignedInRequest, problem: string, status: number): HtmlResponse {
  const back = html`<p><a href="/operator/imports">Back to the imports</a></p>`;
  return operatorPage(
    withProblems(request, { form: problem }, status),
    'Imports',
    html`${formProblem(problem)}${back}`,
  );
}

/** An import reports every second. */
const SILENT_AFTER_MS = 10_000;

const ACTIONS = {
  import: (source: string) => `Importing ${source}`,
  remove: (source: string) => `Removing ${source}`,
  undo: (source: string) => `Undoing the import${source && ` of ${source}`}`,
} as const;

function isRunning({ problem }: RunningImport): boolean {
  return problem === undefined;
}

/** `running.js` replaces the section. */
function runningImports(running: readonly RunningImport[], now: number): Html {
  if (running.length === 0) return nothing;
  return html`<section id="running" aria-label="Running now">${running.map((one) => runningImport(one, now))}</section>`;
}

function runningImport(running: RunningImport, now: number): Html {
  const { action, source, dryRun, problem, startedAt, seenAt, done, total, unit } = running;
  const title = `${ACTIONS[action](source)}${dryRun ? ' (dry run)' : ''}`;
  if (problem !== undefined) return html`<p class="problem">${title} failed: ${problem}. Nothing was changed.</p>`;
  const silentMs = now - seenAt;
  const amount = unit !== '' && `: ${formatNumber(done)}${total > 0 ? ` of ${formatNumber(total)}` : ''} ${unit}`;
  return html`<div class="running"><h2>${title}</h2>
<p>${phaseOf(running)}${amount}. Started ${timestamp(startedAt)}.
${silentMs > SILENT_AFTER_MS && html`<strong>No sign of life for ${Math.round(silentMs / 1000)} seconds.</strong>`}</p>
${total > 0 && html`<progress aria-label="Progress" max="${total}" value="${Math.min(done, total)}"></progress>`}</div>`;
}

function phaseOf({ action, unit }: RunningImport): string {
  if (action === 'undo' && unit !== '') return unit === 'lines' ? 'Removing what it added' : 'Restoring games';
  return importPhase(unit);
}

import { setTimeout as delay } from 'node:timers/promises';
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
import { workInThread } from '../../merging/work-in-thread.ts';
import type { ImportEntry } from '../../store/catalog-rows.ts';
import { type Column, capitalize, formatCount, formatNumber, table, timestamp } from '../kit/format.ts';
import { button, formProblem, readField, withProblems } from '../kit/forms.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import { type HtmlResponse, type PageResponse, readId, type SignedInRequest } from '../kit/page.ts';
import { removeUpload } from './import-files.ts';
import { importForm, readImport } from './import-form.ts';
import { operatorPage } from './operator.ts';

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
const REPORT: Column<ImportEntry> = ['Report', reportLink];

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
${isUndoable && UNDO_IMPORT}
${await openCatalogOffer(request)}
${importTable(imports)}`,
    running.some(isRunning) ? REFRESHING : { scripts: ['import.js'] },
  );
}

const UNDO_IMPORT = html`<p><a class="action" href="/operator/imports/undo">Undo the last import…</a></p>`;

export const REFRESHING = {
  scripts: ['running.js'],
  head: html`<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`,
};

/** The column of reports is there if one has something to report. */
function importTable(imports: readonly ImportEntry[]): Html {
  const hasReports = imports.some(({ notes }) => notes.length > 0);
  return table('Imports', imports, hasReports ? [...COLUMNS, REPORT] : COLUMNS);
}

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

/** An undo that takes longer is followed on the page of imports. */
export const WAIT_MS = 2000;
const RUNNING = 'An import is running. Wait until it has finished.';
const TITLE = 'Undo the last import';
const PATH = '/operator/imports/undo';

export async function showUndoImport(request: SignedInRequest): Promise<HtmlResponse> {
  const { store, clock } = request.app;
  const found = await findUndoable(store.catalog);
  if (typeof found === 'string') return refuse(request, `${found}.`, 200);
  const { last, edits } = found;
  if ((await listRunningImports(store.status, clock())).some(isRunning))
    return refuse(request, `${RUNNING} Then it is the last one.`, 200);
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

export async function doUndoImport(request: SignedInRequest): Promise<PageResponse> {
  const { app } = request;
  const [last] = await app.store.catalog.listImports(1, EDIT_NOTE);
  const importId = Number(readField(request, 'import'));
  return follow(request, { action: 'undo', source: last?.source ?? '' }, ['undoing', 'undone'], (onProgress) =>
    workInThread({ config: app.config, kind: 'undo', importId, now: app.clock() }, onProgress),
  );
}

/** What a catalog has without an import. */
const OWN_SOURCES: ReadonlySet<string> = new Set(['starter', 'starter-pictures', 'corrections', 'pictures', 'derived']);

/** Offers the catalog that comes with Ludex while there is nothing but the starter catalog. */
export async function openCatalogOffer(request: SignedInRequest): Promise<Html> {
  const { catalog, status } = request.app.store;
  const running = await listRunningImports(status, request.app.clock());
  if (running.some(isRunning) || !(await catalog.listSources()).every(({ source }) => OWN_SOURCES.has(source)))
    return nothing;
  return html`<section class="offer"><h2>Fill the catalog</h2>
<p>Ludex comes with about 15,000 games for consoles and handhelds: the software lists of MAME (CC0-1.0), with releases,
publishers, product codes and hashes of files. Loading them takes about a minute, and can be undone.</p>
${button(request, '/operator/imports/open', 'Load 15,000 games')}
<p class="hint"><a href="/docs/sources">More sources</a>: computers, arcade machines, modern consoles, texts and pictures.</p></section>`;
}

export function doLoadOpenCatalog(request: SignedInRequest): Promise<PageResponse> {
  return runImport(request, 'mame', ['open']);
}

/** One import at a time: the next upload would replace the file of this one. */
async function refuseSecond(request: SignedInRequest): Promise<HtmlResponse | undefined> {
  const { store, clock } = request.app;
  const isBusy = (await listRunningImports(store.status, clock())).some(isRunning);
  return isBusy ? refuse(request, RUNNING, 409) : undefined;
}

export async function doImport(request: SignedInRequest): Promise<PageResponse> {
  const refused = await refuseSecond(request);
  if (refused) return refused;
  const wanted = await readImport(request);
  if ('problem' in wanted) return showImports(withProblems(request, { form: wanted.problem }, wanted.status));
  return wanted.isPart ? { type: 'text/plain', text: '' } : runImport(request, wanted.source, wanted.args);
}

type ImportMessage = { progress: Parameters<ImportProgress['show']> } | { problem?: string };

/** As `ludex import` does, in a process of its own. */
async function runImport(request: SignedInRequest, source: string, args: string[]): Promise<PageResponse> {
  const { config } = request.app;
  const refused = await refuseSecond(request);
  if (refused) return refused;
  return follow(request, { action: 'import', source }, ['importing', 'imported'], async (onProgress) => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const onMessage = (message: ImportMessage) =>
      'progress' in message ? onProgress(...message.progress) : resolve(message.problem);
    const { ended } = startProcess('../../cli/import-process', import.meta.url, { config, args }, onMessage);
    return Promise.race([promise, ended]).finally(() => removeUpload(config));
  });
}

/** Runs the work while the page of imports shows its progress. The answer does not wait for long. */
async function follow(
  request: SignedInRequest,
  what: Pick<RunningImport, 'action' | 'source'>,
  [running, done]: [running: string, done: string],
  work: (onProgress: ImportProgress['show']) => Promise<string | undefined>,
): Promise<PageResponse> {
  const { app } = request;
  const progress = await openImportProgress(app.store.status, what, app.clock);
  const ended = work(progress.show).catch((error: unknown) => {
    app.log.error({ err: error }, `${what.action} failed`);
    return 'Internal error; it was logged';
  });
  const problem = await Promise.race([ended, delay(WAIT_MS, TOO_LONG, { ref: false })]);
  if (problem === TOO_LONG) void ended.then(progress.end);
  else await progress.end();
  if (typeof problem === 'string') return refuse(request, `${problem}.`, 409);
  return { status: 303, location: `/operator/imports?done=${problem === TOO_LONG ? running : done}` };
}

const TOO_LONG = Symbol('the work takes longer than the answer');

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

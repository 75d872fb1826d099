import { listRunningImports } from '../../merging/load/import-progress.ts';
import { EDIT_NOTE } from '../../merging/load/layer-line.ts';
import type { ImportEntry } from '../../store/catalog-store.ts';
import { formatCount, formatNumber, timestamp } from '../kit/format.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import type { HtmlResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { staticUrl } from '../kit/static-files.ts';
import { type Column, table } from '../kit/table.ts';
import { operatorPage } from './operator.ts';
import { isRunning, runningImports } from './running-imports.ts';

const MAX_IMPORTS = 100;
const MAX_NOTES = 50;
const REFRESH_SECONDS = 5;

const COLUMNS: Column[] = [
  ['Time'],
  ['Action'],
  ['Source'],
  ['Version'],
  ['Seconds', 'number'],
  ['Added', 'number'],
  ['Changed', 'number'],
  ['Unchanged', 'number'],
  ['Removed', 'number'],
  ['Merged', 'number'],
  ['Report'],
];

/** The imports that are running, and the journal. */
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
<p class="hint">Import with <code>ludex import</code>, also while the server runs. The last import can be undone;
edits in the browser are reverted under <a href="/operator/corrections">Corrections</a>.</p>
${isUndoable && UNDO_IMPORT}
${importTable(imports)}`,
    running.some(isRunning) ? REFRESHING : nothing,
  );
}

const UNDO_IMPORT = html`<p><a class="action" href="/operator/imports/undo">Undo the last import…</a></p>`;

/** The page follows a running import: with a script, or by loading itself again. */
const REFRESHING = html`<script type="module" src="${staticUrl('running.js')}"></script>
<noscript><meta http-equiv="refresh" content="${REFRESH_SECONDS}"></noscript>`;

/** The column of reports is there if one has something to report. */
function importTable(imports: readonly ImportEntry[]): Html {
  const columns = imports.some(({ notes }) => notes.length > 0) ? COLUMNS : COLUMNS.slice(0, -1);
  return table(
    'Imports',
    columns,
    imports.map((entry) => toRow(entry).slice(0, columns.length)),
  );
}

function toRow(entry: ImportEntry): Part[] {
  return [
    timestamp(entry.finishedAt),
    entry.action,
    entry.source,
    entry.version,
    Math.round((entry.finishedAt - entry.startedAt) / 100) / 10,
    entry.added,
    entry.changed,
    entry.unchanged,
    entry.removed,
    entry.merged,
    reportOf(entry.notes),
  ];
}

function reportOf(notes: readonly string[]): Part {
  if (notes.length === 0) return '';
  const more = notes.length - MAX_NOTES;
  return html`<details><summary>${formatCount(notes.length, 'note')}</summary><ul class="notes">
${notes.slice(0, MAX_NOTES).map((note) => html`<li>${note}</li>`)}
${more > 0 && html`<li>… and ${formatNumber(more)} more: <code>ludex status</code> lists them</li>`}</ul></details>`;
}

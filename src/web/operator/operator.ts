import { formatCount, formatNumber, timestamp } from '../kit/format.ts';
import { PRIVATE } from '../kit/forms.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { successNotice } from '../kit/notices.ts';
import type { HtmlResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { staticUrl } from '../kit/static-files.ts';
import { type Column, table } from '../kit/table.ts';

const TABS = [
  ['/operator', 'Overview'],
  ['/operator/accounts', 'Accounts'],
  ['/operator/usage', 'Usage and errors'],
  ['/operator/imports', 'Imports'],
  ['/operator/messages', 'Messages'],
  ['/operator/invites', 'Invitations'],
  ['/operator/settings', 'Settings'],
] as const;

const MAX_IMPORTS = 100;
const MAX_NOTES = 50;

export async function showImports(request: SignedInRequest): Promise<HtmlResponse> {
  const columns: Column[] = [
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
  const imports = await request.app.store.catalog.listImports(MAX_IMPORTS);
  const rows = imports.map((entry) => [
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
  ]);
  return operatorPage(
    request,
    'Imports',
    html`<p class="hint">Import with <code>ludex import</code>, also while the server runs. <code>ludex import --undo</code>
undoes the last one.</p>
${table('Imports', columns, rows)}`,
  );
}

function reportOf(notes: readonly string[]): Part {
  if (notes.length === 0) return '';
  const more = notes.length - MAX_NOTES;
  return html`<details><summary>${formatCount(notes.length, 'note')}</summary><ul class="notes">
${notes.slice(0, MAX_NOTES).map((note) => html`<li>${note}</li>`)}
${more > 0 && html`<li>… and ${formatNumber(more)} more: <code>ludex status</code> lists them</li>`}</ul></details>`;
}

/** The layout of all operator pages. */
export function operatorPage(request: SignedInRequest, title: string, content: Part): HtmlResponse {
  const [path = ''] = request.url.split('?', 1);
  const tab = ([tabPath, name]: (typeof TABS)[number]) => {
    // Every page is below the overview, so that is current only for itself.
    const isParent = tabPath !== '/operator' && path.startsWith(`${tabPath}/`);
    const current = tabPath === path ? 'page' : isParent && 'true';
    return html`<li><a href="${tabPath}"${current && html` aria-current="${current}"`}>${name}</a></li>`;
  };
  return {
    title: `${title} · Operator`,
    headers: PRIVATE,
    head: html`<script type="module" src="${staticUrl('copy.js')}"></script>`,
    body: html`<nav class="tabs" aria-label="Operator"><ul>${TABS.map(tab)}</ul></nav>
<h1>${title}</h1>
${successNotice(DONE, request)}
${content}`,
  };
}

export function copyableLink(link: string): Html {
  return html`<div class="copyable"><code id="link">${link}</code>
<button type="button" hidden data-copy="link">Copy</button></div>`;
}

const DONE: Record<string, string> = {
  saved: 'Saved. All servers apply this within a second.',
  suspended: 'Account suspended. Its keys and password no longer work.',
  resumed: 'Account resumed.',
  answered: 'Answer sent.',
  removed: 'Invitation removed.',
  'signed-out': 'All sessions of the account were ended.',
  edited: 'Saved. The site and the API show it within a few seconds.',
  hidden: 'The game is hidden.',
  merged: 'Games merged.',
  split: 'Split off. This is the new game.',
  reverted: 'Change reverted.',
  restored: 'Change restored.',
};

import { chart } from '../account/chart.ts';
import { useOfMonth } from '../account/usage.ts';
import { PRIVATE } from '../kit/forms.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { doneNotice } from '../kit/notices.ts';
import type { HtmlAnswer } from '../kit/page.ts';
import type { SignedIn } from '../kit/signed-in.ts';
import { staticUrl } from '../kit/static-files.ts';
import { type Column, table } from '../kit/tables.ts';
import { span, time } from '../kit/times.ts';
import { counted, grouped } from '../kit/words.ts';

const WAYS = [
  ['/operator', 'Overview'],
  ['/operator/accounts', 'Accounts'],
  ['/operator/usage', 'Use and errors'],
  ['/operator/imports', 'Imports'],
  ['/operator/messages', 'Messages'],
  ['/operator/invites', 'Invitations'],
] as const;

const IMPORTS_SHOWN = 100;

export async function showOperator(request: SignedIn): Promise<HtmlAnswer> {
  const { app } = request;
  await app.usage.flush();
  const counts = Object.entries(await app.store.catalog.countAll());
  const accounts = await app.store.accounts.listAccounts();
  const suspended = accounts.filter(({ suspendedAt }) => suspendedAt !== null).length;
  const [latest] = await app.store.catalog.listImports(1);
  const open = await app.store.messages.countOpen();
  const fact = (name: string, value: Part) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return operatorPage(
    request,
    'Overview',
    html`<dl class="facts overview">
${counts.map(([name, amount]) => fact(name, grouped(amount)))}
${fact('revision', request.snapshot.revision)}
${fact('last import', latest ? html`${latest.source}, ${span(app.clock() - latest.finishedAt)} ago` : 'none yet')}
${fact('accounts', `${accounts.length}, ${suspended} of them suspended`)}
${fact('messages', html`<a href="/operator/messages">${counted(open, 'message')} without an answer</a>`)}
</dl>
${chart('This month, all keys', await useOfMonth(app))}`,
  );
}

export async function showImports(request: SignedIn): Promise<HtmlAnswer> {
  const columns: Column[] = [
    ['When'],
    ['What'],
    ['Source'],
    ['Version'],
    ['Seconds', 'number'],
    ['Added', 'number'],
    ['Changed', 'number'],
    ['Unchanged', 'number'],
    ['Removed', 'number'],
    ['Merged', 'number'],
  ];
  const imports = await request.app.store.catalog.listImports(IMPORTS_SHOWN);
  const rows = imports.map((entry) => [
    time(entry.finishedAt),
    entry.action,
    entry.source,
    entry.version,
    Math.round((entry.finishedAt - entry.startedAt) / 100) / 10,
    entry.added,
    entry.changed,
    entry.unchanged,
    entry.removed,
    entry.merged,
  ]);
  return operatorPage(request, 'Imports', table('Imports', columns, rows));
}

/** What all pages of the operator's have in common. */
export function operatorPage(request: SignedIn, title: string, content: Part): HtmlAnswer {
  const [path = ''] = request.url.split('?', 1);
  const way = ([to, name]: (typeof WAYS)[number]) => {
    // The overview is above all the others, and only itself.
    const isAbove = to !== '/operator' && path.startsWith(`${to}/`);
    const here = to === path ? 'page' : isAbove && 'true';
    return html`<li><a href="${to}"${here && html` aria-current="${here}"`}>${name}</a></li>`;
  };
  return {
    title: `${title} · Operator`,
    headers: PRIVATE,
    head: html`<script type="module" src="${staticUrl('copy.js')}"></script>`,
    body: html`<nav class="tabs" aria-label="Operator"><ul>${WAYS.map(way)}</ul></nav>
<h1>${title}</h1>
${doneNotice(DONE, request)}
${content}`,
  };
}

/** A link to hand over, which cannot be shown again. */
export function linkToCopy(link: string): Html {
  return html`<div class="copied"><code id="link">${link}</code>
<button type="button" hidden data-copy="link">Copy</button></div>`;
}

const DONE: Record<string, string> = {
  saved: 'It is saved. Servers notice within a second.',
  suspended: 'The account is suspended: its keys and its password are refused.',
  resumed: 'The account works again.',
  answered: 'The answer is sent.',
  removed: 'It is gone.',
};

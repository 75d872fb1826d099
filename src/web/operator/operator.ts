import type { App } from '../../app.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { type DuplicateQueue, openDuplicateQueue } from '../../merging/duplicates/duplicate-queue.ts';
import { formatNumber } from '../kit/format.ts';
import { privatePage } from '../kit/forms.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { successNotice } from '../kit/notices.ts';
import type { HtmlResponse, SignedInRequest } from '../kit/page.ts';
import { scriptTags } from '../kit/static-files.ts';

const TABS = [
  ['/operator', 'Overview'],
  ['/operator/accounts', 'Accounts'],
  ['/operator/usage', 'Usage and errors'],
  ['/operator/imports', 'Imports'],
  ['/operator/pictures', 'Pictures'],
  ['/operator/corrections', 'Corrections'],
  ['/operator/duplicates', 'Duplicates'],
  ['/operator/proposals', 'Proposals'],
  ['/operator/messages', 'Messages'],
  ['/operator/invites', 'Invitations'],
] as const;

export function operatorPage(
  request: SignedInRequest,
  title: string,
  content: Part,
  { scripts = [], head }: { scripts?: readonly string[]; head?: Html } = {},
): HtmlResponse {
  const [path = ''] = request.url.split('?', 1);
  const tab = ([tabPath, name]: (typeof TABS)[number]) => {
    // Every page is below the overview, so that is current only for itself.
    const isParent = tabPath !== '/operator' && path.startsWith(`${tabPath}/`);
    const current = tabPath === path ? 'page' : isParent && 'true';
    const count = countOf(request, tabPath);
    return html`<li><a href="${tabPath}"${current && html` aria-current="${current}"`}>${name}${
      typeof count === 'number' && html` (${formatNumber(count)})`
    }</a></li>`;
  };
  return privatePage(request, {
    title: `${title} · Operator`,
    head: html`${scriptTags(['copy.js', ...scripts])}${head}`,
    body: html`<nav class="tabs" aria-label="Operator"><ul>${TABS.map(tab)}</ul></nav>
<h1>${title}</h1>
${successNotice(DONE, request)}
${content}`,
  });
}

function countOf({ app, snapshot, waiting }: SignedInRequest, path: string): number | false | undefined {
  if (path === '/operator/messages') return waiting?.messages || undefined;
  if (path === '/operator/proposals') return waiting?.proposals || undefined;
  return path === '/operator/duplicates' && duplicateQueueOf(app).count(snapshot);
}

export function copyableLink(link: string): Html {
  return html`<div class="copyable"><code id="link">${link}</code>
<button type="button" hidden data-copy="link">Copy</button></div>`;
}

const DONE: Record<string, string> = {
  saved: 'Saved. All servers apply this within a second.',
  suspended: 'Account suspended. Its keys and password no longer work.',
  resumed: 'Account resumed.',
  revoked: 'Key revoked. It stops working within a second.',
  answered: 'Answer sent.',
  accepted:
    'Accepted. The site and the API show it within a few seconds, and you can revert it in the history of the game.',
  refused: 'Refused. The profile of the person shows your answer.',
  removed: 'Invitation removed.',
  'signed-out': 'All sessions of the account were ended.',
  edited: 'Saved. The site and the API show it within a few seconds.',
  hidden: 'The game is hidden.',
  merged: 'Games merged into this one. The address of the other leads here.',
  different: 'The games are different: no import merges them.',
  split: 'Split off. This is the new game.',
  'pictures-added': 'Added. The site and the API show it within a few seconds.',
  'picture-chosen': 'This is the main picture now.',
  'picture-removed': 'Picture removed. You can restore it in the history.',
  reverted: 'Change reverted.',
  restored: 'Change restored.',
  importing: 'The import has begun.',
  undoing: 'The import is being undone.',
  dumping: 'The data dump is being made.',
  dumped: 'The data dump is done.',
};

const queues = new WeakMap<App, DuplicateQueue>();

/** The likely duplicates of a serving thread, opened when an operator asks first. */
export function duplicateQueueOf(app: App): DuplicateQueue {
  return getOrInsert(queues, app, () =>
    openDuplicateQueue(app.config, (error) => app.log.error({ err: error }, 'comparing games failed')),
  );
}

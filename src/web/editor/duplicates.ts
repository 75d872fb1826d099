import { isActive } from '../../merging/corrections/corrections.ts';
import type { Duplicate } from '../../merging/duplicates/duplicate.ts';
import { prepareToSave } from '../../merging/edits/save-in-thread.ts';
import { errorPage } from '../kit/error-pages.ts';
import { formatCount, formatNumber } from '../kit/format.ts';
import { form, formProblem, hiddenField, readField } from '../kit/forms.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { HtmlResponse, PageResponse } from '../kit/page.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import { staticUrl } from '../kit/static-files.ts';
import { duplicateQueueOf } from '../operator/duplicate-queue.ts';
import { operatorPage } from '../operator/operator.ts';
import { type Decided, decisionNotice, parsePair, shortcut } from './duplicate-notice.ts';
import { evidenceLists, type ShownPair, sideBySide } from './duplicate-pair.ts';
import { findEditedGame } from './edited-game.ts';
import { describeOutcome, save, statusOf } from './save.ts';

const PATH = '/operator/duplicates';
/** A pair was decided or changed since the list was made. So many in a row are rare. */
const MAX_TRIED = 100;

/** The pair at a place of the queue, side by side. */
export async function showDuplicates(request: SignedInRequest, problem?: string, status = 422): Promise<HtmlResponse> {
  prepareToSave();
  const { app, snapshot } = request;
  const pairs = await duplicateQueueOf(app).list(snapshot);
  const skipped = Math.min(readSkipped(request), Math.max(0, (pairs?.length ?? 0) - 1));
  const shown = pairs && (await findOpenPair(request, pairs.slice(skipped, skipped + MAX_TRIED)));
  const content = pairs ? await pairPage(request, { pairs, shown, skipped }, problem) : comparingPage();
  const page = operatorPage(request, 'Likely duplicates', content);
  const head = html`${page.head}<script type="module" src="${staticUrl('duplicates.js')}"></script>`;
  return { ...page, head, ...(problem && { status }) };
}

/** Merges the games of a pair, or keeps them apart for good. */
export async function doDecide(request: SignedInRequest): Promise<PageResponse> {
  const gameIds = parsePair(readField(request, 'pair'));
  const decision = readField(request, 'decision');
  if (!gameIds || (decision !== 'merge' && decision !== 'different'))
    return errorPage('badRequest', 'Choose “Merge” or “Different” for two games.');
  const seen = gameIds.map((gameId) => ({ gameId, version: readField(request, `version_${gameId}`) }));
  const outcome = await save(
    request,
    decision === 'merge' ? { action: 'merge', gameIds, change: {}, seen } : { action: 'different', gameIds, seen },
  );
  if (outcome.status !== 'saved') return showDuplicates(request, describeOutcome(outcome), statusOf(outcome));
  duplicateQueueOf(request.app).setDecided(gameIds, true);
  const [key = ''] = outcome.keys;
  return nextPair(request, gameIds, { decided: decision === 'merge' ? 'merged' : 'different', key });
}

/** What was decided is shown with the next pair. */
function nextPair(
  request: SignedInRequest,
  gameIds: readonly number[],
  last: { decided: Decided; key?: string },
): PageResponse {
  const query = new URLSearchParams({ skip: String(readSkipped(request)), ...last, pair: gameIds.join('-') });
  return { status: 303, location: `${PATH}?${query}` };
}

/** Reverts the decision that was made last. */
export async function doUndo(request: SignedInRequest): Promise<PageResponse> {
  const outcome = await save(request, { action: 'revert', key: readField(request, 'key'), seen: [] });
  if (outcome.status !== 'saved') return showDuplicates(request, describeOutcome(outcome), statusOf(outcome));
  const gameIds = parsePair(readField(request, 'pair'));
  if (!gameIds) return { status: 303, location: PATH };
  duplicateQueueOf(request.app).setDecided(gameIds, false);
  return nextPair(request, gameIds, { decided: 'undone' });
}

function readSkipped({ form: fields, query }: SignedInRequest): number {
  const text = fields.get('skip') ?? query.get('skip') ?? '';
  return /^\d{1,7}$/.test(text) ? Number(text) : 0;
}

/** The first pair that is still as the list says. */
async function findOpenPair({ app }: SignedInRequest, pairs: readonly Duplicate[]): Promise<ShownPair | undefined> {
  for (const duplicate of pairs) {
    const [a, b] = [await findEditedGame(app, duplicate.gameIds[0]), await findEditedGame(app, duplicate.gameIds[1])];
    if (!a || !b || 'movedTo' in a || 'movedTo' in b || !a.record || !b.record) continue;
    const isDifferent = [...a.corrections, ...b.corrections].some(
      (line) => isActive(line) && duplicate.gameIds.every((id) => line.different?.includes(id)),
    );
    if (!isDifferent)
      return {
        duplicate,
        games: [
          { ...a, record: a.record },
          { ...b, record: b.record },
        ],
      };
  }
  return undefined;
}

function comparingPage(): Html {
  return html`<p data-reload>All games are being compared. In a catalog of 50,000 games this takes about 20 seconds, and
later only what changes is compared. <a href="${PATH}">Look again</a></p>`;
}

interface Place {
  pairs: readonly Duplicate[];
  shown: ShownPair | undefined;
  skipped: number;
}

async function pairPage(
  request: SignedInRequest,
  { pairs, shown, skipped }: Place,
  problem: string | undefined,
): Promise<Part> {
  return html`${await decisionNotice(request, PATH)}${formProblem(problem)}
${
  shown
    ? html`<p class="hint">Pair ${formatNumber(skipped + 1)} of ${formatNumber(pairs.length)}, the most likely and the best known first.
You can revert each decision here or in the history of the games.</p>
${decisionForm(request, shown, { skipped, next: pairs.indexOf(shown.duplicate) + 1 })}
${await sideBySide(request, shown)}
${evidenceLists(shown.duplicate)}`
    : html`<p>No likely duplicates are left${skipped > 0 && html` after ${formatCount(skipped, 'skipped pair')}. <a href="${PATH}">Back to the first</a>`}.</p>`
}`;
}

/** Another thread's list may still have pairs that were decided: those before the shown one do not count as skipped. */
function decisionForm(
  request: SignedInRequest,
  { duplicate, games }: ShownPair,
  { skipped, next }: { skipped: number; next: number },
): Html {
  const [kept, gone] = duplicate.gameIds;
  return form(
    request,
    PATH,
    [
      hiddenField('pair', duplicate.gameIds.join('-')),
      hiddenField('skip', String(skipped)),
      games.map(({ gameId, version }) => hiddenField(`version_${gameId}`, version)),
      html`<button name="decision" value="merge" data-key="m" title="Number ${kept} stays; ${gone} leads to it.">Merge ${shortcut('M')}</button>
<button class="secondary" name="decision" value="different" data-key="d" title="They are never merged or listed here again.">Different ${shortcut('D')}</button>
<a href="${PATH}?skip=${next}" data-key="s">Skip ${shortcut('S')}</a>
${skipped > 0 && html`<a href="${PATH}?skip=${skipped - 1}" data-key="b">Back ${shortcut('B')}</a>`}
<a href="/operator/games/${kept}/merge?with=${gone}">Merge field by field</a>`,
    ],
    'decision',
  );
}

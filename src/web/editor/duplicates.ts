import { isActive } from '../../merging/corrections/corrections.ts';
import { type Duplicate, explainDuplicate } from '../../merging/duplicates/duplicate.ts';
import { prepareThread } from '../../merging/work-in-thread.ts';
import { bdi, formatCount, formatNumber } from '../kit/format.ts';
import { formProblem, hiddenField, withProblems } from '../kit/forms.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { HtmlResponse, PageResponse, SignedInRequest } from '../kit/page.ts';
import { duplicateQueueOf, operatorPage } from '../operator/operator.ts';
import { describeOutcome, findEditedGame, findTitle, isShown, statusOf } from './edit.ts';
import { decidePair, decisionForm, type Pair, parsePair, shortcut, sideBySide } from './pair.ts';

const PATH = '/operator/duplicates';
/** A pair was decided or changed since the list was made. So many in a row are rare. */
const MAX_TRIED = 100;

export async function showDuplicates(request: SignedInRequest): Promise<HtmlResponse> {
  prepareThread();
  const { app, snapshot } = request;
  const pairs = await duplicateQueueOf(app).list(snapshot);
  const skipped = Math.min(readSkipped(request), Math.max(0, (pairs?.length ?? 0) - 1));
  const content = pairs ? await pairPage(request, pairs, skipped) : COMPARING;
  return operatorPage(request, 'Likely duplicates', content, { scripts: ['duplicates.js'] });
}

export async function doDecide(request: SignedInRequest): Promise<PageResponse> {
  const { gameIds, decision, outcome } = await decidePair(request);
  if (outcome.status !== 'saved')
    return showDuplicates(withProblems(request, { form: describeOutcome(outcome) }, statusOf(outcome)));
  duplicateQueueOf(request.app).setDecided(gameIds);
  const query = { skip: String(readSkipped(request)), decided: decision, pair: gameIds.join('-') };
  return { status: 303, location: `${PATH}?${new URLSearchParams(query)}` };
}

function readSkipped({ form: fields, query }: SignedInRequest): number {
  const text = fields.get('skip') ?? query.get('skip') ?? '';
  return /^\d{1,7}$/.test(text) ? Number(text) : 0;
}

/** The first pair that is still as the list says. */
async function findOpenPair(
  { app }: SignedInRequest,
  pairs: readonly Duplicate[],
): Promise<{ duplicate: Duplicate; games: Pair } | undefined> {
  for (const duplicate of pairs) {
    const games = await Promise.all(duplicate.gameIds.map((id) => findEditedGame(app, id)));
    const [a, b] = games.filter((game, i) => game?.gameId === duplicate.gameIds[i]);
    if (!isShown(a) || !isShown(b)) continue;
    const isDifferent = [...a.corrections, ...b.corrections].some(
      (line) => isActive(line) && duplicate.gameIds.every((id) => line.different?.includes(id)),
    );
    if (!isDifferent) return { duplicate, games: [a, b] };
  }
  return undefined;
}

const COMPARING = html`<p data-reload>All games are being compared. In a catalog of 50,000 games this takes about 20 seconds, and
later only what changes is compared. <a href="${PATH}">Look again</a></p>`;

async function pairPage(request: SignedInRequest, pairs: readonly Duplicate[], skipped: number): Promise<Html> {
  const shown = await findOpenPair(request, pairs.slice(skipped, skipped + MAX_TRIED));
  const top = html`${await decisionNotice(request)}${formProblem(request.problems.form)}`;
  if (!shown)
    return html`${top}<p>No likely duplicates are left${skipped > 0 && html` after ${formatCount(skipped, 'skipped pair')}. <a href="${PATH}">Back to the first</a>`}.</p>`;
  return html`${top}<p class="hint">Pair ${formatNumber(skipped + 1)} of ${formatNumber(pairs.length)}, the most likely and the best known first.
You can revert each decision in the history of the games.</p>
${decisionForm(request, PATH, shown.games, queueLinks(skipped, pairs.indexOf(shown.duplicate) + 1))}
${await sideBySide(request, shown.games)}
${evidenceLists(shown.duplicate)}`;
}

/** Another thread's list may still have pairs that were decided: those before the shown one do not count as skipped. */
function queueLinks(skipped: number, next: number): Html {
  return html`${hiddenField('skip', String(skipped))}<a href="${PATH}?skip=${next}" data-key="s">Skip ${shortcut('S')}</a>
${skipped > 0 && html`<a href="${PATH}?skip=${skipped - 1}" data-key="b">Back ${shortcut('B')}</a>`}`;
}

const SENTENCES: Record<string, (one: Html, other: Html) => Html> = {
  merge: (kept, gone) => html`Merged ${gone} into ${kept}.`,
  different: (one, other) => html`${one} and ${other} are different. No import merges them.`,
};

/** What was decided last about which games. */
async function decisionNotice({ app, query }: SignedInRequest): Promise<Html> {
  const decided = query.get('decided') ?? '';
  const pair = parsePair(query.get('pair') ?? '');
  const sentence = Object.hasOwn(SENTENCES, decided) ? SENTENCES[decided] : undefined;
  if (!pair || !sentence) return nothing;
  const titles = await app.store.catalog.read((reader) => Promise.all(pair.map((id) => findTitle(reader, id))));
  const [one, other] = pair.map((id, i) => gameLink(id, titles[i])) as [Html, Html];
  return html`<p class="done" role="status">${sentence(one, other)}</p>`;
}

/** The number tells games of the same title apart. */
function gameLink(id: number, title = 'Game'): Html {
  return html`<a href="/operator/games/${id}">${bdi(title)}</a> (${id})`;
}

/** Why the matcher thinks that they are one game, and why it did not merge them. */
function evidenceLists(duplicate: Duplicate): Html {
  const { same, different } = explainDuplicate(duplicate);
  const list = (title: string, sentences: readonly string[]) =>
    sentences.length === 0
      ? nothing
      : html`<section><h2>${title}</h2><ul>${sentences.map((one) => html`<li>${one}</li>`)}</ul></section>`;
  return html`<div class="side-by-side">${list('Why they may be one game', same)}${list('Why they may be two', different)}</div>`;
}

import { byFirstRelease, type GameRecord } from '../../catalog/model/record.ts';
import { gamePath } from '../../catalog/render/render.ts';
import { findPosition } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import { isActive } from '../../merging/corrections/corrections.ts';
import { type Duplicate, explainDuplicate } from '../../merging/duplicates/duplicate.ts';
import { prepareThread } from '../../merging/work-in-thread.ts';
import { companiesOf } from '../catalog/game/companies.ts';
import { cover, readGames } from '../catalog/lists/game-cards.ts';
import { bdi, formatCount, formatNumber } from '../kit/format.ts';
import { form, formProblem, hiddenField, readField } from '../kit/forms.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import type { HtmlResponse, PageResponse, SignedInRequest } from '../kit/page.ts';
import { duplicateQueueOf, operatorPage } from '../operator/operator.ts';
import { describeOutcome, findEditedGame, findTitle, isShown, type ShownGame, save, statusOf } from './edit.ts';

const PATH = '/operator/duplicates';
/** A pair was decided or changed since the list was made. So many in a row are rare. */
const MAX_TRIED = 100;

export async function showDuplicates(request: SignedInRequest, problem?: string, status = 422): Promise<HtmlResponse> {
  prepareThread();
  const { app, snapshot } = request;
  const pairs = await duplicateQueueOf(app).list(snapshot);
  const skipped = Math.min(readSkipped(request), Math.max(0, (pairs?.length ?? 0) - 1));
  const content = pairs ? await pairPage(request, pairs, skipped, problem) : COMPARING;
  const problems = { form: problem };
  return operatorPage(request, 'Likely duplicates', content, { scripts: ['duplicates.js'], problems, status });
}

/** Merges the games of a pair, or keeps them apart for good. */
export async function doDecide(request: SignedInRequest): Promise<PageResponse> {
  const gameIds = parsePair(readField(request, 'pair'));
  const decision = readField(request, 'decision');
  if (!gameIds || (decision !== 'merge' && decision !== 'different'))
    throw new AppError('badRequest', 'Choose “Merge” or “Different” for two games.');
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

function nextPair(
  request: SignedInRequest,
  gameIds: readonly number[],
  last: { decided: Decided; key?: string },
): PageResponse {
  const query = new URLSearchParams({ skip: String(readSkipped(request)), ...last, pair: gameIds.join('-') });
  return { status: 303, location: `${PATH}?${query}` };
}

export async function doUndoDecision(request: SignedInRequest): Promise<PageResponse> {
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

async function pairPage(
  request: SignedInRequest,
  pairs: readonly Duplicate[],
  skipped: number,
  problem: string | undefined,
): Promise<Html> {
  const shown = await findOpenPair(request, pairs.slice(skipped, skipped + MAX_TRIED));
  const top = html`${await decisionNotice(request)}${formProblem(problem)}`;
  if (!shown)
    return html`${top}<p>No likely duplicates are left${skipped > 0 && html` after ${formatCount(skipped, 'skipped pair')}. <a href="${PATH}">Back to the first</a>`}.</p>`;
  return html`${top}<p class="hint">Pair ${formatNumber(skipped + 1)} of ${formatNumber(pairs.length)}, the most likely and the best known first.
You can revert each decision here or in the history of the games.</p>
${decisionForm(request, shown, { skipped, next: pairs.indexOf(shown.duplicate) + 1 })}
${await sideBySide(request, shown)}
${evidenceLists(shown.duplicate)}`;
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

const SENTENCES = {
  merged: (kept: Html, gone: Html) => html`Merged ${gone} into ${kept}.`,
  different: (one: Html, other: Html) => html`${one} and ${other} are different. No import merges them.`,
  undone: (one: Html, other: Html) => html`Undone: ${one} and ${other} are listed again.`,
};
type Decided = keyof typeof SENTENCES;

/** The lower id first. */
function parsePair(text: string): [number, number] | undefined {
  const ids = /^(\d{1,9})-(\d{1,9})$/.exec(text)?.slice(1).map(Number);
  return ids && (ids[0] as number) < (ids[1] as number) ? (ids as [number, number]) : undefined;
}

/** What was decided last about which games, with a button that undoes it. */
async function decisionNotice(request: SignedInRequest): Promise<Html> {
  const { app, query } = request;
  const decided = query.get('decided') ?? '';
  const pair = parsePair(query.get('pair') ?? '');
  if (!pair || !Object.hasOwn(SENTENCES, decided)) return nothing;
  const titles = await app.store.catalog.read((reader) => Promise.all(pair.map((id) => findTitle(reader, id))));
  const [one, other] = pair.map((id, i) => gameLink(id, titles[i])) as [Html, Html];
  return html`<div class="done decided"><p role="status">${SENTENCES[decided as Decided](one, other)}</p>
${query.has('key') && undoForm(request)}</div>`;
}

/** The number tells games of the same title apart. */
function gameLink(id: number, title = 'Game'): Html {
  return html`<a href="/operator/games/${id}">${bdi(title)}</a> (${id})`;
}

function undoForm(request: SignedInRequest): Html {
  const { query } = request;
  return form(
    request,
    `${PATH}/undo`,
    [
      ...['key', 'pair', 'skip'].map((name) => hiddenField(name, query.get(name) ?? '')),
      html`<button data-key="u">Undo ${shortcut('U')}</button>`,
    ],
    'action',
  );
}

/** Scripts make the keys work, so they show them. */
function shortcut(name: string): Html {
  return html`<kbd hidden>${name}</kbd>`;
}

interface ShownPair {
  duplicate: Duplicate;
  games: readonly [ShownGame, ShownGame];
}

const MAX_LISTED = 5;
const MAX_TEXT_LENGTH = 300;

/** What to compare, in rows. Rows that are empty for both are left out. */
const ROWS: readonly [label: string, (game: ShownGame) => readonly string[]][] = [
  ['Other titles', ({ record }) => record.alternate_titles.map(({ title }) => title)],
  ['Platforms', ({ record }) => byFirstRelease(record.platforms).map(describePlatform)],
  ['Developers', ({ record }) => companiesOf(record, 'Developed by').map(({ company_name }) => company_name)],
  ['Publishers', ({ record }) => companiesOf(record, 'Published by').map(({ company_name }) => company_name)],
  ['Countries', ({ record }) => listCountries(record)],
  ['Genres', ({ record }) => record.genres.map(({ genre_name }) => genre_name)],
  ['Series and themes', ({ record }) => record.groups.map(({ group_name }) => group_name)],
  ['Description', ({ record }) => (record.description === null ? [] : [shorten(record.description)])],
  ['Sources', ({ layers }) => layers.map(({ key }) => key)],
];

async function sideBySide(request: SignedInRequest, { games }: ShownPair): Promise<Html> {
  const covers = await Promise.all(games.map((game) => readCover(request, game)));
  const head = games.map(
    (
      { gameId, title },
      i,
    ) => html`<th scope="col"><a href="${gamePath(gameId, title)}">${covers[i]}<span class="label">${bdi(title)}</span></a>
<a class="hint" href="/operator/games/${gameId}">Number ${gameId}</a></th>`,
  );
  const rows = ROWS.map(([label, list]) => ({ label, values: games.map(list) }))
    .filter(({ values }) => values.some((own) => own.length > 0))
    .map(({ label, values }) => {
      const cells = values.map((own, i) => html`<td>${cell(own, values[1 - i] ?? [])}</td>`);
      return html`<tr><th scope="row">${label}</th>${cells}</tr>`;
    });
  return html`<table class="pair"><thead><tr><td></td>${head}</tr></thead><tbody>${rows}</tbody></table>`;
}

async function readCover({ app, snapshot }: SignedInRequest, { gameId, record }: ShownGame): Promise<Html> {
  const position = findPosition(snapshot, gameId);
  const [game] = position === undefined ? [] : await readGames(app, snapshot, [position]);
  return cover(game ?? { ...record, sample_cover: null });
}

/** What both games have is marked and comes first. */
function cell(own: readonly string[], others: readonly string[]): Part {
  if (own.length === 0) return html`<span class="unknown">–</span>`;
  const item = (text: string) =>
    html`<li>${others.includes(text) ? html`<strong>${bdi(text)}</strong>` : bdi(text)}</li>`;
  const sorted = own.toSorted((a, b) => Number(others.includes(b)) - Number(others.includes(a)));
  const more = own.length - MAX_LISTED;
  return html`<ul>${sorted.slice(0, MAX_LISTED).map(item)}${more > 0 && html`<li class="hint">and ${more} more</li>`}</ul>`;
}

function describePlatform({ platform_name, first_release_date }: GameRecord['platforms'][number]): string {
  return first_release_date === null ? platform_name : `${platform_name}, ${first_release_date.slice(0, 4)}`;
}

function listCountries({ platforms }: GameRecord): string[] {
  const releases = platforms.flatMap((platform) => platform.releases);
  return [...new Set(releases.flatMap(({ countries }) => countries))].toSorted();
}

function shorten(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)} …` : text;
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

import { byFirstRelease, type GameRecord } from '../../catalog/model/record.ts';
import { gamePath } from '../../catalog/render/render.ts';
import { findPosition } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import type { EditOutcome } from '../../merging/edits/edit.ts';
import { companiesOf } from '../catalog/game/companies.ts';
import { cover, readGames } from '../catalog/lists/game-cards.ts';
import { bdi } from '../kit/format.ts';
import { form, hiddenField, readField } from '../kit/forms.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { SignedInRequest } from '../kit/page.ts';
import { editorPath, type ShownGame, save } from './edit.ts';

/** Two games that may be one. */
export type Pair = readonly [ShownGame, ShownGame];
type Decision = 'merge' | 'different';

interface Decided {
  /** The lower id, which stays, first. */
  gameIds: readonly [number, number];
  decision: Decision;
  outcome: EditOutcome;
}

/** Merges the games of a form, or keeps them apart for good. */
export async function decidePair(request: SignedInRequest): Promise<Decided> {
  const gameIds = parsePair(readField(request, 'pair'));
  const decisions: Decision[] = request.isProposal ? ['merge'] : ['merge', 'different'];
  const decision = decisions.find((one) => one === readField(request, 'decision'));
  if (!gameIds || !decision) throw new AppError('badRequest', 'Choose “Merge” or “Different” for two games.');
  const seen = gameIds.map((gameId) => ({ gameId, version: readField(request, `version_${gameId}`) }));
  const edit =
    decision === 'merge' ? { action: decision, gameIds, change: {}, seen } : { action: decision, gameIds, seen };
  return { gameIds, decision, outcome: await save(request, edit) };
}

/** The lower id first. */
export function parsePair(text: string): [number, number] | undefined {
  const ids = /^(\d{1,9})-(\d{1,9})$/.exec(text)?.slice(1).map(Number);
  return ids && (ids[0] as number) < (ids[1] as number) ? (ids as [number, number]) : undefined;
}

/** The buttons that merge the games or keep them apart. */
export function decisionForm(request: SignedInRequest, path: string, games: Pair, more: Part): Html {
  const [kept, gone] = games.map(({ gameId }) => gameId).toSorted((a, b) => a - b);
  return form(
    request,
    path,
    [
      hiddenField('pair', `${kept}-${gone}`),
      games.map(({ gameId, version }) => hiddenField(`version_${gameId}`, version)),
      html`<button name="decision" value="merge" data-key="m" title="Number ${kept} stays; ${gone} leads to it.">${request.isProposal ? 'Propose to merge them' : 'Merge'} ${shortcut('M')}</button>`,
      !request.isProposal &&
        html`<button class="secondary" name="decision" value="different" data-key="d" title="They are never merged or listed as duplicates again.">Different ${shortcut('D')}</button>`,
      more,
    ],
    'decision',
  );
}

/** Scripts make the keys work, so they show them. */
export function shortcut(name: string): Html {
  return html`<kbd hidden>${name}</kbd>`;
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

export async function sideBySide(request: SignedInRequest, games: Pair): Promise<Html> {
  const covers = await Promise.all(games.map((game) => readCover(request, game)));
  const head = games.map(
    (
      { gameId, title },
      i,
    ) => html`<th scope="col"><a href="${gamePath(gameId, title)}">${covers[i]}<span class="label">${bdi(title)}</span></a>
<a class="hint" href="${editorPath(request, gameId)}">Number ${gameId}</a></th>`,
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

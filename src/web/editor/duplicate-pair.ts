import { byFirstRelease, type GameRecord } from '../../catalog/model/record.ts';
import { gamePath } from '../../catalog/render/render.ts';
import { findPosition } from '../../catalog/snapshot/snapshot.ts';
import { type Duplicate, explainDuplicate } from '../../merging/duplicates/duplicate.ts';
import { cover, readGames } from '../catalog/game-cards.ts';
import { companiesOf } from '../catalog/game-companies.ts';
import { bdi } from '../kit/format.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import type { SignedInRequest } from '../kit/signed-in.ts';
import type { EditedGame } from './edited-game.ts';

type ShownGame = EditedGame & { record: GameRecord };

/** Two games that are probably one, with what the store has of them. */
export interface ShownPair {
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

/** A table: a column for each game. */
export async function sideBySide(request: SignedInRequest, { games }: ShownPair): Promise<Html> {
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
export function evidenceLists(duplicate: Duplicate): Html {
  const { same, different } = explainDuplicate(duplicate);
  const list = (title: string, sentences: readonly string[]) =>
    sentences.length === 0
      ? nothing
      : html`<section><h2>${title}</h2><ul>${sentences.map((one) => html`<li>${one}</li>`)}</ul></section>`;
  return html`<div class="side-by-side">${list('Why they may be one game', same)}${list('Why they may be two', different)}</div>`;
}

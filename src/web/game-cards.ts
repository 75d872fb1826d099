import type { App } from '../app.ts';
import { renderGames } from '../catalog/catalog.ts';
import { plainWords } from '../catalog/plain-words.ts';
import { firstReleaseDate } from '../catalog/record.ts';
import { gamePath } from '../catalog/render.ts';
import type { Game } from '../catalog/resources.ts';
import type { Snapshot } from '../catalog/snapshot.ts';
import { type Html, html, nothing } from './html.ts';
import { referencePath } from './references.ts';
import { isolated, webAddress } from './words.ts';

/** The games at these positions, as the API answers them. */
export async function readGames(app: App, snapshot: Snapshot, positions: ArrayLike<number>): Promise<Game[]> {
  const texts = await renderGames(app.catalog, snapshot, positions, 'normal');
  return texts.map((text) => JSON.parse(String(text)) as Game);
}

export function yearOf({ platforms }: Pick<Game, 'platforms'>): string | undefined {
  return firstReleaseDate(platforms.map((platform) => platform.first_release_date))?.slice(0, 4);
}

/**
 * The platform that had the game first comes first; those without a date come last. A year alone comes after the days of
 * that year: it is mostly that of a conversion, whose day nobody wrote down.
 */
export function byFirstRelease<P extends { first_release_date: string | null }>(platforms: readonly P[]): P[] {
  const keyOf = ({ first_release_date: date }: P) => `${date ?? ''}~`;
  return platforms.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}

/** A row of covers, or of what stands for them: that shows the words itself, which then are not written again below. */
export function shelf(games: readonly Game[]): Html {
  return html`<ul class="shelf">${games.map(
    (game) => html`<li><a href="${gamePath(game.game_id, game.title)}">
${plate(game)}
<span class="${game.sample_cover ? 'label' : 'unseen'}">${isolated(game.title)}</span></a>
<span class="${game.sample_cover ? 'quiet' : 'unseen'}">${platformWords(game)}</span></li>`,
  )}</ul>`;
}

const TONES = 6;

/** The cover over a block with the title in type: that is seen where there is no picture, or none that loads. */
export function plate(game: Pick<Game, 'game_id' | 'title' | 'platforms' | 'sample_cover'>): Html {
  const { sample_cover: cover } = game;
  const address = cover && webAddress(cover.thumbnail_image);
  return html`<span class="plate tone-${game.game_id % TONES}" aria-hidden="true">
<span class="plate-title">${isolated(game.title)}</span>
<span class="plate-foot">${platformWords(game)}</span>
${address && html`<img src="${address}" alt="" loading="lazy" decoding="async" width="${cover.width}" height="${cover.height}">`}
</span>`;
}

const FEW = 4;

/** A table to compare games in: one line each. */
export function gameTable(games: readonly Game[], typed = ''): Html {
  return html`<table class="games">
<thead><tr><th scope="col">Title</th><th scope="col" class="number">First release</th><th scope="col">Platforms</th><th scope="col">Genres</th></tr></thead>
<tbody>${games.map(
    (game) => html`<tr>
<th scope="row"><a href="${gamePath(game.game_id, game.title)}">${isolated(game.title)}</a>${otherName(game, typed)}</th>
<td class="number">${yearOf(game) ?? html`<span class="unknown" aria-label="unknown">–</span>`}</td>
<td>${few(byFirstRelease(game.platforms).map(({ platform_id, platform_name }) => referenceLink('platform', platform_id, platform_name)))}</td>
<td>${few(game.genres.filter(isBasic).map(({ genre_id, genre_name }) => referenceLink('genre', genre_id, genre_name)))}</td>
</tr>`,
  )}</tbody>
</table>`;
}

/** The title by which the game was found, where that is not the one that is shown. */
function otherName({ title, alternate_titles }: Game, typed: string): Html {
  const words = plainWords(typed).split(' ');
  const hasAll = (name: string) => words.every((word) => plainWords(name).includes(word));
  const other = typed === '' || hasAll(title) ? undefined : alternate_titles.find((name) => hasAll(name.title));
  return other ? html` <span class="other-name">${isolated(other.title)}</span>` : nothing;
}

export function referenceLink(kind: Parameters<typeof referencePath>[0], id: number, name: string): Html {
  return html`<a href="${referencePath(kind, id, name)}">${isolated(name)}</a>`;
}

/** The first category says what kind of game it is; the others say how it is played and where. */
function isBasic(genre: Game['genres'][number]): boolean {
  return genre.genre_category_id === 1;
}

function few(items: readonly Html[]): Html {
  const more = items.length - FEW;
  return html`${items.slice(0, FEW).map((item, i) => html`${i > 0 && ', '}${item}`)}${more > 0 && ` and ${more} more`}`;
}

/** `NES +1 · 1987`. */
export function platformWords(game: Pick<Game, 'platforms'>): string {
  const [first, ...others] = byFirstRelease(game.platforms).map(({ platform_name }) => platform_name);
  const more = others.length > 0 ? ` +${others.length}` : '';
  return [(first ?? '') + more, yearOf(game)].filter(Boolean).join(' · ');
}

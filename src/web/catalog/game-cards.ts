import type { App } from '../../app.ts';
import { renderGames } from '../../catalog/catalog.ts';
import { byFirstRelease, yearOf } from '../../catalog/model/record.ts';
import type { Game } from '../../catalog/model/resources.ts';
import { drawnCover } from '../../catalog/render/drawn-cover.ts';
import { gamePath, type RenderOptions } from '../../catalog/render/render.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { plainWords } from '../../folding.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import { thumbnail } from '../kit/thumbnail.ts';
import { isOurs, isolated } from '../kit/words.ts';
import { referencePath } from './facets.ts';

/** The games at these positions, as the API answers them, but for covers that are not shown here. */
export async function readGames(app: App, snapshot: Snapshot, positions: ArrayLike<number>): Promise<Game[]> {
  const texts = await renderGames(app.catalog, snapshot, positions, 'normal');
  return texts.map((text) => withOwnCover(app, JSON.parse(String(text)) as Game));
}

/** A cover that only another host has is not shown, for nothing is loaded from there; one that was drawn is shown as such. */
export function withOwnCover({ catalog }: App, game: Game): Game {
  const isShown = game.sample_cover && isOurs(game.sample_cover.thumbnail_image, catalog.options.mediaUrl);
  return isShown ? game : { ...game, sample_cover: null };
}

/** The site marks drawn covers itself, and has none among the scans. */
export function siteRendering({ catalog }: App): RenderOptions {
  return { ...catalog.options, originalFields: false, generatedCovers: false };
}

export function shelf(games: readonly Game[]): Html {
  return html`<ul class="shelf">${games.map(
    (game) => html`<li><a href="${gamePath(game.game_id, game.title)}">
${plate(game)}
<span class="label">${isolated(game.title)}</span></a>
<span class="quiet">${platformWords(game)}</span></li>`,
  )}</ul>`;
}

const TONES = 6;
/** As wide as style.css makes it, in a shelf and on the game's own page. */
const PLATE_SIZES = { small: '(min-width: 40em) 11rem, 27vw', large: 'min(15rem, 60vw)' };

/**
 * The cover of a game, or one that is drawn from its title. Under it lies a block with the title in type, which is seen until
 * the picture comes, or where it does not.
 */
export function plate(game: Shown, size: 'small' | 'large' = 'small'): Html {
  const known = game.sample_cover;
  const drawn = drawnCover(game);
  const picture = size === 'large' ? { ...drawn, thumbnail_image: drawn.image } : drawn;
  return html`<span class="plate tone-${game.game_id % TONES}"${!known && html` title="Generated cover"`} aria-hidden="true">
<span class="plate-title">${isolated(game.title)}</span>
<span class="plate-foot">${platformWords(game)}</span>
${thumbnail(known ?? picture, PLATE_SIZES[size], '', size === 'large')}
</span>`;
}

type Shown = Pick<Game, 'game_id' | 'title' | 'platforms' | 'sample_cover'>;

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

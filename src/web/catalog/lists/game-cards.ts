import type { App } from '../../../app.ts';
import { readRecords, renderGames } from '../../../catalog/catalog.ts';
import { type GameRecord, platformSummary, preferPlatforms, yearOn } from '../../../catalog/model/record.ts';
import type { Game, Picture } from '../../../catalog/model/resources.ts';
import { generatedCover } from '../../../catalog/render/generated-cover.ts';
import { frontCovers, gamePath, type RenderOptions, withUrls } from '../../../catalog/render/render.ts';
import { HIDDEN_KINDS } from '../../../catalog/search/browse.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { plainWords } from '../../../folding.ts';
import { FLAGS, type Flag } from '../../../store/game-filters.ts';
import { GAME_KINDS } from '../../../vocabulary/kinds.ts';
import { bdi, capitalize, entryLink, isLocalPicture, thumbnail } from '../../kit/format.ts';
import { type Html, html, joined, nothing } from '../../kit/html.ts';

/** A game as lists show it. */
export interface ListedGame extends Game {
  /** What it is if not an ordinary game, such as `Prototype`. */
  kind?: string | undefined;
}

/**
 * The games at these positions, as the API returns them, without covers that other hosts serve. Their covers are those of the
 * platforms that a list is about, where a game has one.
 */
export async function readGames(
  app: App,
  snapshot: Snapshot,
  positions: ArrayLike<number>,
  platforms: readonly number[] = [],
): Promise<ListedGame[]> {
  const texts = await renderGames(app.catalog, snapshot, positions);
  const games = texts.map((text, i) => {
    const kind = nameKind(snapshot.filters.flags[positions[i] as number] as number);
    return { ...(JSON.parse(text) as Game), kind };
  });
  const others = games.flatMap((game, i) => (isOfOther(game, platforms) ? [i] : []));
  const wanted = others.map((i) => positions[i] as number);
  const records = wanted.length === 0 ? [] : await readRecords(app.catalog, snapshot, wanted);
  for (const [at, i] of others.entries()) {
    const game = games[i] as ListedGame;
    game.sample_cover = coverOn(app, JSON.parse(records[at] as string), platforms) ?? game.sample_cover;
  }
  return games.map((game) => hideRemoteCover(app, game));
}

/** Whether the cover is that of another platform than these, on which the game is, too. */
function isOfOther({ sample_cover, platforms: own }: Game, platforms: readonly number[]): boolean {
  const wanted = own.filter(({ platform_id }) => platforms.includes(platform_id));
  const isOne = wanted.some(({ platform_name }) => sample_cover?.platforms.includes(platform_name));
  return sample_cover !== null && wanted.length > 0 && !isOne;
}

function coverOn({ catalog }: App, { platforms: own }: GameRecord, platforms: readonly number[]): Game['sample_cover'] {
  const { mediaUrl } = catalog.options;
  for (const { platform_id, platform_name, ...rest } of own) {
    const fronts = platforms.includes(platform_id) ? frontCovers(rest).map((cover) => withUrls(cover, mediaUrl)) : [];
    const shown = fronts.find(({ thumbnail_image }) => isLocalPicture(thumbnail_image, mediaUrl));
    if (shown) return { ...shown, platforms: [platform_name] };
  }
  return null;
}

/** A game with several kinds has the badge of the first one. */
const KINDS: readonly Flag[] = [...HIDDEN_KINDS, ...GAME_KINDS, 'unreleased'];

function nameKind(flags: number): string | undefined {
  const kind = KINDS.find((flag) => (flags & FLAGS[flag]) !== 0);
  return kind && capitalize(kind.replace('-disk', ' disk'));
}

/** Pages load nothing from other hosts, so a remote cover is replaced by a generated one. */
export function hideRemoteCover({ catalog }: App, game: Game): Game {
  const isShown = game.sample_cover && isLocalPicture(game.sample_cover.thumbnail_image, catalog.options.mediaUrl);
  return isShown ? game : { ...game, sample_cover: null };
}

/** Pages add generated covers themselves, so the renderer must not. */
export function siteRenderOptions({ catalog }: App): RenderOptions {
  return { ...catalog.options, originalFields: false, generatedCovers: false };
}

/** The covers that a phone shows at once, at the top of a page. They are loaded first. */
const MAIN_COVERS = 2;

interface GridOptions {
  /** Shows which other title matched. */
  searchText?: string;
  isMain?: boolean;
  /** Ids of platforms that are named before others. */
  platforms?: readonly number[];
}

/** Covers with titles. */
export function gameGrid(
  games: readonly ListedGame[],
  { searchText = '', isMain = false, platforms = [] }: GridOptions = {},
): Html {
  return html`<ul class="game-grid">${games.map(
    (game, i) => html`<li><a href="${gamePath(game.game_id, game.title)}">
${cover(game, { isMain: isMain && i < MAIN_COVERS, platforms })}
<span class="label">${bdi(game.title)}</span></a>${matchingTitle(game, searchText)}
<span class="muted">${platformSummary(game, platforms)}${badge(game)}</span></li>`,
  )}</ul>`;
}

function badge({ kind }: ListedGame): Html {
  return kind === undefined ? nothing : html` <span class="badge">${kind}</span>`;
}

const TONES = 6;
/** The widths that style.css gives to a cover in a grid and on the game's page. */
const COVER_SIZES = { small: '(min-width: 40em) 11rem, 45vw', large: 'min(15rem, 60vw)' };

/** The cover of a game, or a generated one. The title is visible under the picture until that is loaded. */
export function cover(
  game: CoverFields,
  { size = 'small', isMain = size === 'large', platforms = [] }: GridOptions & { size?: 'small' | 'large' } = {},
): Html {
  const generated = drawnCover(game, platforms);
  const fallback = size === 'large' ? { ...generated, thumbnail_image: generated.image } : generated;
  const picture = game.sample_cover ?? fallback;
  return html`<span class="cover tone-${game.game_id % TONES}"${!game.sample_cover && html` title="Generated cover"`} aria-hidden="true">
<span class="cover-title">${bdi(game.title)}</span>
<span class="cover-caption">${platformSummary(game, platforms)}</span>
${thumbnail(picture, COVER_SIZES[size], '', isMain)}
</span>`;
}

type CoverFields = Pick<Game, 'game_id' | 'title' | 'platforms' | 'sample_cover'>;

/** The cover of a game, or a generated one with the platform that its line names, too. */
export function coverPicture(game: CoverFields, platforms: readonly number[] = []): Picture {
  return game.sample_cover ?? drawnCover(game, platforms);
}

function drawnCover(game: CoverFields, platforms: readonly number[]): Picture {
  return generatedCover(game, preferPlatforms(game.platforms, platforms)[0]?.platform_id);
}

/** A small cover beside a title. */
function smallCover(game: CoverFields, platforms: readonly number[]): Html {
  return html`<span class="small-cover tone-${game.game_id % TONES}" aria-hidden="true">${thumbnail(coverPicture(game, platforms), '2.25rem')}</span>`;
}

const MAX_LINKS = 4;

export function gameTable(
  games: readonly ListedGame[],
  { searchText = '', platforms = [] }: Pick<GridOptions, 'searchText' | 'platforms'> = {},
): Html {
  return html`<table class="games">
<thead><tr><th scope="col">Title</th><th scope="col" class="number">First release</th><th scope="col">Platforms</th><th scope="col">Genres</th></tr></thead>
<tbody>${games.map(
    (game) => html`<tr>
<th scope="row"><span class="with-cover">${smallCover(game, platforms)}<span><a href="${gamePath(game.game_id, game.title)}">${bdi(game.title)}</a>${badge(game)}${matchingTitle(game, searchText)}</span></span></th>
<td class="number">${yearOn(preferPlatforms(game.platforms, platforms)[0]) ?? html`<span class="unknown" aria-label="unknown">–</span>`}</td>
<td>${firstLinks(preferPlatforms(game.platforms, platforms).map(({ platform_id, platform_name }) => entryLink('platform', platform_id, platform_name)))}</td>
<td>${firstLinks(game.genres.filter(isBasicGenre).map(({ genre_id, genre_name }) => entryLink('genre', genre_id, genre_name)))}</td>
</tr>`,
  )}</tbody>
</table>`;
}

/** The alternate title that matched the search, unless the main title did. */
function matchingTitle({ title, alternate_titles }: Game, searchText: string): Html {
  const words = plainWords(searchText).split(' ');
  const hasAll = (name: string) => words.every((word) => plainWords(name).includes(word));
  const match = searchText === '' || hasAll(title) ? undefined : alternate_titles.find((name) => hasAll(name.title));
  return match ? html` <span class="matching-title">${bdi(match.title)}</span>` : nothing;
}

/** Category 1, "Basic Genres". Other categories are about gameplay and setting. */
export function isBasicGenre(genre: Game['genres'][number]): boolean {
  return genre.genre_category_id === 1;
}

function firstLinks(links: readonly Html[]): Html {
  const more = links.length - MAX_LINKS;
  return html`${joined(links.slice(0, MAX_LINKS))}${more > 0 && ` and ${more} more`}`;
}

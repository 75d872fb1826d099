import { MEDIA_PATH } from '../../config.ts';
import type { GameRecord, RecordPlatform } from '../model/record.ts';
import type { Game, SampleCover, Screenshot } from '../model/resources.ts';
import { COVERS_PATH, generatedCover } from './generated-cover.ts';
import { originalGame } from './original.ts';
import { frontCovers, gamePath, listCovers, platformsOf, type RenderOptions, withUrls } from './render.ts';

/**
 * The placeholder for the public URL in a card, which is rendered at import, when the URL may not be known. JSON never
 * contains this character unescaped, so it is unambiguous.
 */
const BASE = '\u0001';
const SAMPLE_SCREENSHOTS = 5;

/** A game in the `normal` format as JSON, with a placeholder for the public URL, and with a generated cover if it has no other. */
export function renderCard(record: GameRecord): string {
  const game: Game = {
    game_id: record.game_id,
    title: record.title,
    catalog_url: BASE + gamePath(record.game_id, record.title),
    alternate_titles: record.alternate_titles,
    description: record.description,
    genres: record.genres,
    catalog_score: record.catalog_score,
    num_votes: record.num_votes,
    official_url: record.official_url,
    platforms: platformsOf(record),
    sample_cover: sampleCover(record) ?? generatedSample(record),
    sample_screenshots: sampleScreenshots(record.platforms),
  };
  return withBase(JSON.stringify(game));
}

/** The first alternative skips escaped backslashes: `\\u0001` is text of the game, not the placeholder. */
function withBase(json: string): string {
  return json.replace(/\\\\|\\u0001/g, (escaped) => (escaped === '\\\\' ? escaped : BASE));
}

/** Text, not bytes: Node makes a hundred strings, and bytes of them, in less time than it allocates a hundred buffers. */
export function renderGame(card: string, options: RenderOptions): string {
  const shown = options.generatedCovers ? card : withoutGeneratedCover(card);
  const text = withMediaUrl(shown, options).replaceAll(BASE, options.publicUrl);
  return options.originalFields ? JSON.stringify(originalGame(JSON.parse(text) as Game, options)) : text;
}

/** Does nothing if this server serves the pictures itself, as most do. */
function withMediaUrl(card: string, { publicUrl, mediaUrl }: RenderOptions): string {
  return mediaUrl === publicUrl + MEDIA_PATH ? card : card.replaceAll(BASE + MEDIA_PATH, mediaUrl);
}

/** Quotes in texts are escaped, so only the fields themselves match. */
const NO_COVER = ',"sample_cover":null';
const GENERATED_COVER = `,"sample_cover":{"image":"${BASE}${COVERS_PATH}/`;
const SCREENSHOTS = ',"sample_screenshots":';

/** The card as if no cover had been generated. */
function withoutGeneratedCover(card: string): string {
  const at = card.indexOf(GENERATED_COVER);
  return at === -1 ? card : card.slice(0, at) + NO_COVER + card.slice(card.indexOf(SCREENSHOTS, at));
}

function generatedSample(game: Pick<Game, 'game_id' | 'title' | 'platforms'>): SampleCover {
  const { image, thumbnail_image, width, height } = generatedCover(game);
  return {
    image: BASE + image,
    thumbnail_image: BASE + thumbnail_image,
    width,
    height,
    platforms: game.platforms.map(({ platform_name }) => platform_name),
  };
}

/** The cover that an operator chose, or else the first one of the front. */
function sampleCover({ platforms, main_picture }: GameRecord): SampleCover | null {
  const main = platforms.flatMap(listCovers).find(({ image }) => image === main_picture);
  const cover = main ?? platforms.flatMap(frontCovers)[0];
  if (!cover) return null;
  const shown = platforms.filter((platform) =>
    (main ? listCovers : frontCovers)(platform).some((other) => other.image === cover.image),
  );
  const { image, thumbnail_image, width, height } = withUrls(cover, BASE + MEDIA_PATH);
  return { image, thumbnail_image, width, height, platforms: shown.map((platform) => platform.platform_name) };
}

function sampleScreenshots(platforms: readonly RecordPlatform[]): Screenshot[] {
  const all = platforms.flatMap((platform) => platform.screenshots);
  return all.slice(0, SAMPLE_SCREENSHOTS).map((screenshot) => withUrls(screenshot, BASE + MEDIA_PATH));
}

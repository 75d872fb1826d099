import { MEDIA_PATH } from '../../config.ts';
import type { GameRecord, RecordPlatform } from '../model/record.ts';
import type {
  Cover,
  CoverGroup,
  Game,
  GameBrief,
  GamePlatform,
  PlatformDetails,
  Release,
  SampleCover,
  Screenshot,
} from '../model/resources.ts';
import { slugSegment } from '../model/slug.ts';
import { generatedCover } from './generated-cover.ts';
import { commonPicture, originalDetails, originalGame, originalGroup } from './original.ts';

/** Settings that affect rendered games. */
export interface RenderOptions {
  /** The prefix of every URL of this server. */
  publicUrl: string;
  /** The prefix of stored pictures: `/media` of this server, or an external host with the same folder. */
  mediaUrl: string;
  /** Whether responses have the fields that clients of the original API need. */
  originalFields: boolean;
  /** Whether games without a cover get a generated one. */
  generatedCovers: boolean;
}

/**
 * The placeholder for the public URL in a card, which is rendered at import, when the URL may not be known. JSON never
 * contains this character unescaped, so it is unambiguous.
 */
const BASE = '\u0001';
const ESCAPED_BASE = JSON.stringify(BASE).slice(1, -1);
const SAMPLE_SCREENSHOTS = 5;
/** The comment of a generated cover. */
export const GENERATED = 'Generated from the title, the platform and the year; not a scan.';

/** A game in the `normal` format as JSON, with a placeholder for the public URL. */
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
    sample_cover: sampleCover(record),
    sample_screenshots: sampleScreenshots(record.platforms),
  };
  // The first alternative skips escaped backslashes: `\\u0001` is text of the game, not the placeholder.
  return JSON.stringify(game).replace(/\\\\|\\u0001/g, (escaped) => (escaped === '\\\\' ? escaped : BASE));
}

export function renderGame(card: string, options: RenderOptions): string {
  const text = withGeneratedCover(withMediaUrl(card, options), options).replaceAll(BASE, options.publicUrl);
  return options.originalFields ? JSON.stringify(originalGame(JSON.parse(text) as Game, options)) : text;
}

/** Does nothing if this server serves the pictures itself, as most do. */
function withMediaUrl(card: string, { publicUrl, mediaUrl }: RenderOptions): string {
  return mediaUrl === publicUrl + MEDIA_PATH ? card : card.replaceAll(BASE + MEDIA_PATH, mediaUrl);
}

/** Quotes in texts are escaped, so only the fields themselves match. */
const NO_COVER = ',"sample_cover":null';
const PLATFORMS = '"platforms":';
const ID_AND_TITLE = /^\{"game_id":(\d+),"title":("(?:[^"\\]|\\.)*")/;

/** Parses only the texts of the cover, because most games have no cover and parsing whole cards is slow. */
function withGeneratedCover(card: string, { generatedCovers }: RenderOptions): string {
  const at = generatedCovers ? card.indexOf(NO_COVER) : -1;
  if (at === -1) return card;
  const [, gameId, title] = ID_AND_TITLE.exec(card) as unknown as [string, string, string];
  const platforms = JSON.parse(card.slice(card.lastIndexOf(PLATFORMS, at) + PLATFORMS.length, at)) as GamePlatform[];
  const { image, thumbnail_image, width, height } = generatedCover({
    game_id: Number(gameId),
    title: JSON.parse(title) as string,
    platforms,
  });
  const cover: SampleCover = {
    image: BASE + image,
    thumbnail_image: BASE + thumbnail_image,
    width,
    height,
    platforms: platforms.map(({ platform_name }) => platform_name),
  };
  const text = JSON.stringify(cover).replaceAll(ESCAPED_BASE, BASE);
  return `${card.slice(0, at)},"sample_cover":${text}${card.slice(at + NO_COVER.length)}`;
}

export function renderBrief(gameId: number, title: string, options: RenderOptions): string {
  return JSON.stringify(briefOf(gameId, title, options));
}

export function briefOf(gameId: number, title: string, options: RenderOptions): GameBrief {
  const url = options.publicUrl + gamePath(gameId, title);
  const game: GameBrief = { game_id: gameId, title, catalog_url: url };
  return options.originalFields ? { ...game, moby_url: url } : game;
}

export function platformsOf(record: GameRecord): GamePlatform[] {
  return record.platforms.map(({ platform_id, platform_name, first_release_date }) => ({
    platform_id,
    platform_name,
    first_release_date,
  }));
}

export function detailsOf(
  record: GameRecord,
  platform: RecordPlatform,
  { originalFields }: Pick<RenderOptions, 'originalFields'>,
): PlatformDetails {
  const { screenshots: _screenshots, cover_groups: _covers, ...known } = platform;
  const details = { game_id: record.game_id, ...known, releases: regularFirst(platform.releases) };
  return originalFields ? originalDetails(details) : details;
}

/** How importers start the description of a release that was never sold. */
export const IRREGULAR = /(?:^|; )(?:prototype|demo|unreleased|pirate|bootleg|hack|cracked)\b/i;

export function isRegular({ description }: { description?: string | null }): boolean {
  return !IRREGULAR.test(description ?? '');
}

/** Clients take the first release for the main one, so irregular releases come last. */
function regularFirst(releases: readonly Release[]): Release[] {
  return [...releases.filter(isRegular), ...releases.filter((release) => !isRegular(release))];
}

export function screenshotsOf(platform: RecordPlatform, options: RenderOptions): Screenshot[] {
  const screenshots = platform.screenshots.map((screenshot) => withUrls(screenshot, options.mediaUrl));
  return options.originalFields
    ? screenshots.map((screenshot) => commonPicture(screenshot, 'png', options))
    : screenshots;
}

export function coverGroupsOf(record: GameRecord, platform: RecordPlatform, options: RenderOptions): CoverGroup[] {
  const scans = platform.cover_groups.map((group) => ({
    ...group,
    covers: group.covers.map((cover) => withUrls(cover, options.mediaUrl)),
  }));
  const groups = options.generatedCovers ? [...scans, ...generatedGroups(record, options)] : scans;
  return options.originalFields ? groups.map((group) => originalGroup(group, platform, options)) : groups;
}

/** The generated cover of a game without a front cover on any platform. It is the same on each. */
function generatedGroups(record: GameRecord, { publicUrl }: RenderOptions): CoverGroup[] {
  if (record.platforms.flatMap(frontCovers).length > 0) return [];
  const { image, thumbnail_image, ...size } = generatedCover(record);
  const cover: Cover = {
    scan_of: 'Front Cover',
    image: publicUrl + image,
    thumbnail_image: publicUrl + thumbnail_image,
    ...size,
    description: null,
    comments: GENERATED,
  };
  return [{ countries: [], comments: GENERATED, covers: [cover] }];
}

/** Apostrophes are removed, so that `Let's` becomes `lets`. */
export function gamePath(gameId: number, title: string): string {
  return `/games/${gameId}/${slugSegment(title.replaceAll(/['’]/g, ''), 'game')}`;
}

/** The first front cover in the order of the record. */
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

export function frontCovers(platform: RecordPlatform) {
  return listCovers(platform).filter((cover) => cover.scan_of === 'Front Cover');
}

function listCovers({ cover_groups }: RecordPlatform) {
  return cover_groups.flatMap((group) => group.covers);
}

function sampleScreenshots(platforms: readonly RecordPlatform[]): Screenshot[] {
  const all = platforms.flatMap((platform) => platform.screenshots);
  return all.slice(0, SAMPLE_SCREENSHOTS).map((screenshot) => withUrls(screenshot, BASE + MEDIA_PATH));
}

function withUrls<T extends { image: string; thumbnail_image: string }>(picture: T, mediaUrl: string): T {
  const absolute = (address: string) =>
    address.startsWith(`${MEDIA_PATH}/`) ? mediaUrl + address.slice(MEDIA_PATH.length) : address;
  return { ...picture, image: absolute(picture.image), thumbnail_image: absolute(picture.thumbnail_image) };
}

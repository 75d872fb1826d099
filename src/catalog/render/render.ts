import { type GameRecord, MEDIA_PATH, type RecordPlatform } from '../model/record.ts';
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
import { slugPart } from '../model/slug.ts';
import { drawnCover } from './drawn-cover.ts';
import { commonPicture, originalDetails, originalGame, originalGroup } from './original.ts';

/** What an installation puts into every rendered game. */
export interface RenderOptions {
  /** Where clients find this server: the beginning of every URL of our own. */
  publicUrl: string;
  /** Where pictures of our own are: `/media` of this server, or the same folder elsewhere. */
  mediaUrl: string;
  /** Whether answers have what programs of the original API need. */
  originalFields: boolean;
  /** Whether games without a cover are given a drawn one. */
  generatedCovers: boolean;
}

/**
 * Stands for the public URL in a card. JSON never holds this character unescaped, so it cannot be mistaken, and a card
 * can be rendered at import, before anybody knows where it will be served.
 */
const BASE = '\u0001';
const ESCAPED_BASE = JSON.stringify(BASE).slice(1, -1);
const SAMPLE_SCREENSHOTS = 5;
/** What is said of a cover that nobody has scanned. */
const GENERATED = 'Generated from the title, the platform and the year; not a scan.';

/** A game in the `normal` format as JSON text, but for the public URL: what a list answer needs of a record. */
export function renderCard(record: GameRecord): string {
  const game: Game = {
    game_id: record.game_id,
    title: record.title,
    catalog_url: catalogUrl(BASE, record.game_id, record.title),
    alternate_titles: record.alternate_titles,
    description: record.description,
    genres: record.genres,
    catalog_score: record.catalog_score,
    num_votes: record.num_votes,
    official_url: record.official_url,
    platforms: record.platforms.map(gamePlatform),
    sample_cover: sampleCover(record.platforms),
    sample_screenshots: sampleScreenshots(record.platforms),
  };
  // The first alternative takes escaped backslashes out of the way: `\\u0001` is text of the game's, not our mark.
  return JSON.stringify(game).replace(/\\\\|\\u0001/g, (escaped) => (escaped === '\\\\' ? escaped : BASE));
}

export function renderGame(card: string, options: RenderOptions): string {
  const text = withCover(withMedia(card, options), options).replaceAll(BASE, options.publicUrl);
  return options.originalFields ? JSON.stringify(originalGame(JSON.parse(text) as Game, options)) : text;
}

/** Most installations have their pictures where all the rest is. */
function withMedia(card: string, { publicUrl, mediaUrl }: RenderOptions): string {
  return mediaUrl === publicUrl + MEDIA_PATH ? card : card.replaceAll(BASE + MEDIA_PATH, mediaUrl);
}

/** Quotes within texts are escaped: nothing but the fields themselves looks like this. */
const NO_COVER = ',"sample_cover":null';
const PLATFORMS = '"platforms":';
const ID_AND_TITLE = /^\{"game_id":(\d+),"title":("(?:[^"\\]|\\.)*")/;

/** Parses only what a cover is drawn from: most games of most catalogs have no cover, and parsing all of each is slow. */
function withCover(card: string, { generatedCovers }: RenderOptions): string {
  const at = generatedCovers ? card.indexOf(NO_COVER) : -1;
  if (at === -1) return card;
  const [, gameId, title] = ID_AND_TITLE.exec(card) as unknown as [string, string, string];
  const platforms = JSON.parse(card.slice(card.lastIndexOf(PLATFORMS, at) + PLATFORMS.length, at)) as GamePlatform[];
  const { image, thumbnail_image, width, height } = drawnCover({
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
  const url = catalogUrl(options.publicUrl, gameId, title);
  const game: GameBrief = { game_id: gameId, title, catalog_url: url };
  return JSON.stringify(options.originalFields ? { ...game, moby_url: url } : game);
}

export function platformsOf(record: GameRecord): GamePlatform[] {
  return record.platforms.map(gamePlatform);
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

/** At the beginning of the description of a release, or of one of its parts: what importers say of those that nobody sold. */
const IRREGULAR = /(?:^|; )(?:prototype|demo|unreleased|pirate|bootleg|hack|cracked)\b/i;

/** Within each kind in the order of the record: programs take the first release for that of the game. */
function regularFirst(releases: readonly Release[]): Release[] {
  const isRegular = ({ description }: Release) => description === null || !IRREGULAR.test(description);
  return [...releases.filter(isRegular), ...releases.filter((release) => !isRegular(release))];
}

export function screenshotsOf(platform: RecordPlatform, options: RenderOptions): Screenshot[] {
  const screenshots = platform.screenshots.map((screenshot) => withUrls(screenshot, options.mediaUrl));
  return options.originalFields ? screenshots.map((one) => commonPicture(one, 'png', options)) : screenshots;
}

export function coverGroupsOf(record: GameRecord, platform: RecordPlatform, options: RenderOptions): CoverGroup[] {
  const own = platform.cover_groups.map((group) => ({
    ...group,
    covers: group.covers.map((cover) => withUrls(cover, options.mediaUrl)),
  }));
  const groups = options.generatedCovers ? [...own, ...generatedGroups(record, options)] : own;
  return options.originalFields ? groups.map((group) => originalGroup(group, platform, options)) : groups;
}

/** Of a game that has no front cover on any platform: the same on each. */
function generatedGroups(record: GameRecord, { publicUrl }: RenderOptions): CoverGroup[] {
  if (record.platforms.flatMap(frontCovers).length > 0) return [];
  const { image, thumbnail_image, ...size } = drawnCover(record);
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

function catalogUrl(base: string, gameId: number, title: string): string {
  return base + gamePath(gameId, title);
}

/** Where the page of a game is. */
export function gamePath(gameId: number, title: string): string {
  return `/games/${gameId}/${titleSlug(title)}`;
}

/** The title for an address; apostrophes join what they stand between. */
function titleSlug(title: string): string {
  return slugPart(title.replaceAll(/['’]/g, ''), 'game');
}

function gamePlatform(platform: RecordPlatform): GamePlatform {
  const { platform_id, platform_name, first_release_date } = platform;
  return { platform_id, platform_name, first_release_date };
}

/** The first front cover in the catalogued order, so that it changes only when the pictures do. */
function sampleCover(platforms: readonly RecordPlatform[]): SampleCover | null {
  const cover = platforms.flatMap(frontCovers)[0];
  if (!cover) return null;
  const shown = platforms.filter((platform) => frontCovers(platform).some((other) => other.image === cover.image));
  const { image, thumbnail_image, width, height } = withUrls(cover, BASE + MEDIA_PATH);
  return { image, thumbnail_image, width, height, platforms: shown.map((platform) => platform.platform_name) };
}

function frontCovers(platform: RecordPlatform) {
  return platform.cover_groups.flatMap((group) => group.covers).filter((cover) => cover.scan_of === 'Front Cover');
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

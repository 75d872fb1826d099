import { MEDIA_PATH } from '../../config.ts';
import { type Dated, firstReleaseDate, type GameRecord, type RecordPlatform } from '../model/record.ts';
import type { CoverGroup, Game, GameBrief, PlatformDetails, Release, Screenshot } from '../model/resources.ts';
import { findMatchedTitle } from '../search/query.ts';
import { COVERS_PATH } from './generated-cover.ts';

/** The public URLs of this server and of its pictures. */
interface BaseUrls {
  publicUrl: string;
  mediaUrl: string;
}

/**
 * What programs that were written for the original API need beyond the contract (LUDEX_ORIGINAL_FIELDS). Which program needs
 * what is in docs/decisions/0030-clients-of-the-original-api.md.
 */
export function originalGame(game: Game, urls: BaseUrls): Game {
  return {
    ...game,
    platforms: originalPlatforms(game.platforms),
    sample_cover: game.sample_cover && commonPicture(game.sample_cover, 'jpg', urls),
    sample_screenshots: game.sample_screenshots.map((screenshot) => originalScreenshot(screenshot, urls)),
    moby_url: game.catalog_url,
    moby_score: game.catalog_score,
  };
}

/** Clients look for words in the caption and crash on null. */
export function originalScreenshot(screenshot: Screenshot, urls: BaseUrls): Screenshot {
  return { ...commonPicture(screenshot, 'png', urls), caption: screenshot.caption ?? '' };
}

/** Clients cut the year out of a date and crash on null. An unknown date becomes the first one of the game, or an empty text. */
export function originalPlatforms<P extends Dated>(platforms: readonly P[]): P[] {
  return platforms.map((platform) => withDate(platform, platforms));
}

function withDate<P extends Dated>(platform: P, all: readonly Dated[]): P {
  if (platform.first_release_date !== null) return platform;
  return {
    ...platform,
    first_release_date: firstReleaseDate(all.map(({ first_release_date }) => first_release_date)) ?? '',
  };
}

const MAIN_TITLE = 'Main title';

/**
 * Clients compare the title of a game with the one that they asked for and reject a game that was found by another. So it shows
 * the title that was found, and has the main title among the others.
 */
export function withMatchedTitle(game: Game, text: string): Game {
  const title = findMatchedTitle(game, text);
  if (title === game.title) return game;
  const alternate_titles = game.alternate_titles.map((other) =>
    other.title === title ? { title: game.title, description: MAIN_TITLE } : other,
  );
  return { ...game, title, alternate_titles };
}

export function originalBrief({ game_id, title, catalog_url, moby_url }: Game): GameBrief {
  return { game_id, title, catalog_url, ...(moby_url !== undefined && { moby_url }) };
}

/** Clients read the companies of the first release and crash if there is none. */
export function originalDetails(details: PlatformDetails, { platforms }: GameRecord): PlatformDetails {
  const unknown: Release = {
    release_date: details.first_release_date,
    countries: [],
    companies: [],
    description: null,
    product_codes: [],
  };
  return withDate(details.releases.length > 0 ? details : { ...details, releases: [unknown] }, platforms);
}

/** Clients select covers by country and ignore covers without one. */
export function originalGroup(group: CoverGroup, platform: RecordPlatform, urls: BaseUrls): CoverGroup {
  return {
    ...group,
    countries: findableCountries(group.countries, platform),
    covers: group.covers.map((cover) => commonPicture(cover, 'jpg', urls)),
  };
}

const WORLDWIDE = 'Worldwide';
/** Names in the country list that clients do not recognize. */
const REGIONS = [
  'Arab world',
  'Asia',
  'Europe',
  'Latin America',
  'North America',
  'Oceania',
  'Scandinavia',
  'South America',
  'Southeast Asia',
];

/** The countries of a cover, else those of the platform's releases, else worldwide. */
function findableCountries(own: readonly string[], { releases }: RecordPlatform): string[] {
  if (hasCountry(own)) return [...own];
  const known = [...new Set([...own, ...releases.flatMap(({ countries }) => countries)])];
  return hasCountry(known) ? known : [...known, WORLDWIDE];
}

function hasCountry(names: readonly string[]): boolean {
  return names.some((name) => !REGIONS.includes(name));
}

/**
 * Replaces the URL by one of a common picture type. Clients take the type from the end of the URL, where a generated cover
 * has its version. An external media host (LUDEX_MEDIA_URL) has no copies in other types.
 */
export function commonPicture<T extends { image: string }>(
  picture: T,
  type: 'jpg' | 'png',
  { publicUrl, mediaUrl }: BaseUrls,
): T {
  const { image } = picture;
  if (image.startsWith(`${publicUrl}${COVERS_PATH}/`)) return { ...picture, image: image.replace(/\?.*/, '') };
  const isServedHere = mediaUrl === publicUrl + MEDIA_PATH && image.startsWith(`${mediaUrl}/`);
  return isServedHere ? { ...picture, image: image.replace(/\.(webp|avif)$/, `.${type}`) } : picture;
}

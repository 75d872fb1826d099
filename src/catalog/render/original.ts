import { MEDIA_PATH } from '../../config.ts';
import type { RecordPlatform } from '../model/record.ts';
import type { CoverGroup, Game, PlatformDetails, Release } from '../model/resources.ts';
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
    sample_cover: game.sample_cover && commonPicture(game.sample_cover, 'jpg', urls),
    sample_screenshots: game.sample_screenshots.map((screenshot) => commonPicture(screenshot, 'png', urls)),
    moby_url: game.catalog_url,
    moby_score: game.catalog_score,
  };
}

/** Clients read the companies of the first release and crash if there is none. */
export function originalDetails(details: PlatformDetails): PlatformDetails {
  const unknown: Release = {
    release_date: details.first_release_date,
    countries: [],
    companies: [],
    description: null,
    product_codes: [],
  };
  return details.releases.length > 0 ? details : { ...details, releases: [unknown] };
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

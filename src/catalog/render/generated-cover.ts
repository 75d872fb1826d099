import { hash } from 'node:crypto';
import { byFirstRelease, yearOn } from '../model/record.ts';
import type { Game, Picture } from '../model/resources.ts';

/** The texts on a generated cover. The same texts give the same picture. */
export interface CoverText {
  title: string;
  platform: string | undefined;
  year: string | undefined;
}

/**
 * Increment with every visible change of the drawing, and add a migration that renders the cards again: all covers then get new
 * URLs and are generated again.
 */
const DRAWING_VERSION = 4;

export const COVERS_PATH = '/covers';
export const COVER_SIZE = { width: 600, height: 800 };
/** For game grids. The height is a whole number of pixels, too. */
export const SMALL_WIDTH = 360;

type CoverSource = Pick<Game, 'title'> & {
  platforms: readonly Pick<Game['platforms'][number], 'platform_id' | 'platform_name' | 'first_release_date'>[];
};

/** Names the first platform, or this one of the game, and the year of the first release on it. */
export function coverText(game: CoverSource, platformId?: number): CoverText {
  const [first] = byFirstRelease(game.platforms);
  const named = game.platforms.find(({ platform_id }) => platform_id === platformId) ?? first;
  return { title: game.title, platform: named?.platform_name, year: yearOn(named) };
}

/** A hash of the texts and the version of the drawing. */
export function coverVersion({ title, platform, year }: CoverText): string {
  return hash('sha256', JSON.stringify([DRAWING_VERSION, title, platform, year]), 'hex').slice(0, 32);
}

/** The query of a cover's URL. It contains the version, so that clients can cache it for a year. */
export function coverQuery(game: CoverSource, platformId?: number): string {
  const version = coverVersion(coverText(game, platformId));
  if (platformId === undefined) return `v=${version}`;
  return version === coverVersion(coverText(game)) ? `v=${version}` : `v=${version}&platform=${platformId}`;
}

/** A game's generated cover, with its first platform or this one. Its URLs are paths. */
export function generatedCover(game: CoverSource & Pick<Game, 'game_id'>, platformId?: number): Picture {
  const query = coverQuery(game, platformId);
  return {
    image: `${COVERS_PATH}/${game.game_id}.png?${query}`,
    thumbnail_image: `${COVERS_PATH}/${game.game_id}-${SMALL_WIDTH}.png?${query}`,
    ...COVER_SIZE,
  };
}

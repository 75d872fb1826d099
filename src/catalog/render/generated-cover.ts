import { hash } from 'node:crypto';
import { byFirstRelease, yearOf } from '../model/record.ts';
import type { Game, Picture } from '../model/resources.ts';

/** The texts on a generated cover. The same texts give the same picture. */
export interface CoverText {
  title: string;
  platform: string | undefined;
  year: string | undefined;
}

/** Increment with every visible change of the drawing: all covers then get new URLs and are generated again. */
const DRAWING_VERSION = 2;

export const COVERS_PATH = '/covers';
export const COVER_SIZE = { width: 600, height: 800 };
/** For game grids. The height is a whole number of pixels, too. */
export const SMALL_WIDTH = 360;

type CoverSource = Pick<Game, 'title'> & {
  platforms: readonly Pick<Game['platforms'][number], 'platform_name' | 'first_release_date'>[];
};

export function coverText(game: CoverSource): CoverText {
  const [first] = byFirstRelease(game.platforms);
  return { title: game.title, platform: first?.platform_name, year: yearOf(game) };
}

/** A hash of the texts and the version of the drawing. */
export function coverVersion({ title, platform, year }: CoverText): string {
  return hash('sha256', JSON.stringify([DRAWING_VERSION, title, platform, year]), 'hex').slice(0, 32);
}

/** A game's generated cover. Its URLs, as paths, contain its version, so that clients can cache it for a year. */
export function generatedCover(game: CoverSource & Pick<Game, 'game_id'>): Picture {
  const query = `?v=${coverVersion(coverText(game))}`;
  return {
    image: `${COVERS_PATH}/${game.game_id}.png${query}`,
    thumbnail_image: `${COVERS_PATH}/${game.game_id}-${SMALL_WIDTH}.png${query}`,
    ...COVER_SIZE,
  };
}

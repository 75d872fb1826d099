import { hash } from 'node:crypto';
import { byFirstRelease, yearOf } from '../model/record.ts';
import type { Game } from '../model/resources.ts';

/** What a cover is drawn from, and nothing else: the same words give the same picture. */
export interface CoverWords {
  title: string;
  /** Undefined: it is not known, as is the year. */
  platform: string | undefined;
  year: string | undefined;
}

/** Its addresses from the first slash on. */
interface DrawnCover {
  image: string;
  thumbnail_image: string;
  width: number;
  height: number;
}

/** To be raised with every change of the drawing that shows: every cover then has another address and is drawn anew. */
const DRAWING_VERSION = 2;

export const COVERS_PATH = '/covers';
export const COVER_SIZE = { width: 600, height: 800 };
/** For shelves; each width has a height of whole pixels. */
export const SMALL_WIDTH = 360;

type Titled = Pick<Game, 'title'> & {
  platforms: readonly Pick<Game['platforms'][number], 'platform_name' | 'first_release_date'>[];
};

/** The words of a cover for a game that has none. */
export function coverWords(game: Titled): CoverWords {
  const [first] = byFirstRelease(game.platforms);
  return { title: game.title, platform: first?.platform_name, year: yearOf(game) };
}

/** Names the drawing of these words: it changes when they do, or when covers are drawn in another way. */
export function coverVersion({ title, platform, year }: CoverWords): string {
  return hash('sha256', JSON.stringify([DRAWING_VERSION, title, platform, year]), 'hex').slice(0, 32);
}

/** Where the drawn cover of a game is found. Its version is in the address, so that it can be kept for a year. */
export function drawnCover(game: Titled & Pick<Game, 'game_id'>): DrawnCover {
  const query = `?v=${coverVersion(coverWords(game))}`;
  return {
    image: `${COVERS_PATH}/${game.game_id}.png${query}`,
    thumbnail_image: `${COVERS_PATH}/${game.game_id}-${SMALL_WIDTH}.png${query}`,
    ...COVER_SIZE,
  };
}

import type { StoredPicture } from '../../pictures/picture-store.ts';
import type { OnRefused } from '../importer.ts';
import type { FoundGame, FoundPlatform } from './find-games.ts';
import type { PictureAbout } from './names.ts';

/** The pictures of one game on one platform. */
export interface PictureSet {
  game: FoundGame;
  platform: FoundPlatform;
  list(onRefused: OnRefused): AsyncIterable<PictureFile>;
}

export interface PictureFile {
  about: PictureAbout;
  /** As the operator knows it. */
  name: string;
  /** Where it is; or, when it stays elsewhere, its address and size. */
  path?: string;
  link?: StoredPicture;
}

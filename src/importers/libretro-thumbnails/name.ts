import type { Status } from '../dumps/tags.ts';
import { parseName } from '../libretro/name.ts';

/** What the name of a picture says: `Amazing Hop, The (Japan, USA) (Rev 1).png`. */
export interface ThumbnailName {
  /** The titles in each of the spellings that the name may stand for, the most probable first. */
  spellings: string[][];
  countries: string[];
  statuses: Status[];
}

const EXTENSION = /\.png$/i;

/**
 * A file name has `_` for every character that some file system forbids. So `Tom _ Jerry` may be Tom & Jerry, and
 * `Hop _ Jump` two titles of one game that a slash separates.
 */
export function parseThumbnailName(file: string): ThumbnailName {
  const text = file.normalize('NFC').replace(EXTENSION, '');
  const texts = new Set([text.replaceAll('_', '&'), text.replaceAll('_', ' '), text.replaceAll(' _ ', ' ~ ')]);
  const spellings = Array.from(texts, parseName).map(({ title, others }) => [title, ...others]);
  const { countries, statuses } = parseName(text).tags;
  return { spellings, countries, statuses };
}

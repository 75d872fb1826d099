import { join } from 'node:path';
import { MEDIA_PATH } from '../config.ts';

/**
 * Stored pictures are named by the SHA-256 of their content: `/media/ab/cdef….webp`. Thumbnails (`/media/ab/cdef…-320.webp`)
 * and copies in other types (`/media/ab/cdef….png`) are next to them, so that any server or bucket can serve the folder. The
 * content of a path never changes.
 */
export interface PictureName {
  sha256: string;
  /** The maximum width of a thumbnail. */
  width?: number;
  type: PictureType;
}

/** Types by file extension that browsers show and that cannot contain scripts. */
export const CONTENT_TYPES = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;
export type PictureType = keyof typeof CONTENT_TYPES;

/** Types that some clients cannot read. These pictures and thumbnails are also available as PNG and JPEG. */
export const MODERN_TYPES: readonly PictureType[] = ['webp', 'avif'];
export const COMMON_TYPES = ['png', 'jpg'] as const satisfies PictureType[];

const THUMBNAIL_TYPES: readonly string[] = ['webp', ...COMMON_TYPES] satisfies PictureType[];

/** For lists and galleries. High-density screens use the wider one. */
const THUMBNAIL_WIDTHS = [320, 640] as const;

const PATH = /^\/media\/([0-9a-f]{2})\/([0-9a-f]{62})(?:-([1-9]\d{0,4}))?\.([a-z]{3,4})$/;

/** Undefined if it is not the path of a stored picture or thumbnail. */
export function parsePicturePath(path: string): PictureName | undefined {
  const [, folder, rest, width, type = ''] = PATH.exec(path) ?? [];
  if (!isType(type)) return undefined;
  const sha256 = `${folder}${rest}`;
  if (width === undefined) return { sha256, type };
  const isThumbnail = THUMBNAIL_WIDTHS.some((known) => known === Number(width)) && THUMBNAIL_TYPES.includes(type);
  return isThumbnail ? { sha256, width: Number(width), type } : undefined;
}

export function picturePath({ sha256, width, type }: PictureName): string {
  const size = width === undefined ? '' : `-${width}`;
  return `${MEDIA_PATH}/${sha256.slice(0, 2)}/${sha256.slice(2)}${size}.${type}`;
}

export function pictureFile(folder: string, name: PictureName): string {
  return join(folder, picturePath(name).slice(MEDIA_PATH.length));
}

/** The SHA-256 of all stored pictures that a text references. */
export function* findPictureHashes(text: string): Generator<string> {
  for (const [, folder, rest] of text.matchAll(REFERENCE)) yield `${folder}${rest}`;
}

const REFERENCE = /\/media\/([0-9a-f]{2})\/([0-9a-f]{62})/g;

/** The thumbnail widths of a picture. Only the first may be wider than the picture. */
export function listWidths(pictureWidth: number): number[] {
  return THUMBNAIL_WIDTHS.filter((_, i) => i === 0 || pictureWidth > (THUMBNAIL_WIDTHS[i - 1] as number));
}

/** All thumbnails of a picture, by the URL or path of one of them, for `srcset`. Remote pictures have none. */
export function listThumbnails(thumbnail: string, pictureWidth: number): { width: number; address: string }[] {
  const [, prefix, type] = THUMBNAIL.exec(thumbnail) ?? [];
  if (prefix === undefined) return [];
  return listWidths(pictureWidth).map((width) => ({
    width: Math.min(width, pictureWidth),
    address: `${prefix}-${width}.${type}`,
  }));
}

const THUMBNAIL = /^(.*\/[0-9a-f]{2}\/[0-9a-f]{62})-\d+\.([a-z]+)$/;

function isType(type: string): type is PictureType {
  return type in CONTENT_TYPES;
}

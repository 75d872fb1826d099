import { join } from 'node:path';

/**
 * A picture of our own is known by the SHA-256 of its file: `/media/ab/cdef….webp`. Its thumbnails stand beside it,
 * `/media/ab/cdef…-320.webp`, so that the folder can be served as it is by a bucket or another server; so do its copies in
 * other types, `/media/ab/cdef….png`. What an address names never changes.
 */
export interface PictureName {
  sha256: string;
  /** Of a thumbnail: at most so many pixels wide. */
  width?: number;
  type: PictureType;
}

/** The types that a browser shows and that cannot hold a program, by the ending of an address. */
export const CONTENT_TYPES = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;
export type PictureType = keyof typeof CONTENT_TYPES;

/** Types that not every program reads. A picture or thumbnail in one of these is also to be had as a PNG or JPEG. */
export const MODERN_TYPES: readonly PictureType[] = ['webp', 'avif'];
export const COMMON_TYPES = ['png', 'jpg'] as const satisfies PictureType[];

const THUMBNAIL_TYPES: readonly string[] = ['webp', ...COMMON_TYPES] satisfies PictureType[];

/** For lists and for galleries; a screen with twice the pixels takes the wider one. */
const THUMBNAIL_WIDTHS = [320, 640] as const;

export const MEDIA_PATH = '/media';

const ADDRESS = /^\/media\/([0-9a-f]{2})\/([0-9a-f]{62})(?:-([1-9]\d{0,4}))?\.([a-z]{3,4})$/;

/** Undefined: it is not the address of a picture or of a thumbnail of ours. */
export function parsePicturePath(address: string): PictureName | undefined {
  const [, folder, rest, width, type = ''] = ADDRESS.exec(address) ?? [];
  if (!isType(type)) return undefined;
  const sha256 = `${folder}${rest}`;
  if (width === undefined) return { sha256, type };
  const isOurs = THUMBNAIL_WIDTHS.some((own) => own === Number(width)) && THUMBNAIL_TYPES.includes(type);
  return isOurs ? { sha256, width: Number(width), type } : undefined;
}

export function picturePath({ sha256, width, type }: PictureName): string {
  const size = width === undefined ? '' : `-${width}`;
  return `${MEDIA_PATH}/${sha256.slice(0, 2)}/${sha256.slice(2)}${size}.${type}`;
}

/** Where the file lies in the folder of pictures. */
export function pictureFile(folder: string, name: PictureName): string {
  return join(folder, picturePath(name).slice(MEDIA_PATH.length));
}

/** The pictures of ours that a text speaks of, by their SHA-256. */
export function* findPictureHashes(text: string): Generator<string> {
  for (const [, folder, rest] of text.matchAll(NAMED)) yield `${folder}${rest}`;
}

const NAMED = /\/media\/([0-9a-f]{2})\/([0-9a-f]{62})/g;

/** The widths that thumbnails of a picture come in: none is wider than the picture, but for the first. */
export function listWidths(pictureWidth: number): number[] {
  return THUMBNAIL_WIDTHS.filter((_, i) => i === 0 || pictureWidth > (THUMBNAIL_WIDTHS[i - 1] as number));
}

/**
 * The thumbnails of a picture, for a browser to choose from, by the address of any: whole addresses as well, whatever
 * stands before the folder. Pictures of others have none.
 */
export function listThumbnails(thumbnail: string, pictureWidth: number): { width: number; address: string }[] {
  const [, before, type] = THUMBNAIL.exec(thumbnail) ?? [];
  if (before === undefined) return [];
  return listWidths(pictureWidth).map((width) => ({
    width: Math.min(width, pictureWidth),
    address: `${before}-${width}.${type}`,
  }));
}

const THUMBNAIL = /^(.*\/[0-9a-f]{2}\/[0-9a-f]{62})-\d+\.([a-z]+)$/;

function isType(type: string): type is PictureType {
  return type in CONTENT_TYPES;
}

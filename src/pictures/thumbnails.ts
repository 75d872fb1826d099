import { appliesOrientation, DECODE_OPTIONS, withDecodeErrors } from './inspect.ts';
import type { PictureType } from './picture-paths.ts';
import { loadSharp } from './sharp.ts';

/** Keeps the pixels of screenshots sharp. More effort saves 3 % and takes 50 % longer. */
const WEBP = { quality: 80, effort: 2 };
const SMALL_JPEG = { quality: 80, mozjpeg: true };
/** For full-size copies, without visible loss. */
const JPEG = { quality: 92, mozjpeg: true };
/** Replaces transparency in types without it. */
const BACKGROUND = '#ffffff';
/** The maximum of WebP. */
const MAX_HEIGHT = 16_383;

/** Makes a thumbnail of this width, or a copy in another type. */
export type MakePicture = (bytes: Buffer, wanted: { width?: number | undefined; type: PictureType }) => Promise<Buffer>;

export const makePicture: MakePicture = (bytes, { width, type }) =>
  width === undefined ? makeCopy(bytes, type) : makeThumbnail(bytes, width, type);

/**
 * A smaller version in sRGB with the orientation applied, never larger than the picture. The whole picture is decoded, so
 * that damage anywhere is an error.
 */
export async function makeThumbnail(bytes: Buffer, width: number, type: PictureType): Promise<Buffer> {
  const upright = await decode(bytes);
  const small = upright.resize({ width, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true });
  return encode(small, type, SMALL_JPEG);
}

/** The picture in another type, in sRGB with the orientation applied. */
async function makeCopy(bytes: Buffer, type: PictureType): Promise<Buffer> {
  return encode(await decode(bytes), type, JPEG);
}

async function decode(bytes: Buffer) {
  const sharp = await loadSharp();
  return appliesOrientation(bytes) ? sharp(bytes, DECODE_OPTIONS).autoOrient() : sharp(bytes, DECODE_OPTIONS);
}

type Decoded = Awaited<ReturnType<typeof decode>>;

function encode(picture: Decoded, type: PictureType, jpeg: typeof JPEG): Promise<Buffer> {
  const plain = picture.toColourspace('srgb');
  return withDecodeErrors(() => {
    if (type === 'jpg') return plain.flatten({ background: BACKGROUND }).jpeg(jpeg).toBuffer();
    if (type === 'png') return plain.png({ compressionLevel: 9 }).toBuffer();
    return plain.webp(WEBP).toBuffer();
  });
}

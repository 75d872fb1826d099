import type { PictureType } from './addresses.ts';
import { appliesOrientation, DECODE_OPTIONS, withDecodeErrors } from './inspect.ts';
import { loadSharp } from './sharp.ts';

/** Small enough for a list of forty, good enough that pixels stay pixels. More effort saves 3 % and takes half as long again. */
const WEBP = { quality: 80, effort: 2 };
const SMALL_JPEG = { quality: 80, mozjpeg: true };
/** Of a whole picture nothing shall be seen to be failures. */
const JPEG = { quality: 92, mozjpeg: true };
/** What is transparent lies on this where a type cannot say so. */
const BACKGROUND = '#ffffff';
/** WebP has no more. */
const MAX_HEIGHT = 16_383;

/**
 * A smaller version: upright, in sRGB whatever the picture was in, at most so wide, narrower where it would be too high, and
 * never larger than the picture. All of the picture is decoded on the way, so that one which is damaged anywhere has none.
 */
export async function makeThumbnail(bytes: Buffer, width: number, type: PictureType): Promise<Buffer> {
  const upright = await decode(bytes);
  const small = upright.resize({ width, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true });
  return encode(small, type, SMALL_JPEG);
}

/** The picture in another type: upright, in sRGB, in its own size. */
export async function makeCopy(bytes: Buffer, type: PictureType): Promise<Buffer> {
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

import type { PictureType } from './picture-paths.ts';

/** Type and size of a picture file. */
export interface PictureInfo {
  type: PictureType;
  /** Displayed size, after EXIF orientation. */
  width: number;
  height: number;
}

/** A scan of a large box at 600 dpi stays well below both. */
const MAX_BYTES = 50_000_000;
const MAX_PIXELS = 64_000_000;
/** The limit of JPEG. A strip of one pixel can have few pixels, and still break what shows it. */
const MAX_SIDE = 65_535;

const MAGIC_BYTES = 32;

/** Detects the type by magic bytes before decoding. This rejects SVG, which can contain scripts, and everything else. */
export function findType(bytes: Buffer): PictureType | undefined {
  const head = bytes.toString('latin1', 0, MAGIC_BYTES);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  if (head.startsWith('ftypavif', 4)) return 'avif';
  return undefined;
}

/** Throws a PictureError if the file is not a supported picture. */
export async function inspectPicture(bytes: Buffer): Promise<PictureInfo> {
  checkLength(bytes.length);
  const type = findType(bytes);
  if (type === undefined) throw new PictureError(describeUnsupported(bytes));
  const sharp = await loadSharp();
  const metadata = await withDecodeErrors(() => sharp(bytes, DECODE_OPTIONS).metadata());
  if ((metadata.pages ?? 1) > 1 || (type === 'png' && isAnimatedPng(bytes)))
    throw new PictureError('animated pictures are not supported; save one frame');
  const { width, height } = appliesOrientation(bytes) ? metadata.autoOrient : metadata;
  if (Math.max(width, height) > MAX_SIDE)
    throw new PictureError(
      `the picture is ${width} × ${height} pixels, a side has at most ${MAX_SIDE}; make it smaller`,
    );
  return { type, width, height };
}

/** Chromium ignores the EXIF orientation of WebP. */
function appliesOrientation(bytes: Buffer): boolean {
  return findType(bytes) !== 'webp';
}

/** The decoder does not detect APNG. An `acTL` chunk before `IDAT` marks it; chunks are length, name, data, CRC. */
function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
  }
  return false;
}

/** Called before reading a file, so that large files are not read. */
export function checkLength(length: number): void {
  if (length === 0) throw new PictureError('the file is empty');
  if (length > MAX_BYTES)
    throw new PictureError(`the file has ${toMegabytes(length)} MB, the maximum is ${toMegabytes(MAX_BYTES)} MB`);
}

/** Rejects truncated pictures, but not warnings that every program ignores. */
const DECODE_OPTIONS = { failOn: 'error', limitInputPixels: MAX_PIXELS } as const;

/** Turns decoder errors into PictureErrors. */
async function withDecodeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PictureError(describe((error as Error).message));
  }
}

function describe(decoderError: string): string {
  if (/pixel limit/i.test(decoderError))
    return `the picture has more than ${MAX_PIXELS / 1e6} million pixels; make it smaller`;
  return 'the file is truncated or damaged; copy it again';
}

function describeUnsupported(bytes: Buffer): string {
  const isSvg = /<svg[\s>]/i.test(bytes.toString('latin1', 0, 4096));
  const reason = isSvg ? 'SVG is not supported, because it can contain scripts' : 'not a supported picture type';
  return `${reason}; use PNG, JPEG, WebP, AVIF or GIF`;
}

function toMegabytes(bytes: number): string {
  return String(Math.ceil(bytes / 1e6));
}

/** Why a file cannot be used as a picture. The message is printed after the file name and a colon. */
export class PictureError extends Error {
  override name = 'PictureError';
}

/** Loads the image library lazily, because it is large. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Each picture is processed once, so a cache is useless. Pictures are processed in parallel, one thread each.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

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

/** A copy is in sRGB, with the orientation applied. */
export const makePicture: MakePicture = async (bytes, { width, type }) =>
  width === undefined ? encode(await decode(bytes), type, JPEG) : makeThumbnail(bytes, width, type);

/**
 * A smaller version in sRGB with the orientation applied, never larger than the picture. The whole picture is decoded, so
 * that damage anywhere is an error.
 */
export async function makeThumbnail(bytes: Buffer, width: number, type: PictureType): Promise<Buffer> {
  const upright = await decode(bytes);
  const small = upright.resize({ width, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true });
  return encode(small, type, SMALL_JPEG);
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

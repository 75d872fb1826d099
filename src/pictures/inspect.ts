import type { PictureType } from './addresses.ts';
import { PictureError } from './picture-error.ts';
import { loadSharp } from './sharp.ts';

/** What a file is, as read from the file itself. */
export interface PictureInfo {
  type: PictureType;
  /** As it is shown: a picture that says it lies on its side is measured upright. */
  width: number;
  height: number;
  /** It has the usual colours, and not those of a profile of its own. */
  hasDefaultColors: boolean;
}

/** A scan of a large box at 600 dpi stays well below both. */
const MAX_BYTES = 50_000_000;
const MAX_PIXELS = 64_000_000;

/** How much of a file must be read to know its type. */
const HEAD = 32;

/**
 * Looks at the beginning of a file, before any decoder does: only what is meant to be decoded gets there. SVG, which may
 * hold a program, and all else that is no plain picture are refused by this.
 */
function findType(bytes: Buffer): PictureType | undefined {
  const head = bytes.toString('latin1', 0, HEAD);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp';
  if (head.startsWith('ftypavif', 4)) return 'avif';
  return undefined;
}

/** Reads type and size; throws a PictureError where it is nothing that could be shown. */
export async function inspectPicture(bytes: Buffer): Promise<PictureInfo> {
  checkLength(bytes.length);
  const type = findType(bytes);
  if (type === undefined) throw new PictureError(describeUnsupported(bytes));
  const sharp = await loadSharp();
  const about = await withDecodeErrors(() => sharp(bytes, DECODE_OPTIONS).metadata());
  if ((about.pages ?? 1) > 1 || (type === 'png' && isAnimatedPng(bytes)))
    throw new PictureError('it is animated; save one of its frames');
  const { width, height } = appliesOrientation(bytes) ? about.autoOrient : about;
  return { type, width, height, hasDefaultColors: about.icc === undefined };
}

/** Chromium turns no WebP upright, whatever it says of itself. */
export function appliesOrientation(bytes: Buffer): boolean {
  return findType(bytes) !== 'webp';
}

/** The decoder knows no moving PNG. It says so before its first picture: chunks are a length, a name, the data, a sum. */
function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
  }
  return false;
}

/** A file that is too long is not even read. */
export function checkLength(length: number): void {
  if (length === 0) throw new PictureError('it is empty');
  if (length > MAX_BYTES)
    throw new PictureError(`it has ${toMegabytes(length)} MB; a picture may have ${toMegabytes(MAX_BYTES)}`);
}

/** How pictures are read: all of it must be there. Oddities that every program overlooks are overlooked. */
export const DECODE_OPTIONS = { failOn: 'error', limitInputPixels: MAX_PIXELS } as const;

/** Tells what the decoder complains about in our words. */
export async function withDecodeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new PictureError(describe((error as Error).message));
  }
}

function describe(complaint: string): string {
  if (/pixel limit/i.test(complaint))
    return `it has more than ${MAX_PIXELS / 1e6} million pixels; make it smaller first`;
  return 'it is cut off or damaged; copy it again';
}

function describeUnsupported(bytes: Buffer): string {
  const isSvg = /<svg[\s>]/i.test(bytes.toString('latin1', 0, 4096));
  const what = isSvg ? 'it is SVG, which may hold a program' : 'it is no picture of a type that is shown';
  return `${what}; PNG, JPEG, WebP, AVIF and GIF are`;
}

function toMegabytes(bytes: number): string {
  return String(Math.ceil(bytes / 1e6));
}

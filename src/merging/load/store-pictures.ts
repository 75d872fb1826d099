import { hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Bundle, Problems } from '../../bundle/bundle.ts';
import { findFileInside } from '../../bundle/check-files.ts';
import { isPictureFile, type MediaLine } from '../../bundle/lines.ts';
import { inTemporaryFolder } from '../../bundle/temporary-folder.ts';
import { readTextLines } from '../../bundle/text-lines.ts';
import { mapConcurrently, PICTURE_CONCURRENCY } from '../../pictures/concurrency.ts';
import { checkLength, PictureError } from '../../pictures/inspect.ts';
import type { PictureStore } from '../../pictures/picture-store.ts';
import type { LoadOptions } from './load-options.ts';

type PictureOptions = Pick<LoadOptions, 'remote' | 'onRefused' | 'onProgress'> & { pictureStore: PictureStore };
type Context = PictureOptions & { bundle: Bundle; problems: Problems; file: PictureLines };

/** The files with pictures. A correction has them in a list. */
const FILES = ['media.jsonl', 'corrections.jsonl'] as const;
type PictureLines = (typeof FILES)[number];
/** Fetching mostly waits for other servers. */
const FETCH_CONCURRENCY = 8;

/**
 * Stores the pictures of a bundle before its lines are loaded, so that the catalog never refers to a missing picture. The
 * work gets a bundle that has paths and sizes instead of files.
 */
export async function storePictures<T>(
  bundle: Bundle,
  options: PictureOptions,
  work: (bundle: Bundle) => Promise<T>,
): Promise<T> {
  const listed = new Map(bundle.manifest.files.map(({ path, records }) => [path, records]));
  const found = FILES.filter((file) => listed.has(file));
  if (found.length === 0) return work(bundle);
  return inTemporaryFolder('pictures', async (folder) => {
    const problems = new Problems();
    const replaced: Bundle['replaced'] = {};
    for (const file of found) {
      replaced[file] = join(folder, file);
      const lines = resolveLines({ ...options, bundle, problems, file }, listed.get(file) as number);
      await pipeline(Readable.from(lines), createWriteStream(replaced[file]));
    }
    await options.pictureStore.sync();
    problems.throwIfAny(bundle.name);
    return work({ ...bundle, replaced });
  });
}

async function* resolveLines(context: Context, total: number): AsyncGenerator<Buffer> {
  const concurrency = context.remote ? FETCH_CONCURRENCY : PICTURE_CONCURRENCY;
  let done = 0;
  for await (const line of mapConcurrently(readNumbered(context), concurrency, (one) => resolveLine(one, context))) {
    context.onProgress?.(++done, total, 'pictures');
    yield line;
  }
}

async function* readNumbered({ bundle: { folder }, file }: Context) {
  let number = 0;
  for await (const text of readTextLines(join(folder, file))) yield { text, number: ++number };
}

const INVALID_UTF8 = Buffer.from([0xff, 0x0a]);

/** Invalid lines pass unchanged: they are reported when they are loaded. */
async function resolveLine({ text, number }: { text: string | undefined; number: number }, context: Context) {
  if (text === undefined) return INVALID_UTF8;
  const line = parse(text);
  if (!line) return Buffer.from(`${text}\n`);
  const resolved = Array.isArray(line.media)
    ? { ...line, media: await Array.fromAsync(line.media, (own) => resolvePlatform(own, number, context)) }
    : await resolvePlatform(line, number, context);
  return Buffer.from(`${JSON.stringify(resolved)}\n`);
}

type RawLine = Partial<MediaLine> & { media?: Partial<MediaLine>[] };

/** The pictures of a game on one platform. */
async function resolvePlatform(line: RawLine, number: number, context: Context) {
  const resolve = (pictures: unknown) => resolvePictures(pictures, number, context);
  const resolved: Record<string, unknown> = { ...line };
  if (line.screenshots) resolved.screenshots = await resolve(line.screenshots);
  if (Array.isArray(line.cover_groups)) {
    const groups = [];
    for (const group of line.cover_groups) {
      const covers = await resolve(group?.covers);
      if (!Array.isArray(covers) || covers.length > 0) groups.push({ ...group, covers });
    }
    resolved.cover_groups = groups;
  }
  return resolved;
}

/** Undefined if the line is no object, or nested so deeply that it cannot be written again. */
function parse(text: string): RawLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    JSON.stringify(value);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

async function resolvePictures(pictures: unknown, number: number, context: Context) {
  if (!Array.isArray(pictures)) return pictures;
  const resolved = [];
  for (const picture of pictures) {
    const name = nameOf(picture);
    try {
      resolved.push(await (name === undefined ? resolveLink(picture, context) : resolvePicture(picture, context)));
    } catch (error) {
      if (error instanceof PictureError) context.onRefused?.(name as string, error.message);
      else if (error instanceof BundleError) context.problems.add(context.file, number, `${name} ${error.message}`);
      else throw error;
    }
  }
  return resolved;
}

/** A picture before its line is validated. */
interface RawPicture {
  file?: unknown;
  sha256?: unknown;
  image?: unknown;
  thumbnail_image?: unknown;
}

/** The file of the bundle, or the path of a stored picture. Undefined for links. */
function nameOf(picture: RawPicture | null): string | undefined {
  return [picture?.file, picture?.image, picture?.thumbnail_image].find(
    (name): name is string => typeof name === 'string' && (isPictureFile(name) || name.startsWith('/media/')),
  );
}

/** A link that cannot be fetched stays a link. */
async function resolveLink(picture: RawPicture | null, { remote, onRefused }: Context) {
  const url = picture?.image;
  if (!remote || typeof url !== 'string' || !/^https?:/.test(url)) return picture;
  try {
    return { ...picture, ...(await remote.add(url)) };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    onRefused?.(url, error.message, 'stays a link');
    return picture;
  }
}

async function resolvePicture({ file, sha256, ...rest }: RawPicture, { bundle, pictureStore }: Context) {
  if (typeof file !== 'string') {
    const found = typeof rest.image === 'string' ? await pictureStore.find(rest.image) : undefined;
    if (!found) throw new BundleError('is not among the pictures of this server');
    return { ...rest, ...found };
  }
  const bytes = await readInside(bundle, file);
  if (sha256 !== undefined && hash('sha256', bytes, 'hex') !== sha256)
    throw new BundleError('does not match its SHA-256');
  return { ...rest, ...(await pictureStore.add(bytes)) };
}

/** A bundle with such an error is not loaded. The message follows the name of the picture. */
class BundleError extends Error {}

async function readInside({ folder }: Bundle, file: string): Promise<Buffer> {
  const found = await findFileInside(folder, file);
  if (typeof found === 'string') throw new BundleError(found);
  checkLength(found.size);
  return readFile(found.path);
}

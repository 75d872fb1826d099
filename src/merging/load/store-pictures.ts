import { hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Bundle, Problems, readLines } from '../../bundle/bundle.ts';
import { findFileInside } from '../../bundle/check-files.ts';
import type { CorrectionLine, MediaLine } from '../../bundle/lines.ts';
import { inTemporaryFolder } from '../../bundle/temporary-folder.ts';
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

async function* resolveLines(context: Context, total: number): AsyncGenerator<string> {
  const lines = readLines(context.bundle, context.file, context.problems);
  const concurrency = context.remote ? FETCH_CONCURRENCY : PICTURE_CONCURRENCY;
  let done = 0;
  for await (const line of mapConcurrently(lines, concurrency, (one) => resolveLine(one, context))) {
    context.onProgress?.(++done, total, 'pictures');
    yield `${JSON.stringify(line)}\n`;
  }
}

type Numbered = { line: MediaLine | CorrectionLine; number: number };

async function resolveLine({ line, number }: Numbered, context: Context) {
  if ('platform' in line) return resolvePlatform(line, number, context);
  const media = await Array.fromAsync(line.media ?? [], (own) => resolvePlatform(own, number, context));
  return { ...line, ...(media.length > 0 && { media }) };
}

/** The pictures of a game on one platform. */
async function resolvePlatform(line: Omit<MediaLine, 'key'>, number: number, context: Context) {
  const { screenshots, cover_groups, ...rest } = line;
  const resolve = <P extends Picture>(pictures: readonly P[]) => resolvePictures(pictures, number, context);
  const shots = screenshots && (await resolve(screenshots));
  const groups = await Array.fromAsync(cover_groups ?? [], async (group) => {
    return { ...group, covers: await resolve(group.covers) };
  });
  return {
    ...rest,
    ...(shots && { screenshots: shots }),
    ...(cover_groups && { cover_groups: groups.filter(({ covers }) => covers.length > 0) }),
  };
}

type Picture = Pick<
  NonNullable<MediaLine['screenshots']>[number],
  'file' | 'sha256' | 'image' | 'thumbnail_image' | 'width' | 'height'
>;

async function resolvePictures<P extends Picture>(pictures: readonly P[], number: number, context: Context) {
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

/** The file of the bundle, or the path of a stored picture. Undefined for links. */
function nameOf({ file, image, thumbnail_image }: Picture): string | undefined {
  return file ?? [image, thumbnail_image].find((path) => path?.startsWith('/media/'));
}

/** A link that cannot be fetched stays a link. */
async function resolveLink<P extends Picture>(picture: P, { remote, onRefused }: Context) {
  const { image: url } = picture;
  if (!remote || url === undefined) return picture;
  try {
    return { ...picture, ...(await remote.add(url)) };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    onRefused?.(url, error.message, 'stays a link');
    return picture;
  }
}

async function resolvePicture<P extends Picture>({ file, sha256, ...rest }: P, { bundle, pictureStore }: Context) {
  if (file === undefined) {
    const found = rest.image === undefined ? undefined : await pictureStore.find(rest.image);
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

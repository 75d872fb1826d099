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
import { checkLength } from '../../pictures/inspect.ts';
import { PictureError } from '../../pictures/picture-error.ts';
import type { PictureStore } from '../../pictures/picture-store.ts';
import type { RemotePictures } from '../../pictures/remote-pictures.ts';

export interface KeepingPictures {
  pictureStore: PictureStore;
  /** Takes in the pictures that are links, too; without it they stay links. */
  remote?: RemotePictures | undefined;
  /** Told of every picture that is left out, or stays a link, and why. */
  onRefused: (file: string, why: string, outcome?: string) => void;
  onProgress: ((done: number, total: number, unit: 'pictures') => void) | undefined;
}

const FILE = 'media.jsonl';
/** Most of the time they wait for others. */
const FETCHED_AT_ONCE = 8;

/**
 * Takes in the pictures that lie in the bundle, before the catalog hears of any: it never speaks of a picture that is not
 * there. The bundle that the work is given has their addresses and sizes in place of the files.
 */
export async function keepPictures<T>(
  bundle: Bundle,
  keeping: KeepingPictures,
  work: (bundle: Bundle) => Promise<T>,
): Promise<T> {
  const total = await countLines(bundle, keeping);
  if (total === 0) return work(bundle);
  return inTemporaryFolder('pictures', async (folder) => {
    const problems = new Problems();
    const ready = await replaceFiles(bundle, folder, { ...keeping, problems }, total);
    problems.throwIfAny(bundle.name);
    return work(ready);
  });
}

type Keeping = KeepingPictures & { problems: Problems };

async function replaceFiles(bundle: Bundle, folder: string, keeping: Keeping, total: number): Promise<Bundle> {
  let done = 0;
  const resolved = async function* () {
    const lines = numbered(readTextLines(join(bundle.folder, FILE)));
    for await (const text of mapConcurrently(lines, keeping.remote ? FETCHED_AT_ONCE : PICTURE_CONCURRENCY, (line) =>
      resolveLine(bundle, line, keeping),
    )) {
      if (text.isResolved) keeping.onProgress?.(++done, total, 'pictures');
      yield text.bytes;
    }
  };
  const path = join(folder, FILE);
  await pipeline(Readable.from(resolved()), createWriteStream(path));
  await keeping.pictureStore.sync();
  return { ...bundle, replaced: { [FILE]: path } };
}

/** How many lines speak of files: most bundles have none, and are left as they are. */
async function countLines({ folder, manifest }: Bundle, keeping: KeepingPictures): Promise<number> {
  if (!manifest.files.some(({ path }) => path === FILE)) return 0;
  let count = 0;
  for await (const text of readTextLines(join(folder, FILE))) if (isConcerned(text, keeping)) count++;
  return count;
}

/** What a line holds that speaks of pictures of our own, or may with letters that are escaped; and of others. */
const OWN = /"file"|"\/media\/|\\[u/]/;
const LINK = /"image"|\\u/;

function isConcerned(text: string | undefined, { remote }: KeepingPictures): text is string {
  return text !== undefined && (OWN.test(text) || (remote !== undefined && LINK.test(text)));
}

interface NumberedLine {
  text: string | undefined;
  number: number;
}

async function* numbered(lines: AsyncIterable<string | undefined>): AsyncGenerator<NumberedLine> {
  let number = 0;
  for await (const text of lines) yield { text, number: ++number };
}

/** Whatever is wrong with a line itself is found when it is loaded; here it passes as it is. */
async function resolveLine(bundle: Bundle, { text, number }: NumberedLine, keeping: Keeping) {
  const line = isConcerned(text, keeping) ? parse(text) : undefined;
  // What is no UTF-8 stays so.
  if (!line) return { isResolved: false, bytes: Buffer.from(text === undefined ? [0xff, LINE_FEED] : `${text}\n`) };
  const resolve = (pictures: unknown) => resolvePictures(bundle, pictures, number, keeping);
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
  return { isResolved: true, bytes: Buffer.from(`${JSON.stringify(resolved)}\n`) };
}

const LINE_FEED = 0x0a;

function parse(text: string): Partial<MediaLine> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

async function resolvePictures(bundle: Bundle, pictures: unknown, number: number, keeping: Keeping) {
  if (!Array.isArray(pictures)) return pictures;
  const resolved = [];
  for (const picture of pictures) {
    const name = nameOf(picture);
    try {
      if (name === undefined) resolved.push(await resolveLink(picture, keeping));
      else resolved.push(await resolvePicture(bundle, picture, keeping.pictureStore));
    } catch (error) {
      if (error instanceof PictureError) keeping.onRefused(name as string, error.message);
      else if (error instanceof BundleMistake) keeping.problems.add(FILE, number, `${name} ${error.message}`);
      else throw error;
    }
  }
  return resolved;
}

interface Given {
  file?: unknown;
  sha256?: unknown;
  image?: unknown;
  thumbnail_image?: unknown;
}

/** What is of our own, or shall be: a file of the bundle, or an address. */
function nameOf(picture: Given | null): string | undefined {
  const names = [picture?.file, picture?.image, picture?.thumbnail_image];
  return names.find((name) => typeof name === 'string' && (isPictureFile(name) || name.startsWith('/media/'))) as
    | string
    | undefined;
}

/** A link that leads to nothing usable stays what it is. */
async function resolveLink(picture: Given | null, { remote, onRefused }: Keeping) {
  const url = picture?.image;
  if (!remote || typeof url !== 'string' || !/^https?:/.test(url)) return picture;
  try {
    return { ...picture, ...(await remote.add(url)) };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    onRefused(url, error.message, 'stays a link');
    return picture;
  }
}

async function resolvePicture(bundle: Bundle, { file, sha256, ...about }: Given, pictureStore: PictureStore) {
  if (typeof file !== 'string') {
    const found = typeof about.image === 'string' ? await pictureStore.find(about.image) : undefined;
    if (!found) throw new BundleMistake('is not among the pictures of this server');
    return { ...about, ...found };
  }
  const bytes = await readInside(bundle, file);
  if (sha256 !== undefined && hash('sha256', bytes, 'hex') !== sha256)
    throw new BundleMistake('is not the file that was sealed: its SHA-256 is another');
  return { ...about, ...(await pictureStore.add(bytes)) };
}

/** A bundle that is not whole: nothing of it is loaded. */
class BundleMistake extends Error {}

async function readInside({ folder }: Bundle, file: string): Promise<Buffer> {
  const found = await findFileInside(folder, file);
  if (typeof found === 'string') throw new BundleMistake(found);
  checkLength(found.size);
  return readFile(found.path);
}

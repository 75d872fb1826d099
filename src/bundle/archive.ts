import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, createZstdCompress } from 'node:zlib';
import { Header, Pax } from 'tar';
import { createFolder } from '../create-folder.ts';
import { isDiskFull, OperatorError } from '../errors.ts';
import { MANIFEST } from './bundle.ts';
import { BUNDLE_FILES, isPictureFile } from './lines.ts';
import { inTemporaryFolder, makeTemporaryFolder, removeAtExit, removeTemporary } from './temporary-folder.ts';

/** The names of the manifest and of the files of lines. */
export const BUNDLE_NAMES: ReadonlySet<string> = new Set([MANIFEST, ...Object.keys(BUNDLE_FILES)]);
export const PICTURE_FOLDER = 'media';

export function isArchive(path: string): boolean {
  return /\.(tar\.gz|tgz)$/i.test(path) || isZstd(path);
}

function isZstd(path: string): boolean {
  return /\.tar\.zst$/i.test(path);
}

/** Packs a bundle. Deterministic: sorted, uid 0, mtime 0. */
export async function packBundle(folder: string, file: string): Promise<void> {
  const names = await listNames(folder);
  const partial = removeAtExit(`${file}.partial`);
  try {
    const compression = isZstd(file) ? createZstdCompress() : createGzip({ level: 9 });
    await pipeline(packFiles(folder, names.toSorted()), compression, createWriteStream(partial));
    renameSync(partial, file);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new OperatorError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  } finally {
    removeTemporary(partial);
  }
}

/** The files of the bundle in its folder. */
async function listNames(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'));
  return names.filter((name) => BUNDLE_NAMES.has(name) || isPictureFile(name));
}

async function* packFiles(folder: string, names: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of names) {
    const path = join(folder, name);
    const { size } = await stat(path);
    yield* packEntry({ path: name, size, mode: 0o644, mtime: new Date(0) }, createReadStream(path));
  }
  yield TAR_END;
}

const BLOCK = 512;

/** The end of every archive. A truncated archive lacks it. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

interface TarHeader {
  path: string;
  size: number;
  mode: number;
  mtime: Date;
}

/**
 * Packs one file, owned by uid 0: header, content, padding. `create` of the tar package does not fit: a backup hashes the content
 * as it is packed, and packs a growing file up to the size it had.
 */
export async function* packEntry(
  header: TarHeader,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  const fields = { type: 'File', uid: 0, gid: 0, ...header } as const;
  const block = Buffer.alloc(BLOCK);
  const needsPax = new Header(fields).encode(block);
  if (needsPax) yield new Pax(fields).encode();
  yield block;
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes !== header.size) throw new Error(`${header.path} changed while it was read`);
  yield Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK);
}

/** Makes a bundle at a path, as a folder or packed. If that fails, nothing is there. */
export async function makeBundleAt<T>(target: string, make: (folder: string) => Promise<T>): Promise<T> {
  return isArchive(target) ? makeArchive(target, make) : makeFolder(target, make);
}

async function makeArchive<T>(file: string, make: (folder: string) => Promise<T>): Promise<T> {
  if (existsSync(file) && statSync(file).isDirectory()) throw new OperatorError(`${file} is a folder; name a file`);
  createFolder(dirname(file));
  return inTemporaryFolder('pack', async (folder) => {
    const made = await make(folder);
    await packBundle(folder, file);
    return made;
  });
}

/** The bundle is made next to the target, on the same disk, and moved at the end. */
async function makeFolder<T>(target: string, make: (folder: string) => Promise<T>): Promise<T> {
  await checkFolder(target);
  createFolder(dirname(target));
  const folder = makeTemporaryFolder('bundle', dirname(target));
  try {
    const made = await make(folder);
    moveFiles(folder, target);
    return made;
  } finally {
    removeTemporary(folder);
  }
}

async function checkFolder(folder: string): Promise<void> {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new OperatorError(`${folder} is a file; name a folder, or a file that ends in .tar.gz or .tar.zst`);
  const names = await readdir(folder).catch((): string[] => []);
  if (names.length > 0 && !names.includes(MANIFEST))
    throw new OperatorError(`${folder} is not empty and not a bundle; name a new folder`);
}

/** Synchronous, so that no signal is handled halfway. */
function moveFiles(from: string, to: string): void {
  createFolder(to);
  for (const name of [...BUNDLE_NAMES, PICTURE_FOLDER]) rmSync(join(to, name), { recursive: true, force: true });
  for (const name of readdirSync(from)) renameSync(join(from, name), join(to, name));
}

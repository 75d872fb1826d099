import { createReadStream, createWriteStream, renameSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { isDiskFull, OperatorError } from '../errors.ts';
import { MANIFEST } from './bundle.ts';
import { BUNDLE_FILES, isPictureFile } from './lines.ts';
import { packEntry, TAR_END } from './tar-entry.ts';
import { removeAtExit, removeTemporary } from './temporary-folder.ts';

/** The names of the manifest and of the files of lines. */
export const BUNDLE_NAMES: ReadonlySet<string> = new Set([MANIFEST, ...Object.keys(BUNDLE_FILES)]);
export const PICTURE_FOLDER = 'media';

export function isArchive(path: string): boolean {
  return /\.(tar\.gz|tgz)$/i.test(path);
}

/** Packs a bundle, its manifest first, so that sizes can be checked while unpacking. Deterministic: sorted, uid 0, mtime 0. */
export async function packBundle(folder: string, file: string): Promise<void> {
  const names = (await listNames(folder)).toSorted();
  names.sort((a, b) => Number(b === MANIFEST) - Number(a === MANIFEST));
  const partial = removeAtExit(`${file}.partial`);
  try {
    await pipeline(packFiles(folder, names), createGzip({ level: 9 }), createWriteStream(partial));
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

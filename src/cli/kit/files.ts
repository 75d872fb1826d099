import { createReadStream } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileHashes } from '../../catalog/identify.ts';
import { readZipFiles } from '../../importers/zip.ts';
import { hashFile } from './file-hashes.ts';

export interface ListedFile {
  path: string;
  size: number;
  mtimeMs: number;
  /** It exists and is a file. */
  isFile: boolean;
}

/** A file, or a file inside an archive. */
export interface HashedFile {
  file: string;
  /** Of the whole file and of its parts. */
  hashes: FileHashes[];
}

/**
 * The file itself, or all files in the folder, sorted by name. A path that cannot be read is listed too: hashing it tells why.
 * A folder is listed once, so links cannot make a loop; `listed` has the path of each by its real path. A name in a folder
 * that `isSkipped` is left out with all that is in it.
 */
export async function* listFiles(
  path: string,
  listed: Map<string, string>,
  isSkipped: (name: string) => boolean = () => false,
): AsyncGenerator<ListedFile> {
  const stats = await stat(path).catch(() => undefined);
  const names = stats?.isDirectory() ? await readdir(path).catch(() => undefined) : undefined;
  if (!names) {
    const isFile = stats?.isFile() ?? false;
    const { size, mtimeMs } = stats && isFile ? stats : { size: 0, mtimeMs: 0 };
    if (!stats || isFile || stats.isDirectory()) yield { path, size, mtimeMs, isFile };
    return;
  }
  const real = await realpath(path);
  const same = listed.get(real);
  if (same !== undefined) process.stderr.write(`ludex: ${path} is skipped; it is the same folder as ${same}\n`);
  else {
    listed.set(real, path);
    for (const name of names.toSorted()) if (!isSkipped(name)) yield* listFiles(join(path, name), listed, isSkipped);
  }
}

/** The hashes of a file, or those of all files in a ZIP. */
export async function* hashPath(path: string, size: number): AsyncGenerator<HashedFile> {
  if (!(await isZip(path))) yield { file: path, hashes: await hashFile(createReadStream(path), size) };
  else
    for await (const { name, read, size: unpacked } of readZipFiles(path))
      yield { file: `${path}: ${name}`, hashes: await hashFile(read(), unpacked) };
}

async function isZip(path: string): Promise<boolean> {
  return (await readAt(path, 0, 4)).toString('latin1') === 'PK\x03\x04';
}

/** Up to so many bytes of a file from a position. */
export async function readAt(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

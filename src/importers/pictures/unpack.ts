import { createWriteStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import { createFolder } from '../../create-folder.ts';
import { isDiskFull, OperatorError } from '../../errors.ts';
import { readZipFiles } from '../zip.ts';

const ARCHIVE = /\.(?:zip|tar|tar\.gz|tgz|tar\.zst)$/i;

export function isPictureArchive(path: string): boolean {
  return ARCHIVE.test(path);
}

/** Unpacks an archive of pictures into a folder that is named like it. */
export async function unpackPictures(path: string, parent: string): Promise<string> {
  const folder = join(parent, basename(path).replace(ARCHIVE, ''));
  createFolder(folder);
  try {
    if (/\.zip$/i.test(path)) await unzip(path, folder);
    else await extract({ file: path, cwd: folder, strict: true, preserveOwner: false, noMtime: true });
  } catch (error) {
    if (isDiskFull(error) || error instanceof OperatorError) throw error;
    throw new OperatorError(`${path} cannot be unpacked (${(error as Error).message}); download it again`);
  }
  return folder;
}

/** The library refuses a name that leads out of the folder. */
async function unzip(path: string, folder: string): Promise<void> {
  for await (const file of readZipFiles(path)) {
    const target = join(folder, file.name);
    createFolder(dirname(target));
    await pipeline(file.read(), createWriteStream(target));
  }
}

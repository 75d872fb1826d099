import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '../create-folder.ts';
import { OperatorError } from '../errors.ts';
import { BUNDLE_NAMES, isArchive, PICTURE_FOLDER, packBundle } from './archive.ts';
import { MANIFEST } from './bundle.ts';
import { inTemporaryFolder, makeTemporaryFolder, removeTemporary } from './temporary-folder.ts';

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
    throw new OperatorError(`${folder} is a file; name a folder, or a file that ends in .tar.gz`);
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

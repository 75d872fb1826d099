import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../errors.ts';
import { BUNDLE_NAMES, isArchive, PICTURES, packBundle } from './archive.ts';
import { MANIFEST } from './bundle.ts';
import { inTemporaryFolder, makeTemporaryFolder, removeTemporary } from './temporary-folder.ts';

/** Makes a bundle where the operator wants it, as a folder or packed: all of it, or nothing. */
export async function makeBundleAt<T>(target: string, make: (folder: string) => Promise<T>): Promise<T> {
  return isArchive(target) ? makePacked(target, make) : makeFolder(target, make);
}

async function makePacked<T>(file: string, make: (folder: string) => Promise<T>): Promise<T> {
  return inTemporaryFolder('pack', async (folder) => {
    const made = await make(folder);
    await packBundle(folder, file);
    return made;
  });
}

/** The bundle is made beside its place, on the same disk, and moved there at the end. */
async function makeFolder<T>(target: string, make: (folder: string) => Promise<T>): Promise<T> {
  await checkFolder(target);
  mkdirSync(dirname(target), { recursive: true });
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
  const there = await readdir(folder).catch((): string[] => []);
  if (there.length > 0 && !there.includes(MANIFEST))
    throw new OperatorError(`${folder} holds other things than a bundle; name a new folder`);
}

/** In one go: no signal is heard in between. */
function moveFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of [...BUNDLE_NAMES, PICTURES]) rmSync(join(to, name), { recursive: true, force: true });
  for (const name of readdirSync(from)) renameSync(join(from, name), join(to, name));
}

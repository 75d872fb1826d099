import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Whatever an import keeps on disk for a while is made here, and is gone when its work is done, when the work fails, and
 * when the process exits in the middle of it. Who is killed cannot tidy up: that is done a day later, by the next import.
 */

const PREFIX = 'ludex-import-';
const LEFTOVER_AFTER_MS = 24 * 60 * 60 * 1000;

/** A stream that is being written may add a file to a folder while that is removed. */
const REMOVAL = { recursive: true, force: true, maxRetries: 3 };

const here = new Set<string>();
const tidied = new Set<string>();

/** Gives a new folder to some work, and takes it away afterwards. */
export async function inTemporaryFolder<T>(purpose: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeTemporaryFolder(purpose);
  try {
    return await work(folder);
  } finally {
    removeTemporary(folder);
  }
}

/** For work that does not end where it begins; who makes one removes it. */
export function makeTemporaryFolder(purpose: string, parent = tmpdir()): string {
  if (!tidied.has(parent)) removeLeftovers(parent, Date.now());
  tidied.add(parent);
  return markTemporary(mkdtempSync(join(parent, `${PREFIX}${purpose}-`)));
}

/** A path that must not outlive the process, unless it is moved away before. */
export function markTemporary(path: string): string {
  if (here.size === 0) process.once('exit', removeAll);
  here.add(path);
  return path;
}

/** At once: no signal is heard between the end of the work and this. */
export function removeTemporary(path: string): void {
  rmSync(path, REMOVAL);
  here.delete(path);
  if (here.size === 0) process.off('exit', removeAll);
}

function removeAll(): void {
  for (const path of here) rmSync(path, REMOVAL);
}

function removeLeftovers(parent: string, now: number): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (name.startsWith(PREFIX) && isLeftover(path, now)) rmSync(path, REMOVAL);
  }
}

/** Others may use the same folder for what is temporary, and have imports of their own. */
function isLeftover(path: string, now: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isOurs = found?.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
  return isOurs === true && now - found!.mtimeMs > LEFTOVER_AFTER_MS;
}

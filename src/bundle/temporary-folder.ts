import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failureOf, isDiskFull, OperatorError } from '../errors.ts';
import { isAbandoned, OWNER_TAG } from '../process-owner.ts';

/**
 * Temporary files of imports, exports and backups. They are removed when the work ends or fails, and when the process
 * exits. If a process is killed, its folders stay; the next command that makes a folder beside them removes them, and so does
 * a server in its data folder and beside it. Those of another machine or container, whose processes it cannot see, are
 * removed after a day.
 */

const PREFIX = 'ludex-temporary-';

/** Retries, because an open stream may add a file to the folder while it is removed. */
const RM_OPTIONS = { recursive: true, force: true, maxRetries: 3 };

const temporaryPaths = new Set<string>();
const cleanedParents = new Set<string>();

/** Runs `work` with a new folder, which is removed afterwards. */
export async function inTemporaryFolder<T>(
  purpose: string,
  work: (folder: string) => Promise<T>,
  parent?: string,
): Promise<T> {
  const folder = makeTemporaryFolder(purpose, parent);
  try {
    return await work(folder);
  } finally {
    removeTemporary(folder);
  }
}

/** Makes a folder that is removed at exit, or before with `removeTemporary`. */
export function makeTemporaryFolder(purpose: string, parent = tmpdir()): string {
  try {
    if (!cleanedParents.has(parent)) removeLeftovers(parent, Date.now());
    cleanedParents.add(parent);
    return removeAtExit(mkdtempSync(join(parent, `${PREFIX}${purpose}${OWNER_TAG}`)));
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new OperatorError(
      `No temporary folder can be created in ${parent} (${failureOf(error)}): make it writable, or use another folder`,
    );
  }
}

/** A folder of which the server has one. It is removed like the others if the process was killed. */
export function temporaryPath(purpose: string, parent: string): string {
  return join(parent, `${PREFIX}${purpose}${OWNER_TAG}only`);
}

/** Removes the path when the process exits, unless it was moved away before. */
export function removeAtExit(path: string): string {
  temporaryPaths.add(path);
  return path;
}

/** Synchronous, so that no signal is handled between the end of the work and the removal. */
export function removeTemporary(path: string): void {
  rmSync(path, RM_OPTIONS);
  temporaryPaths.delete(path);
}

process.on('exit', () => {
  for (const path of temporaryPaths) rmSync(path, RM_OPTIONS);
});

/** Removes what killed processes have left in a folder, as far as that is allowed. */
export function removeLeftoversIn(parent: string): void {
  try {
    removeLeftovers(parent, Date.now());
  } catch (error) {
    if (!/^(EACCES|EPERM|ENOENT|EROFS)$/.test(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

function removeLeftovers(parent: string, now: number): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (name.startsWith(PREFIX) && isLeftover(path, now)) rmSync(path, RM_OPTIONS);
  }
}

/** Other users may have folders of their own in the same parent folder. */
function isLeftover(path: string, now: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const isOurs = stats?.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
  return isOurs === true && isAbandoned(path, now - stats!.mtimeMs);
}

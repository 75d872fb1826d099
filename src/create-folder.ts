import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { failureOf, isDiskFull, OperatorError } from './errors.ts';

/** Creates a folder, and its parents with the usual mode. */
export function createFolder(path: string, mode?: number): void {
  try {
    createEach(path, mode);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new OperatorError(`The folder ${path} cannot be created (${failureOf(error)}); name another one`, {
      cause: error,
    });
  }
}

/** Not by Node's `recursive`, which never ends in /proc: the system says there that the parent of a new folder is missing. */
function createEach(path: string, mode?: number): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) createEach(dirname(path));
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process or thread may have created it first.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

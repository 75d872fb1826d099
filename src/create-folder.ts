import { mkdirSync } from 'node:fs';
import { failureOf, isDiskFull, OperatorError } from './errors.ts';

/** Creates a folder and its parents. */
export function createFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, { recursive: true, ...(mode !== undefined && { mode }) });
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new OperatorError(`The folder ${path} cannot be created (${failureOf(error)}); name another one`, {
      cause: error,
    });
  }
}

import { join } from 'node:path';
import { lockFile, makeFolder } from './database.ts';

/** Keeps the connections: the lock ends when one is garbage collected. */
const locks = new Map<string, () => void>();

/**
 * Locks the folder against other servers, until the process ends. Commands need no lock: the databases have their own. It works
 * where SQLite does, also between containers that share a volume.
 */
export function lockFolder(folder: string): boolean {
  makeFolder(folder);
  const release = lockFile(join(folder, 'server.lock'));
  if (release) locks.set(folder, release);
  return release !== undefined;
}

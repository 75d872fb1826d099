import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../create-folder.ts';
import { isAbandoned, OWNER_TAG } from '../process-owner.ts';

/** The subfolder for incomplete files. It is never served. */
export const INCOMING = 'incoming';

/** A new unique path. */
export async function newIncomingPath(folder: string): Promise<string> {
  createFolder(join(folder, INCOMING));
  return join(folder, INCOMING, `file${OWNER_TAG}${randomUUID().replaceAll('-', '')}.partial`);
}

/** Removes the incomplete files of processes that were killed. */
export async function removePartialFiles(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(join(folder, INCOMING)).catch((): string[] => [])) {
    const path = join(folder, INCOMING, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && isAbandoned(path, now - stats.mtimeMs)) await rm(path, { recursive: true, force: true });
  }
}

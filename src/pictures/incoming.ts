import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../create-folder.ts';
import { isOfEndedProcess, OWNER_TAG } from '../process-owner.ts';

/** The subfolder for incomplete files. It is never served. */
export const INCOMING = 'incoming';

/** A new unique path. */
export async function newIncomingPath(folder: string): Promise<string> {
  createFolder(join(folder, INCOMING));
  return join(folder, INCOMING, `file${OWNER_TAG}${randomUUID().replaceAll('-', '')}.partial`);
}

async function listIncoming(folder: string, now: number): Promise<{ path: string; ageMs: number }[]> {
  const found = [];
  for (const name of await readdir(join(folder, INCOMING)).catch((): string[] => [])) {
    const path = join(folder, INCOMING, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats) found.push({ path, ageMs: now - stats.mtimeMs });
  }
  return found;
}

/** Removes the incomplete files of killed processes of this machine, when a server starts. */
export async function removePartialFiles(folder: string): Promise<void> {
  for (const { path, ageMs } of await listIncoming(folder, Date.now())) {
    // In a container, the server before this one had the same process id.
    const isOfEarlierStart = path.includes(OWNER_TAG) && ageMs > process.uptime() * 1000;
    if (isOfEndedProcess(path) || isOfEarlierStart) await rm(path, { recursive: true, force: true });
  }
}

/** Removes the incomplete files of other machines. */
export async function removeLeftovers(folder: string, olderThanMs: number, now: number): Promise<void> {
  for (const { path, ageMs } of await listIncoming(folder, now))
    if (ageMs > olderThanMs) await rm(path, { recursive: true, force: true });
}

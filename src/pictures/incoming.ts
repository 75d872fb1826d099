import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder beside the pictures for files that are not complete yet, and for locks (`locks.ts`). It is never served. */
export const INCOMING = 'incoming';
/** What a process that was killed has left. */
const LEFTOVER_AFTER_MS = 24 * 60 * 60 * 1000;

/** A name that nobody else has. */
export async function newIncomingPath(folder: string, ending = 'partial'): Promise<string> {
  await mkdir(join(folder, INCOMING), { recursive: true });
  return join(folder, INCOMING, `${randomUUID()}.${ending}`);
}

export async function listIncoming(folder: string, now: number): Promise<{ path: string; ageMs: number }[]> {
  const found = [];
  for (const name of await readdir(join(folder, INCOMING)).catch((): string[] => [])) {
    const path = join(folder, INCOMING, name);
    const about = await stat(path).catch(() => undefined);
    if (about) found.push({ path, ageMs: now - about.mtimeMs });
  }
  return found;
}

export async function removeLeftovers(folder: string, now: number): Promise<void> {
  for (const { path, ageMs } of await listIncoming(folder, now))
    if (ageMs > LEFTOVER_AFTER_MS) await rm(path, { force: true });
}

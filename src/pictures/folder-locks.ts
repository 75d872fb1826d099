import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createFolder } from '../create-folder.ts';
import { OperatorError } from '../errors.ts';
import { isOfEndedProcess, OWNER_TAG } from '../process-owner.ts';

/**
 * Lock files in the picture folder: shared `use` locks of imports, exports and backups, and a `clean` lock. Both sides
 * create their lock first and check for the other one afterwards, so that at least one of two sees the other. A use waits
 * until the cleaning is done; a cleaning is refused while there is a use.
 */
export interface FolderLock {
  /** False if the lock expired and a cleaning has removed pictures since. */
  isValid(): boolean;
  remove(): Promise<void>;
}

/** A live process refreshes its locks this often. */
const HEARTBEAT_MS = 60_000;
const EXPIRES_AFTER_MS = 10 * HEARTBEAT_MS;
const POLL_MS = 100;

/** Removed at exit, also after Ctrl-C. */
const ownLocks = new Set<string>();
process.once('exit', () => {
  for (const path of ownLocks) rmSync(path, { force: true });
});

export async function acquireSharedLock(folder: string): Promise<FolderLock> {
  const lock = await createLock(folder, 'use');
  while ((await listLocks(folder, 'clean', Date.now())).some(({ isAlive }) => isAlive)) await pause(POLL_MS);
  return lock;
}

/** Runs the work while no picture can be removed. */
export async function withSharedLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (!existsSync(folder)) return work();
  const lock = await acquireSharedLock(folder);
  try {
    const result = await work();
    if (!lock.isValid())
      throw new OperatorError(
        'This command was suspended for ten minutes, and "ludex media clean" has removed pictures meanwhile. Run it again',
      );
    return result;
  } finally {
    await lock.remove();
  }
}

export async function acquireCleaningLock(folder: string, now: number): Promise<FolderLock> {
  const lock = await createLock(folder, 'clean');
  try {
    const uses = await listLocks(folder, 'use', now);
    const others = (await listLocks(folder, 'clean', now)).filter(({ isAlive }) => isAlive);
    if (others.length > 1 || uses.some(({ isAlive }) => isAlive))
      throw new OperatorError(
        'An import, export, backup or cleaning is using the pictures, or was killed within the last ten minutes. ' +
          'Nothing was removed. Try again when it has finished',
      );
    // A suspended process sees by this that its lock is no longer valid.
    for (const { path } of uses) await rm(path, { force: true });
    return lock;
  } catch (error) {
    await lock.remove();
    throw error;
  }
}

async function createLock(folder: string, kind: 'use' | 'clean'): Promise<FolderLock> {
  const path = await newIncomingPath(folder, kind);
  ownLocks.add(path);
  await writeFile(path, '');
  const heartbeat = setInterval(() => void refresh(path), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    isValid: () => existsSync(path),
    remove: async () => {
      clearInterval(heartbeat);
      await rm(path, { force: true });
      ownLocks.delete(path);
    },
  };
}

/** Does not recreate a removed lock. */
async function refresh(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => {});
}

async function listLocks(folder: string, kind: 'use' | 'clean', now: number) {
  const all = await listIncoming(folder, now);
  const locks = all.filter(({ path }) => path.endsWith(`.${kind}`));
  return locks.map(({ path, ageMs }) => ({ path, isAlive: ageMs < EXPIRES_AFTER_MS }));
}

/** The subfolder for incomplete files and for locks. It is never served. */
export const INCOMING = 'incoming';
/** Older files are left over from killed processes. */
const LEFTOVER_AFTER_MS = 24 * 60 * 60 * 1000;

/** A new unique path. */
export async function newIncomingPath(folder: string, ending = 'partial'): Promise<string> {
  createFolder(join(folder, INCOMING));
  return join(folder, INCOMING, `file${OWNER_TAG}${randomUUID().replaceAll('-', '')}.${ending}`);
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

/** Removes the incomplete files of killed processes of this machine, when a server starts. Locks expire by themselves. */
export async function removePartialFiles(folder: string): Promise<void> {
  for (const { path, ageMs } of await listIncoming(folder, Date.now())) {
    // In a container, the server before this one had the same process id.
    const isOfEarlierStart = path.includes(OWNER_TAG) && ageMs > process.uptime() * 1000;
    if (path.endsWith('.partial') && (isOfEndedProcess(path) || isOfEarlierStart))
      await rm(path, { recursive: true, force: true });
  }
}

export async function removeLeftovers(folder: string, now: number): Promise<void> {
  for (const { path, ageMs } of await listIncoming(folder, now))
    if (ageMs > LEFTOVER_AFTER_MS) await rm(path, { recursive: true, force: true });
}

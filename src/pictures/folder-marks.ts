import { existsSync, rmSync } from 'node:fs';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../errors.ts';
import { listIncoming, newIncomingPath } from './incoming.ts';

/**
 * Marks are files that say who works on the pictures: `use` (an import, an export, a backup: no picture may be removed) or
 * `clean`. Both set their lock first and look for the other's afterwards, so that one of two always sees the other: a use
 * waits until the cleaning is done, and a cleaning is refused while there is a use.
 */
export interface FolderLock {
  /** False when a cleaning took this process for dead and has removed pictures since. */
  isValid(): boolean;
  remove(): Promise<void>;
}

/** A process refreshes its locks this often while it lives. */
const HEARTBEAT_MS = 60_000;
const EXPIRES_AFTER_MS = 10 * HEARTBEAT_MS;
const POLL_MS = 100;

/** Ctrl-C leaves none behind. */
const ours = new Set<string>();
process.once('exit', () => {
  for (const path of ours) rmSync(path, { force: true });
});

export async function acquireSharedLock(folder: string): Promise<FolderLock> {
  const lock = await createLock(folder, 'use');
  while ((await listLocks(folder, 'clean', Date.now())).some(({ isAlive }) => isAlive)) await pause(POLL_MS);
  return lock;
}

/** Runs the work while no picture is removed. */
export async function withSharedLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (!existsSync(folder)) return work();
  const lock = await acquireSharedLock(folder);
  try {
    const result = await work();
    if (!lock.isValid())
      throw new OperatorError(
        'This command stood still for ten minutes, and "ludex media clean" has removed pictures meanwhile: run it again',
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
        'An import, an export, a backup or another cleaning uses the pictures, or was killed within the last ten ' +
          'minutes; nothing was removed. Try again when it has finished',
      );
    // Whoever was only asleep finds out by this.
    for (const { path } of uses) await rm(path, { force: true });
    return lock;
  } catch (error) {
    await lock.remove();
    throw error;
  }
}

async function createLock(folder: string, kind: 'use' | 'clean'): Promise<FolderLock> {
  const path = await newIncomingPath(folder, kind);
  ours.add(path);
  await writeFile(path, '');
  const pulse = setInterval(() => void refresh(path), HEARTBEAT_MS);
  pulse.unref();
  return {
    isValid: () => existsSync(path),
    remove: async () => {
      clearInterval(pulse);
      await rm(path, { force: true });
      ours.delete(path);
    },
  };
}

/** One that was removed stays so. */
async function refresh(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => {});
}

async function listLocks(folder: string, kind: 'use' | 'clean', now: number) {
  const all = await listIncoming(folder, now);
  const own = all.filter(({ path }) => path.endsWith(`.${kind}`));
  return own.map(({ path, ageMs }) => ({ path, isAlive: ageMs < EXPIRES_AFTER_MS }));
}

import { existsSync, lchownSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../errors.ts';
import { flushFolderSync } from '../flush.ts';
import { lockDatabase, lockFile, makeWritableFolder } from './database.ts';
import { DATABASES, MARKER, RESTORED } from './folder-marker.ts';

/** Drawn covers, which a backup does not have. */
const CACHE = 'covers';
/** What belongs to the old data, with its caches. The folders first: they may be mount points, which cannot be moved. Other files stay. */
const REPLACED: readonly string[] = [
  ...['media', CACHE],
  ...DATABASES.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  ...['secret', 'duplicates.json', 'snapshot.bin', MARKER],
];

/** Runs the work while no server can start on the folder. */
export async function withServerLock(folder: string, work: () => Promise<void>): Promise<void> {
  makeWritableFolder(folder);
  const lock = join(folder, 'server.lock');
  const isNew = !existsSync(lock);
  const release = lockFile(lock);
  if (!release)
    throw new OperatorError(`A server uses the data folder ${folder}, and nothing was changed: stop it first`);
  try {
    if (isNew) giveToOwner(folder, [lock]);
    await work();
  } finally {
    release();
  }
}

/**
 * Replaces the data of a folder by that of a verified folder inside it. The rename to `ludex-restored` is the commit: from then on no
 * command opens the folder, and what a kill interrupts, `finishRestore` completes. The old files are moved into the folder `old`.
 */
export function replaceData(folder: string, verified: string, old: string): void {
  const inside = readdirSync(verified, { recursive: true }).map((path) => join(verified, String(path)));
  giveToOwner(folder, [...inside, verified]);
  const release = lockDatabases(folder);
  try {
    renameSync(verified, join(folder, RESTORED));
    flushFolderSync(folder);
  } finally {
    // Before the files move: SQLite removes the WAL by its path.
    release();
  }
  try {
    moveOldFiles(folder, old);
  } catch (error) {
    throw undo(folder, old, error as Error);
  }
  moveNewFiles(folder);
}

/** Finishes what was interrupted, and returns whether there was something. */
export function finishRestore(folder: string, old: string): boolean {
  const restored = join(folder, RESTORED);
  if (!existsSync(restored)) return false;
  // The marker is moved first: as long as it is there, all other files of the folder are old.
  if (existsSync(join(restored, MARKER))) finishMovingOldFiles(folder, old);
  moveNewFiles(folder);
  return true;
}

function finishMovingOldFiles(folder: string, old: string): void {
  // Only the pictures may fail, and they are moved before the databases.
  const hasDatabases = DATABASES.every((name) => existsSync(join(folder, name)));
  try {
    moveOldFiles(folder, old);
  } catch (error) {
    if (hasDatabases) throw undo(folder, old, error as Error);
    throw new OperatorError(
      `An interrupted restore into ${folder} cannot be completed (${(error as Error).message}): unmount or move what is ` +
        `in the way, and run this again. All data of the backup is in ${join(folder, RESTORED)}`,
    );
  }
}

/** Gives up a restore whose old files are all in place. */
function undo(folder: string, old: string, { message }: Error): OperatorError {
  // At once: a kill while its files are removed one by one would leave some of them, which the next restore would move into place.
  renameSync(join(folder, RESTORED), join(old, RESTORED));
  return new OperatorError(
    `The data folder ${folder} cannot be replaced (${message}), and nothing was changed: ` +
      'restore into another folder with --data',
  );
}

/** If one cannot be moved, such as a mount point, those that were moved are moved back. */
function moveOldFiles(folder: string, target: string): void {
  try {
    for (const name of REPLACED) if (existsSync(join(folder, name))) moveOldFile(folder, target, name);
  } catch (error) {
    for (const name of readdirSync(target)) renameSync(join(target, name), join(folder, name));
    throw error;
  }
  flushFolderSync(folder);
}

function moveOldFile(folder: string, target: string, name: string): void {
  try {
    renameSync(join(folder, name), join(target, name));
  } catch (error) {
    if (name !== CACHE) throw error;
    for (const child of readdirSync(join(folder, name))) rmSync(join(folder, name, child), { recursive: true });
  }
}

function moveNewFiles(folder: string): void {
  const restored = join(folder, RESTORED);
  const names = readdirSync(restored).filter((name) => name !== MARKER);
  for (const name of existsSync(join(restored, MARKER)) ? [MARKER, ...names] : names)
    renameSync(join(restored, name), join(folder, name));
  rmdirSync(restored);
  // Before the old files are removed.
  flushFolderSync(folder);
}

function lockDatabases(folder: string): () => void {
  const releases: (() => void)[] = [];
  const releaseAll = () => {
    for (const release of releases) release();
  };
  for (const path of DATABASES.map((name) => join(folder, name)).filter((name) => existsSync(name))) {
    const release = lockDatabase(path);
    if (release) releases.push(release);
    else {
      releaseAll();
      throw new OperatorError(`Another program uses ${path}, and nothing was changed: try again when it has ended`);
    }
  }
  return releaseAll;
}

/** Root may restore the data of another user, who could not read it otherwise. */
function giveToOwner(folder: string, paths: readonly string[]): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  for (const path of paths) lchownSync(path, uid, gid);
}

import {
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../errors.ts';
import { lockDatabase, lockFile, makeWritableFolder } from './database.ts';
import { DATABASES, MARKER, RESTORED } from './folder-marker.ts';

/** What belongs to the old data, with its caches. Other files stay. */
const REPLACED: readonly string[] = [
  ...DATABASES.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  ...['secret', 'media', 'covers', 'duplicates.json', 'snapshot.bin', MARKER],
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
  for (const name of readdirSync(verified, { withFileTypes: true }))
    if (name.isFile()) flush(join(verified, name.name));
  const inside = readdirSync(verified, { recursive: true }).map((path) => join(verified, String(path)));
  giveToOwner(folder, [...inside, verified]);
  const release = lockDatabases(folder);
  try {
    renameSync(verified, join(folder, RESTORED));
  } finally {
    // Before the files move: SQLite removes the WAL by its path.
    release();
  }
  try {
    moveOldFiles(folder, old);
  } catch (error) {
    // A mount point inside the folder, for example, cannot be moved.
    for (const name of readdirSync(old)) renameSync(join(old, name), join(folder, name));
    // At once: a kill while its files are removed one by one would leave some of them, which the next restore would move into place.
    renameSync(join(folder, RESTORED), verified);
    throw new OperatorError(
      `The data folder ${folder} cannot be replaced (${(error as Error).message}), and nothing was changed: ` +
        'restore into another folder with --data',
    );
  }
  moveNewFiles(folder);
}

/** Finishes what was interrupted, if anything. */
export function finishRestore(folder: string, old: string): void {
  if (!existsSync(join(folder, RESTORED))) return;
  // The marker is moved first: as long as it is there, all other files of the folder are old.
  if (existsSync(join(folder, RESTORED, MARKER))) moveOldFiles(folder, old);
  moveNewFiles(folder);
}

function moveOldFiles(folder: string, target: string): void {
  for (const name of readdirSync(folder))
    if (REPLACED.includes(name)) renameSync(join(folder, name), join(target, name));
}

function moveNewFiles(folder: string): void {
  const restored = join(folder, RESTORED);
  const names = readdirSync(restored).filter((name) => name !== MARKER);
  for (const name of existsSync(join(restored, MARKER)) ? [MARKER, ...names] : names)
    renameSync(join(restored, name), join(folder, name));
  rmdirSync(restored);
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

/** A power failure must not take the new file after the old one was removed. */
function flush(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findOldestKeeper, removeLeftovers } from './incoming.ts';

export interface Cleaned {
  /** Pictures that nothing speaks of any more, with their thumbnails. */
  pictures: number;
  files: number;
  bytes: number;
  /** Pictures that stay. */
  kept: number;
}

export interface CleanOptions {
  now: number;
  /** Count, and remove nothing. */
  dryRun?: boolean;
}

const FOLDER = /^[0-9a-f]{2}$/;
const FILE = /^([0-9a-f]{62})(-\d+)?\.[a-z]+$/;
/** The clock of a file system may lag a little behind. */
const CLOCK_MS = 1000;

/**
 * Removes the pictures that nobody speaks of. Who imports meanwhile loses none: what was kept or found again since the
 * oldest import that is under way began stays, and who begins now is younger than that.
 */
export async function cleanMedia(
  folder: string,
  readNamed: () => Promise<ReadonlySet<string>>,
  { now, dryRun = false }: CleanOptions,
): Promise<Cleaned> {
  const before = Math.min(now, (await findOldestKeeper(folder, now)) ?? now) - CLOCK_MS;
  const named = await readNamed();
  const removed = { files: 0, bytes: 0 };
  const gone = new Set<string>();
  const kept = new Set<string>();
  for await (const { sha256, path } of listFiles(folder)) {
    const found = named.has(sha256) ? undefined : await stat(path).catch(() => undefined);
    if (!found || found.mtimeMs >= before) {
      kept.add(sha256);
      continue;
    }
    if (!dryRun) await rm(path, { force: true });
    gone.add(sha256);
    removed.files++;
    removed.bytes += found.size;
  }
  if (!dryRun) await removeLeftovers(folder, now);
  return { pictures: gone.size, ...removed, kept: kept.size };
}

/** How many pictures there are. */
export async function countPictures(folder: string): Promise<number> {
  let count = 0;
  for await (const { isThumbnail } of listFiles(folder)) count += Number(!isThumbnail);
  return count;
}

/** Pictures and thumbnails; whatever else lies there is none of ours. */
async function* listFiles(folder: string) {
  const folders = await readdir(folder).catch((): string[] => []);
  for (const first of folders.filter((name) => FOLDER.test(name)).toSorted()) {
    for (const name of (await readdir(join(folder, first))).toSorted()) {
      const [, rest, width] = FILE.exec(name) ?? [];
      if (rest === undefined) continue;
      yield { sha256: first + rest, path: join(folder, first, name), isThumbnail: width !== undefined };
    }
  }
}

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pruneJournal } from './fetched.ts';
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
/** The letters of a SHA-256 that are not the name of the folder. */
const REST = 62;
const FILE = /^[0-9a-f]{62}(-\d+)?\.[a-z]+$/;
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
  const oldest = await findOldestKeeper(folder, now);
  const before = Math.min(now, oldest ?? now) - CLOCK_MS;
  const named = await readNamed();
  const removed = { files: 0, bytes: 0 };
  const pictures = { gone: 0, kept: 0 };
  for await (const { sha256, paths } of listPictures(folder)) {
    const files = named.has(sha256) ? [] : await measure(paths);
    // Who finds a picture again says so of the picture alone; its thumbnails stay with it.
    const isLeft = files.length > 0 && files.every(({ changedMs }) => changedMs < before);
    pictures[isLeft ? 'gone' : 'kept']++;
    for (const { path, bytes } of isLeft ? files : []) {
      if (!dryRun) await rm(path, { force: true });
      removed.files++;
      removed.bytes += bytes;
    }
  }
  if (!dryRun) await removeLeftovers(folder, now);
  // Whoever imports now may write into it.
  if (!dryRun && oldest === undefined) await pruneJournal(folder);
  return { pictures: pictures.gone, ...removed, kept: pictures.kept };
}

async function measure(paths: readonly string[]) {
  const files = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found) files.push({ path, bytes: found.size, changedMs: found.mtimeMs });
  }
  return files;
}

/** How many pictures there are. */
export async function countPictures(folder: string): Promise<number> {
  let count = 0;
  for await (const { hasOriginal } of listPictures(folder)) count += Number(hasOriginal);
  return count;
}

/** Pictures with their thumbnails; whatever else lies there is none of ours. */
async function* listPictures(folder: string) {
  const folders = await readdir(folder).catch((): string[] => []);
  for (const first of folders.filter((name) => FOLDER.test(name)).toSorted()) {
    const names = (await readdir(join(folder, first))).toSorted().filter((name) => FILE.test(name));
    for (const [rest, files] of Map.groupBy(names, (name) => name.slice(0, REST))) {
      yield {
        sha256: first + rest,
        paths: files.map((name) => join(folder, first, name)),
        hasOriginal: files.some((name) => name[REST] === '.'),
      };
    }
  }
}

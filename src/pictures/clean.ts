import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../store/store.ts';
import { findPictureHashes } from './addresses.ts';
import { pruneJournal } from './fetched.ts';
import { acquireCleaningLock } from './folder-marks.ts';
import { removeLeftovers } from './incoming.ts';

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
  /** The pictures that are needed, by SHA-256. */
  readReferenced: () => Promise<ReadonlySet<string>>;
  /** Fails when the catalog is no longer locked. */
  checkLock?: () => Promise<unknown>;
  /** Count, and remove nothing. */
  dryRun?: boolean;
}

const FOLDER = /^[0-9a-f]{2}$/;
/** The letters of a SHA-256 that are not the name of the folder. */
const REST = 62;
const FILE = /^[0-9a-f]{62}(-\d+)?\.[a-z]+$/;
/** A lock that is not used for ten minutes may be failures. */
const PICTURES_PER_CHECK = 1000;

/** Removes the pictures that the catalog does not name, and would not if the last import were undone. */
export function cleanPictures(
  store: Store,
  folder: string,
  options: Pick<CleanOptions, 'now' | 'dryRun'>,
): Promise<Cleaned> {
  // Nothing is written: the transaction keeps imports from committing.
  return store.catalog.write((writer) =>
    cleanPictureFolder(folder, {
      ...options,
      readReferenced: () => readReferenced(store),
      checkLock: () => writer.listSources(),
    }),
  );
}

async function readReferenced(store: Store): Promise<Set<string>> {
  const named = new Set<string>();
  await store.catalog.visitPictureTexts((text) => {
    for (const sha256 of findPictureHashes(text)) named.add(sha256);
  });
  return named;
}

/**
 * Removes the pictures that nobody needs. The caller has locked the catalog, so that no import commits meanwhile; an import
 * that comes later looks for its pictures once more before it commits.
 */
export async function cleanPictureFolder(folder: string, options: CleanOptions): Promise<Cleaned> {
  if (!existsSync(folder)) return { pictures: 0, files: 0, bytes: 0, kept: 0 };
  const lock = await acquireCleaningLock(folder, options.now);
  try {
    return await removeUnreferenced(folder, options);
  } finally {
    await lock.remove();
  }
}

async function removeUnreferenced(
  folder: string,
  { now, readReferenced, checkLock, dryRun = false }: CleanOptions,
): Promise<Cleaned> {
  const named = await readReferenced();
  const cleaned = { pictures: 0, files: 0, bytes: 0, kept: 0 };
  for await (const { sha256, paths } of listPictures(folder)) {
    if (named.has(sha256)) {
      cleaned.kept++;
      continue;
    }
    if (cleaned.pictures++ % PICTURES_PER_CHECK === 0) await checkLock?.();
    for (const path of paths) {
      cleaned.files++;
      cleaned.bytes += (await stat(path).catch(() => undefined))?.size ?? 0;
      if (!dryRun) await rm(path, { force: true });
    }
  }
  if (!dryRun) await removeLeftovers(folder, now);
  if (!dryRun) await pruneJournal(folder);
  return cleaned;
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

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problems } from '../store/problems.ts';
import type { Store } from '../store/store.ts';
import { removePartialFiles } from './incoming.ts';
import { ORIGINAL_TYPES } from './picture-files.ts';
import { findPictureHashes } from './picture-paths.ts';
import { pruneJournal } from './remote-pictures.ts';

export interface Cleaned {
  /** Removed pictures, not counting their thumbnails. */
  pictures: number;
  files: number;
  bytes: number;
  /** Remaining pictures, with those that were added within the last day. */
  kept: number;
}

const FOLDER = /^[0-9a-f]{2}$/;
/** The part of a SHA-256 after the two digits of the folder. */
const REST_LENGTH = 62;
const FILE = /^[0-9a-f]{62}(-\d+)?\.[a-z]+$/;
const ORIGINAL = /[0-9a-f]{62}\.[a-z]+$/;
/** An import that is running, an export or a backup may still need pictures that nothing refers to. */
const SPARED_MS = 24 * 60 * 60 * 1000;
/** The lock may be lost if it is not used for ten minutes. */
const PICTURES_PER_CHECK = 1000;

/**
 * Removes the pictures that neither the catalog nor its state before the last import references, and that are a day old. A dry
 * run only counts. An import that commits later checks its pictures again before it does.
 */
export function cleanPictures(
  store: Store,
  folder: string,
  { now, dryRun = false }: { now: number; dryRun?: boolean },
): Promise<Cleaned> {
  // The transaction writes nothing: it only blocks imports from committing.
  return store.catalog.write(async (writer) => {
    const named = new Set<string>();
    for await (const text of writer.listPictureTexts()) for (const sha256 of findPictureHashes(text)) named.add(sha256);
    const cleaned = { pictures: 0, files: 0, bytes: 0, kept: 0 };
    for await (const { sha256, paths } of listPictures(folder)) {
      const files = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
      if (named.has(sha256) || files.some((file) => file && now - file.mtimeMs < SPARED_MS)) {
        cleaned.kept++;
        continue;
      }
      // Fails if the catalog is no longer locked.
      if (cleaned.pictures++ % PICTURES_PER_CHECK === 0) await writer.listSources();
      for (const [i, path] of paths.entries()) {
        cleaned.files++;
        cleaned.bytes += files[i]?.size ?? 0;
        if (!dryRun) await rm(path, { force: true });
      }
    }
    if (!dryRun) await removePartialFiles(folder, now);
    if (!dryRun) await pruneJournal(folder);
    return cleaned;
  });
}

/**
 * Checks that all these pictures are in the folder, and that each picture has the SHA-256 of its name. Thumbnails and copies have
 * no hash of their own. Returns the number of pictures. Changes nothing.
 */
export async function checkPictures(
  folder: string,
  referenced: ReadonlySet<string>,
  problems: Problems,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  const total = await countPictures(folder);
  const found = new Set<string>();
  for await (const { sha256, paths } of listPictures(folder)) {
    const original = findOriginal(paths);
    if (original === undefined) continue;
    found.add(sha256);
    onProgress(found.size, total);
    if ((await hashFile(original)) !== sha256) problems.add('pictures that differ from their hash', original);
  }
  for (const sha256 of referenced.difference(found)) problems.add('pictures that are missing', sha256);
  return found.size;
}

/** Beside a picture of a modern type there may be copies of it in common types. */
function findOriginal(paths: readonly string[]): string | undefined {
  const originals = paths.filter((path) => ORIGINAL.test(path));
  return ORIGINAL_TYPES.flatMap((type) => originals.find((path) => path.endsWith(`.${type}`)) ?? [])[0];
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

export async function countPictures(folder: string): Promise<number> {
  let count = 0;
  for await (const { paths } of listPictures(folder)) count += Number(findOriginal(paths) !== undefined);
  return count;
}

/** Pictures with their thumbnails. Ignores other files. */
async function* listPictures(folder: string) {
  const folders = await readdir(folder).catch((): string[] => []);
  for (const first of folders.filter((name) => FOLDER.test(name)).toSorted()) {
    const names = (await readdir(join(folder, first))).toSorted().filter((name) => FILE.test(name));
    for (const [rest, files] of Map.groupBy(names, (name) => name.slice(0, REST_LENGTH))) {
      yield { sha256: first + rest, paths: files.map((name) => join(folder, first, name)) };
    }
  }
}

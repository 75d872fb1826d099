import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Problems } from '../store/problems.ts';
import { countPictures, listPictures } from './clean.ts';
import { ORIGINAL_TYPES } from './picture-files.ts';

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
    const original = findOriginal(sha256, paths);
    if (original === undefined) continue;
    found.add(sha256);
    onProgress(found.size, total);
    if ((await hashFile(original)) !== sha256) problems.add('pictures that differ from their hash', original);
  }
  for (const sha256 of referenced.difference(found)) problems.add('pictures that are missing', sha256);
  return found.size;
}

/** Beside a picture of a modern type there may be copies of it in common types. */
function findOriginal(sha256: string, paths: readonly string[]): string | undefined {
  const names = ORIGINAL_TYPES.map((type) => `${sha256.slice(2)}.${type}`);
  return names.flatMap((name) => paths.find((path) => path.endsWith(name)) ?? [])[0];
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { listPictures } from '../../src/pictures/clean.ts';
import { removePartialFiles } from '../../src/pictures/incoming.ts';

/** Made on request: an import writes thumbnails as WebP. */
const VARIANTS = ['-320.png', '-640.png', '-320.jpg', '-640.jpg'];
const MADE = /-\d+\.(png|jpg)$/;

/** Removes the thumbnails that a server has made, and returns the paths of all that it can make. */
export async function forgetThumbnails(media: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const picture of listPictures(media)) {
    for (const path of picture.paths) if (MADE.test(path)) rmSync(path);
    const stem = `/media/${picture.sha256.slice(0, 2)}/${picture.sha256.slice(2)}`;
    if (picture.hasOriginal) paths.push(...VARIANTS.map((variant) => stem + variant));
  }
  return paths;
}

/** Every thumbnail is complete, and the next start removes what is not. Returns the number of incomplete ones. */
export async function assertThumbnails(media: string): Promise<number> {
  for await (const { paths } of listPictures(media))
    for (const path of paths.filter((one) => MADE.test(one))) await sharp(path).stats();
  const partials = listPartials(media);
  await removePartialFiles(media);
  assert.deepEqual(listPartials(media), []);
  return partials.length;
}

function listPartials(media: string): string[] {
  try {
    return readdirSync(join(media, 'incoming')).filter((name) => name.endsWith('.partial'));
  } catch {
    return [];
  }
}

import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MediaLine, StoredMediaLine } from '../../bundle/lines.ts';
import { OperatorError } from '../../errors.ts';
import { parsePicturePath, pictureFile } from '../../pictures/picture-paths.ts';
import type { StoredPicture } from '../../pictures/picture-store.ts';

/** Puts pictures of our own into a bundle: each file once, under its SHA-256, with the line that speaks of it. */
export function openPictureExport(mediaFolder: string | undefined, bundleFolder: string) {
  const copied = new Set<string>();
  const toBundlePicture = async <P extends StoredPicture>(picture: P) => {
    const { image, thumbnail_image: _thumbnail, width: _width, height: _height, ...about } = picture;
    const name = parsePicturePath(image);
    if (!name) return picture;
    if (mediaFolder === undefined) throw new Error(`nobody said where ${image} lies`);
    const file = `media/${name.sha256}.${name.type}`;
    if (!copied.has(file)) await copyPicture(pictureFile(mediaFolder, name), join(bundleFolder, file), image);
    copied.add(file);
    return { ...about, file, sha256: name.sha256 };
  };
  return async ({ screenshots, cover_groups, ...about }: StoredMediaLine): Promise<MediaLine> => ({
    ...about,
    ...(screenshots && { screenshots: await inTurn(screenshots, toBundlePicture) }),
    ...(cover_groups && {
      cover_groups: await inTurn(cover_groups, async (group) => ({
        ...group,
        covers: await inTurn(group.covers, toBundlePicture),
      })),
    }),
  });
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done = [];
  for (const item of items) done.push(await work(item));
  return done;
}

async function copyPicture(from: string, to: string, address: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new OperatorError(`The catalog speaks of ${address}, but ${from} is missing: put it back from a backup`);
  }
}

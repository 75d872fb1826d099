import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MediaLine, StoredMediaLine } from '../../bundle/lines.ts';
import { createFolder } from '../../create-folder.ts';
import { OperatorError } from '../../errors.ts';
import { parsePicturePath, pictureFile } from '../../pictures/picture-paths.ts';
import type { StoredPicture } from '../../pictures/picture-store.ts';

/** Copies stored pictures into a bundle, each file once, and returns media lines with files instead of paths. */
export function openPictureExport(mediaFolder: string | undefined, bundleFolder: string) {
  const copied = new Set<string>();
  const toBundlePicture = async <P extends StoredPicture>(picture: P) => {
    const { image, thumbnail_image: _thumbnail, width: _width, height: _height, ...rest } = picture;
    const name = parsePicturePath(image);
    if (!name) return picture;
    if (mediaFolder === undefined) throw new Error(`the export needs the folder of ${image}`);
    const file = `media/${name.sha256}.${name.type}`;
    if (!copied.has(file)) await copyPicture(pictureFile(mediaFolder, name), join(bundleFolder, file), image);
    copied.add(file);
    return { ...rest, file, sha256: name.sha256 };
  };
  return async ({ screenshots, cover_groups, ...rest }: StoredMediaLine): Promise<MediaLine> => ({
    ...rest,
    ...(screenshots && { screenshots: await Array.fromAsync(screenshots, toBundlePicture) }),
    ...(cover_groups && {
      cover_groups: await Array.fromAsync(cover_groups, async (group) => ({
        ...group,
        covers: await Array.fromAsync(group.covers, toBundlePicture),
      })),
    }),
  });
}

async function copyPicture(from: string, to: string, path: string): Promise<void> {
  createFolder(dirname(to));
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new OperatorError(`The catalog refers to ${path}, but ${from} is missing; restore it from a backup`);
  }
}

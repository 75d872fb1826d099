import { hash } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { open, readFile, rename, rm, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFolder } from '../create-folder.ts';
import { makeQueue } from '../queue.ts';
import { newIncomingPath } from './incoming.ts';
import { inspectPicture, makeThumbnail, type PictureInfo } from './inspect.ts';
import { listWidths, type PictureName, parsePicturePath, pictureFile, picturePath } from './picture-paths.ts';

/** The fields of a stored picture in a record. */
export interface StoredPicture {
  image: string;
  thumbnail_image: string;
  width: number;
  height: number;
}

/** Adds pictures to the folder. */
export interface PictureStore {
  /** Throws a PictureError if the file is not a supported picture. */
  add(bytes: Buffer): Promise<StoredPicture>;
  /** A stored picture by its path. */
  find(image: string): Promise<StoredPicture | undefined>;
  /** Whether the file of a picture exists. Always true in a dry run, which stores none. */
  has(image: string): boolean;
  /** Flushes to disk (fsync), so that all added pictures survive a power failure. */
  sync(): Promise<void>;
}

export interface PictureStoreOptions {
  /** If false, thumbnails are created on the first request, and damaged pictures are not detected. */
  withThumbnails?: boolean;
}

export function openPictureStore(folder: string, { withThumbnails = true }: PictureStoreOptions = {}): PictureStore {
  const written = new Set<string>();
  return {
    add: async (bytes) => {
      const picture = await describePicture(bytes);
      const exists = existsSync(pictureFile(folder, picture.name));
      if (!exists || (withThumbnails && !hasThumbnails(folder, picture))) {
        await writePicture(folder, picture, bytes, withThumbnails);
        written.add(dirname(pictureFile(folder, picture.name)));
      }
      if (exists) await spare(folder, picture.name);
      return toStored(picture);
    },
    find: async (image) => {
      const name = parsePicturePath(image);
      if (name) await spare(folder, name);
      return findStored(folder, image);
    },
    sync: async () => {
      for (const path of written.size > 0 ? [folder, ...written] : []) await flushFolder(path);
      written.clear();
    },
    has: (image) => hasFile(folder, image),
  };
}

/** Checks pictures like `openPictureStore` and writes none. */
export function openDryRunPictureStore(folder: string): PictureStore {
  const seen = new Map<string, StoredPicture>();
  return {
    add: async (bytes) => {
      const picture = await describePicture(bytes);
      await makeThumbnails(picture, bytes);
      const stored = toStored(picture);
      seen.set(stored.image, stored);
      return stored;
    },
    find: async (image) => seen.get(image) ?? findStored(folder, image),
    has: () => true,
    sync: async () => {},
  };
}

/** For a day, no cleaning removes the picture. An import that loses one nevertheless sees it before it commits. */
async function spare(folder: string, name: PictureName): Promise<void> {
  const now = new Date();
  await utimes(pictureFile(folder, name), now, now).catch(() => {});
}

/** Opens the file instead of checking its existence: NFS answers the latter from a cache. */
function hasFile(folder: string, image: string): boolean {
  const name = parsePicturePath(image);
  if (!name) return false;
  try {
    closeSync(openSync(pictureFile(folder, name), 'r'));
    return true;
  } catch {
    return false;
  }
}

async function findStored(folder: string, image: string): Promise<StoredPicture | undefined> {
  const name = parsePicturePath(image);
  if (!name || name.width !== undefined) return undefined;
  const bytes = await readFile(pictureFile(folder, name)).catch(() => undefined);
  if (!bytes) return undefined;
  return toStored({ ...(await inspectPicture(bytes)), name });
}

interface Picture extends PictureInfo {
  name: PictureName;
}

async function describePicture(bytes: Buffer): Promise<Picture> {
  const inspected = await inspectPicture(bytes);
  return { ...inspected, name: { sha256: hash('sha256', bytes, 'hex'), type: inspected.type } };
}

function toStored({ name, width, height }: Picture): StoredPicture {
  const [first] = listWidths(width);
  const thumbnail: PictureName = { sha256: name.sha256, width: first as number, type: 'webp' };
  return { image: picturePath(name), thumbnail_image: picturePath(thumbnail), width, height };
}

/** Writes the picture after its thumbnails, so that a complete set proves that the picture could be decoded. */
async function writePicture(folder: string, picture: Picture, bytes: Buffer, withThumbnails: boolean): Promise<void> {
  const made = withThumbnails ? await makeThumbnails(picture, bytes) : [];
  for (const { name, thumbnail } of made) await writeFileAtomically(folder, pictureFile(folder, name), thumbnail);
  await writeFileAtomically(folder, pictureFile(folder, picture.name), bytes);
}

/** Pictures stored without thumbnails may lack them. */
function hasThumbnails(folder: string, { name: { sha256 }, width: pictureWidth }: Picture): boolean {
  return listWidths(pictureWidth).every((width) => existsSync(pictureFile(folder, { sha256, width, type: 'webp' })));
}

/** Larger pictures are decoded one at a time: a file of half a megabyte may need 700 MB of memory. */
const LARGE_PIXELS = 16_000_000;
const largePictures = makeQueue(1);

function makeThumbnails({ name: { sha256 }, width: pictureWidth, height }: Picture, bytes: Buffer) {
  const make = () =>
    Array.fromAsync(listWidths(pictureWidth), async (width) => {
      const name: PictureName = { sha256, width, type: 'webp' };
      return { name, thumbnail: await makeThumbnail(bytes, width, 'webp') };
    });
  return pictureWidth * height < LARGE_PIXELS ? make() : largePictures.run(make);
}

/** Writes a temporary file and renames it, so that the path never has a partial file. */
export async function writeFileAtomically(folder: string, path: string, bytes: Buffer): Promise<void> {
  const partial = await newIncomingPath(folder);
  createFolder(dirname(path));
  try {
    const file = await open(partial, 'wx', 0o644);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Flushes the names in a folder to disk. Not every system supports it. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

import { hash } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from '../errors.ts';
import { listWidths, type PictureName, parsePicturePath, pictureFile, picturePath } from './addresses.ts';
import { acquireSharedLock, type FolderLock } from './folder-marks.ts';
import { newIncomingPath } from './incoming.ts';
import { inspectPicture, type PictureInfo } from './inspect.ts';
import { openQueue } from './parallel.ts';
import { makeThumbnail } from './thumbnails.ts';

/** A picture of our own, as a record speaks of it. */
interface StoredPicture {
  image: string;
  thumbnail_image: string;
  width: number;
  height: number;
}

/** Takes pictures in. From the first one on until it is closed, no picture is cleaned away. */
export interface PictureStore {
  /** Throws a PictureError where it is nothing that can be shown. */
  add(bytes: Buffer): Promise<StoredPicture>;
  /** A picture that was kept before, by its address. */
  find(image: string): Promise<StoredPicture | undefined>;
  /** Whether the file of a picture is there; a dry run keeps none, and says yes. */
  has(image: string): boolean;
  /** From here on all that was kept survives a power cut. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface PictureStoreOptions {
  /** False: those of new pictures are made when somebody asks for them, and pictures that are damaged are not found out. */
  makesThumbnails?: boolean;
}

export function openPictureStore(folder: string, { makesThumbnails = true }: PictureStoreOptions = {}): PictureStore {
  const written = new Set<string>();
  let lock: Promise<FolderLock> | undefined;
  const begin = () => {
    lock ??= acquireSharedLock(folder);
    return lock;
  };
  return {
    add: async (bytes) => {
      await begin();
      const picture = await describePicture(bytes);
      const isThere = existsSync(pictureFile(folder, picture.name));
      if (!isThere || (makesThumbnails && !hasThumbnails(folder, picture))) {
        await orFullDisk(() => writePicture(folder, picture, bytes, makesThumbnails));
        written.add(dirname(pictureFile(folder, picture.name)));
      }
      return toKept(picture);
    },
    find: async (image) => {
      await begin();
      return findKept(folder, image);
    },
    sync: async () => {
      for (const path of written.size > 0 ? [folder, ...written] : []) await syncFolder(path);
      written.clear();
    },
    has: (image) => hasFile(folder, image),
    close: async () => (await lock)?.remove(),
  };
}

/** Looks at pictures as closely, and keeps none. */
export function openDryRunPictureStore(folder: string): PictureStore {
  const seen = new Map<string, StoredPicture>();
  return {
    add: async (bytes) => {
      const picture = await describePicture(bytes);
      await makeThumbnails(picture, bytes);
      const kept = toKept(picture);
      seen.set(kept.image, kept);
      return kept;
    },
    find: async (image) => seen.get(image) ?? findKept(folder, image),
    has: () => true,
    sync: async () => {},
    close: async () => {},
  };
}

/** Opened, and not only looked up: over NFS that asks the server. */
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

async function findKept(folder: string, image: string): Promise<StoredPicture | undefined> {
  const name = parsePicturePath(image);
  if (!name || name.width !== undefined) return undefined;
  const bytes = await readFile(pictureFile(folder, name)).catch(() => undefined);
  if (!bytes) return undefined;
  return toKept({ ...(await inspectPicture(bytes)), name });
}

interface Picture extends PictureInfo {
  name: PictureName;
}

async function describePicture(bytes: Buffer): Promise<Picture> {
  const inspected = await inspectPicture(bytes);
  return { ...inspected, name: { sha256: hash('sha256', bytes, 'hex'), type: inspected.type } };
}

function toKept({ name, width, height }: Picture): StoredPicture {
  const [first] = listWidths(width);
  const thumbnail: PictureName = { sha256: name.sha256, width: first as number, type: 'webp' };
  return { image: picturePath(name), thumbnail_image: picturePath(thumbnail), width, height };
}

/** The picture itself comes last: where it is with its thumbnails, it has been decoded to its end. */
async function writePicture(folder: string, picture: Picture, bytes: Buffer, withThumbnails: boolean): Promise<void> {
  const made = withThumbnails ? await makeThumbnails(picture, bytes) : [];
  for (const { name, thumbnail } of made) await writePictureFile(folder, name, thumbnail);
  await writePictureFile(folder, picture.name, bytes);
}

/** Those of pictures that came without may be missing. */
function hasThumbnails(folder: string, { name: { sha256 }, width: pictureWidth }: Picture): boolean {
  return listWidths(pictureWidth).every((width) => existsSync(pictureFile(folder, { sha256, width, type: 'webp' })));
}

/** From so many pixels on a picture is decoded alone: a file of half a megabyte may need 700 MB of memory. */
const LARGE_PIXELS = 16_000_000;
const largeOnes = openQueue(1);

function makeThumbnails(picture: Picture, bytes: Buffer) {
  const make = () => makeEach(picture, bytes);
  return picture.width * picture.height < LARGE_PIXELS ? make() : largeOnes.run(make);
}

async function makeEach(picture: Picture, bytes: Buffer) {
  const {
    name: { sha256 },
    width: pictureWidth,
  } = picture;
  const made: { name: PictureName; thumbnail: Buffer }[] = [];
  for (const width of listWidths(pictureWidth)) {
    const name: PictureName = { sha256, width, type: 'webp' };
    // The first one is always made: this is where all of the picture is decoded.
    const isThere = made.length > 0 && width >= pictureWidth && isSmall(picture, bytes);
    made.push({ name, thumbnail: isThere ? bytes : await makeThumbnail(bytes, width, 'webp') });
  }
  return made;
}

const SMALL_BYTES = 100_000;

/** As good as any thumbnail of its size that could be made of it. */
function isSmall({ type, hasDefaultColors }: Picture, { length }: Buffer): boolean {
  return type === 'webp' && hasDefaultColors && length <= SMALL_BYTES;
}

export async function writePictureFile(folder: string, name: PictureName, bytes: Buffer): Promise<void> {
  await writeFileAtomically(folder, pictureFile(folder, name), bytes);
}

/** Either the whole file is there under its name, or nothing. */
export async function writeFileAtomically(folder: string, path: string, bytes: Buffer): Promise<void> {
  const partial = await newIncomingPath(folder);
  await mkdir(dirname(path), { recursive: true });
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

/** Makes the names in a folder last. Not every system can. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

const FULL = /^(ENOSPC|EDQUOT|EFBIG)$/;

async function orFullDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!FULL.test(code)) throw error;
    throw new OperatorError(
      `A picture could not be written, there is no room for it (${code}): make room and try again; nothing was imported`,
    );
  }
}

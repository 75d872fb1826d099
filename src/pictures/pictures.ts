import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import {
  COMMON_TYPES,
  MODERN_TYPES,
  type PictureName,
  type PictureType,
  pictureFile,
  picturePath,
} from './addresses.ts';
import { writePictureFile } from './keep.ts';
import { openQueue } from './parallel.ts';
import { makeCopy, makeThumbnail } from './thumbnails.ts';

/** The pictures as a serving thread hands them out. */
export interface Pictures {
  /** Undefined: there is no such picture. A thumbnail or copy that is missing is made. */
  find(name: PictureName): Promise<Found | undefined>;
}

interface Found {
  path: string;
  size: number;
  /** Of one that was made a moment ago, and perhaps could not be kept. */
  bytes?: Buffer;
}

/** Too many thumbnails and copies are asked for that have yet to be made. */
export class PicturesBusy extends Error {}

/** One thread answers requests and makes pictures beside: a few at once would keep all cores from answering. */
const MAX_CONCURRENT = 1;
const MAX_QUEUED = 100;

/** A picture that cannot be made or kept is told to the operator. */
type OnProblem = (error: unknown, address: string) => void;

export function openPictures(folder: string, onProblem: OnProblem): Pictures {
  const queue = openQueue(MAX_CONCURRENT);
  const making = new Map<string, Promise<Found | undefined>>();
  /** Who asks for what is being made waits for the same. */
  const createOnce = (name: PictureName) => {
    const address = picturePath(name);
    const begun = making.get(address);
    if (begun) return begun;
    if (queue.waiting >= MAX_QUEUED) throw new PicturesBusy();
    const made = queue.run(() => make(folder, name, onProblem)).finally(() => making.delete(address));
    making.set(address, made);
    return made;
  };
  return {
    find: async (name) => (await findFile(folder, name)) ?? (isDerived(name) ? createOnce(name) : undefined),
  };
}

function isDerived({ width, type }: PictureName): boolean {
  return width !== undefined || COMMON_TYPES.some((common) => common === type);
}

/**
 * Into the folder, so that it is made once for all threads, machines and days to come. Where that may not be written, or is
 * full, who asked gets it all the same; a picture that was damaged since it came has none.
 */
async function make(folder: string, name: PictureName, onProblem: OnProblem): Promise<Found | undefined> {
  const { sha256, width, type } = name;
  const original = await readOriginal(folder, sha256);
  // A picture that every program reads has no copies.
  if (!original || (width === undefined && !MODERN_TYPES.includes(original.type))) return undefined;
  const tell = (error: unknown) => onProblem(error, picturePath(name));
  const made = width === undefined ? makeCopy(original.bytes, type) : makeThumbnail(original.bytes, width, type);
  const bytes = await made.catch(tell);
  if (!bytes) return undefined;
  await writePictureFile(folder, name, bytes).catch(tell);
  return { path: pictureFile(folder, name), size: bytes.length, bytes };
}

/** Those first that have copies: a file of a common type beside them is none. */
const ORIGINAL_TYPES: readonly PictureType[] = [...MODERN_TYPES, 'gif', ...COMMON_TYPES];

async function readOriginal(folder: string, sha256: string): Promise<{ bytes: Buffer; type: PictureType } | undefined> {
  for (const type of ORIGINAL_TYPES) {
    const bytes = await readFile(pictureFile(folder, { sha256, type })).catch(() => undefined);
    if (bytes) return { bytes, type };
  }
  return undefined;
}

async function findFile(folder: string, name: PictureName): Promise<Found | undefined> {
  const path = pictureFile(folder, name);
  const found: Stats | undefined = await stat(path).catch(() => undefined);
  return found?.isFile() ? { path, size: found.size } : undefined;
}

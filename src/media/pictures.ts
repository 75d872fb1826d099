import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { addressOf, CONTENT_TYPES, fileOf, type PictureName, type PictureType } from './addresses.ts';
import { writeWhole } from './keep.ts';
import { openQueue } from './parallel.ts';
import { makeThumbnail } from './thumbnails.ts';

/** The pictures as a serving thread hands them out. */
export interface Pictures {
  /** Undefined: there is no such picture. A thumbnail that is missing is made. */
  find(name: PictureName): Promise<Found | undefined>;
}

interface Found {
  path: string;
  size: number;
}

/** Too many thumbnails are asked for that have yet to be made. */
export class PicturesBusy extends Error {}

/** One thread answers requests and makes thumbnails beside: a few at once would keep all cores from answering. */
const MADE_AT_ONCE = 1;
const MOST_WAITING = 100;

export function openPictures(folder: string): Pictures {
  const queue = openQueue(MADE_AT_ONCE);
  const making = new Map<string, Promise<Found | undefined>>();
  /** Who asks for what is being made waits for the same. */
  const makeOnce = (name: PictureName) => {
    const address = addressOf(name);
    const begun = making.get(address);
    if (begun) return begun;
    if (queue.waiting >= MOST_WAITING) throw new PicturesBusy();
    const made = queue.run(() => make(folder, name)).finally(() => making.delete(address));
    making.set(address, made);
    return made;
  };
  return {
    find: async (name) => (await findFile(folder, name)) ?? (name.width === undefined ? undefined : makeOnce(name)),
  };
}

/** Into the folder, so that it is made once for all threads, machines and days to come. */
async function make(folder: string, name: PictureName): Promise<Found | undefined> {
  const bytes = await readOriginal(folder, name.sha256);
  if (!bytes) return undefined;
  await writeWhole(folder, name, await makeThumbnail(bytes, name.width as number, name.type));
  return findFile(folder, name);
}

async function readOriginal(folder: string, sha256: string): Promise<Buffer | undefined> {
  for (const type of Object.keys(CONTENT_TYPES) as PictureType[]) {
    const bytes = await readFile(fileOf(folder, { sha256, type })).catch(() => undefined);
    if (bytes) return bytes;
  }
  return undefined;
}

async function findFile(folder: string, name: PictureName): Promise<Found | undefined> {
  const path = fileOf(folder, name);
  const found: Stats | undefined = await stat(path).catch(() => undefined);
  return found?.isFile() ? { path, size: found.size } : undefined;
}

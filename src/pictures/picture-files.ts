import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { makeCoalescingQueue, PicturesBusy } from './concurrency.ts';
import type { MakePicture } from './inspect.ts';
import {
  COMMON_TYPES,
  MODERN_TYPES,
  type PictureName,
  type PictureType,
  pictureFile,
  picturePath,
} from './picture-paths.ts';
import { writePictureFile } from './picture-store.ts';

export type PictureFiles = ReturnType<typeof openPictureFiles>;

interface Found {
  path: string;
  size: number;
  /** The content of a file that was just created and perhaps could not be written. */
  bytes?: Buffer;
}

/** Per serving thread: more would leave no CPU for other requests. */
const MAX_CONCURRENT = 1;
const MAX_QUEUED = 100;

/** Reports a picture that cannot be created or written. */
type OnProblem = (error: unknown, address: string) => void;

/** Finds the files of pictures to serve. */
export function openPictureFiles(folder: string, make: MakePicture, onProblem: OnProblem) {
  const createOnce = makeCoalescingQueue<Found | undefined>(MAX_CONCURRENT, MAX_QUEUED);
  return {
    /** Creates a missing thumbnail or copy. Undefined if there is no such picture. */
    find: async (name: PictureName): Promise<Found | undefined> => {
      const found = await findFile(folder, name);
      const isDerived = name.width !== undefined || COMMON_TYPES.some((common) => common === name.type);
      if (found || !isDerived) return found;
      return createOnce(picturePath(name), () => create(folder, name, make, onProblem));
    },
  };
}

/**
 * Writes the new file into the folder for all threads and machines. If that fails, the client gets the content anyway. A
 * damaged original gives undefined. Throws PicturesBusy if it cannot be made now.
 */
async function create(
  folder: string,
  name: PictureName,
  make: MakePicture,
  onProblem: OnProblem,
): Promise<Found | undefined> {
  const { sha256, width } = name;
  const original = await readOriginal(folder, sha256);
  // Originals in common types have no copies.
  if (!original || (width === undefined && !MODERN_TYPES.includes(original.type))) return undefined;
  const report = (error: unknown) => onProblem(error, picturePath(name));
  const bytes = await make(original.bytes, name).catch((error) => {
    report(error);
    if (error instanceof PicturesBusy) throw error;
  });
  if (!bytes) return undefined;
  await writePictureFile(folder, name, bytes).catch(report);
  return { path: pictureFile(folder, name), size: bytes.length, bytes };
}

/** Modern types first: a file of a common type beside them is a copy. */
export const ORIGINAL_TYPES: readonly PictureType[] = [...MODERN_TYPES, 'gif', ...COMMON_TYPES];

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

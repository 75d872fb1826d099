import { readFile, stat } from 'node:fs/promises';
import { openFileMaker, PicturesBusy } from './file-maker.ts';
import type { MakePicture } from './inspect.ts';
import { COMMON_TYPES, MODERN_TYPES, type PictureName, type PictureType, pictureFile } from './picture-paths.ts';

interface Found {
  path: string;
  size: number;
  /** The content of a file that was just created and perhaps could not be written. */
  bytes?: Buffer;
}

/** Finds the files of pictures to serve. Reports a picture that cannot be created or written. */
export function openPictureFiles(folder: string, make: MakePicture, onProblem: (error: unknown, path: string) => void) {
  const makeFile = openFileMaker(folder, onProblem);
  return {
    /** Creates a missing thumbnail or copy. Undefined if there is no such picture, or it is damaged. Throws PicturesBusy. */
    find: async (name: PictureName): Promise<Found | undefined> => {
      const path = pictureFile(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found?.isFile()) return { path, size: found.size };
      if (name.width === undefined && !COMMON_TYPES.some((common) => common === name.type)) return undefined;
      const bytes = await makeFile(path, async () => {
        const original = await readOriginal(folder, name.sha256);
        // Originals in common types have no copies.
        if (!original || (name.width === undefined && !MODERN_TYPES.includes(original.type))) return undefined;
        return make(original.bytes, name).catch((error) => {
          onProblem(error, path);
          if (error instanceof PicturesBusy) throw error;
          return undefined;
        });
      });
      return bytes && { path, size: bytes.length, bytes };
    },
  };
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

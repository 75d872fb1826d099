import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CoverText, coverVersion } from '../catalog/render/generated-cover.ts';
import { openFileMaker } from '../pictures/file-maker.ts';
import type { DrawingProcess } from './drawing-process.ts';

/** Limits the cache to about 16,000 covers, 300 MB, so that crawlers of large catalogs do not fill the disk. */
const FOLDER_DIGITS = 2;
const MAX_FILES_PER_FOLDER = 64;

/** Generated covers, cached on disk. */
export function openCoverCache(
  folder: string,
  drawingProcess: DrawingProcess,
  onProblem: (error: unknown, path: string) => void,
) {
  const makeFile = openFileMaker(folder, onProblem);
  return {
    /** Draws a cover on the first request and reads it from disk afterwards. Throws PicturesBusy. */
    read: async (text: CoverText, width: number): Promise<Buffer> => {
      const version = coverVersion(text);
      const path = join(folder, version.slice(0, FOLDER_DIGITS), `${version.slice(FOLDER_DIGITS)}-${width}.png`);
      const draw = async () => {
        await removeOldest(dirname(path)).catch((error) => onProblem(error, path));
        return drawingProcess.draw({ kind: 'cover', text, width });
      };
      return ((await readFile(path).catch(() => undefined)) ?? (await makeFile(path, draw))) as Buffer;
    },
  };
}

/** Removes a quarter of the files at once, so that not every write has to. */
async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.length < MAX_FILES_PER_FOLDER) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, drawnMs: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  const oldest = files.toSorted((a, b) => a.drawnMs - b.drawnMs).slice(0, names.length - MAX_FILES_PER_FOLDER * 0.75);
  for (const { path } of oldest) await rm(path, { force: true });
}

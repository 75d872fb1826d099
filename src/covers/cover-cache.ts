import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CoverText, coverVersion } from '../catalog/render/generated-cover.ts';
import { type LinkPreview, previewVersion } from '../catalog/render/link-preview.ts';
import { makeCoalescingQueue } from '../pictures/concurrency.ts';
import { listThumbnails, parsePicturePath, pictureFile } from '../pictures/picture-paths.ts';
import { writeFileAtomically } from '../pictures/picture-store.ts';
import type { Drawing, DrawingProcess } from './drawing-process.ts';

/** Generated covers and link previews, cached on disk. */
export interface CoverCache {
  /** Draws a cover on the first request and reads it from disk afterwards. Throws PicturesBusy. */
  read(text: CoverText, width: number): Promise<Buffer>;
  /** The same for the picture of a link preview. */
  readPreview(preview: LinkPreview, mediaFolder: string): Promise<Buffer>;
}

/** Per serving thread: more would only take CPU from other requests. */
const MAX_CONCURRENT = 1;
const MAX_QUEUED = 200;
/** Limits the cache to about 16,000 covers, 300 MB, so that crawlers of large catalogs do not fill the disk. */
const FOLDER_DIGITS = 2;
const MAX_FILES_PER_FOLDER = 64;

/** Write errors are reported to `onWriteError`. The client gets the cover anyway. */
export function openCoverCache(
  folder: string,
  drawingProcess: DrawingProcess,
  onWriteError: (error: unknown) => void,
): CoverCache {
  const drawOnce = makeCoalescingQueue<Buffer>(MAX_CONCURRENT, MAX_QUEUED);
  const read = async (version: string, suffix: string, prepare: () => Promise<Drawing>) => {
    const path = join(folder, version.slice(0, FOLDER_DIGITS), version.slice(FOLDER_DIGITS) + suffix);
    const drawAndWrite = async () => {
      const bytes = await drawingProcess.draw(await prepare());
      await write(folder, path, bytes).catch(onWriteError);
      return bytes;
    };
    return (await readFile(path).catch(() => undefined)) ?? drawOnce(path, drawAndWrite);
  };
  return {
    read: (text, width) => read(coverVersion(text), `-${width}.png`, async () => ({ kind: 'cover', text, width })),
    readPreview: (preview, mediaFolder) =>
      read(previewVersion(preview), '.jpg', async () => ({
        kind: 'preview',
        preview,
        storedCover: await readStoredCover(preview, mediaFolder),
      })),
  };
}

/** The largest thumbnail. Read here: the process that draws may not read files of the data folder. */
export async function readStoredCover({ cover }: LinkPreview, mediaFolder: string): Promise<Buffer | undefined> {
  const address = cover && listThumbnails(cover.thumbnail_image, cover.width).at(-1)?.address;
  const name = address === undefined ? undefined : parsePicturePath(address);
  return name && (await readFile(pictureFile(mediaFolder, name)).catch(() => undefined));
}

async function write(folder: string, path: string, bytes: Buffer): Promise<void> {
  await writeFileAtomically(folder, path, bytes);
  await removeOldest(dirname(path));
}

/** Removes a quarter of the files at once, so that not every write has to. */
async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= MAX_FILES_PER_FOLDER) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, drawnMs: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  const oldest = files.toSorted((a, b) => a.drawnMs - b.drawnMs).slice(0, names.length - MAX_FILES_PER_FOLDER * 0.75);
  for (const { path } of oldest) await rm(path, { force: true });
}

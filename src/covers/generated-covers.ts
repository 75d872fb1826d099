import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CoverText, coverVersion } from '../catalog/render/drawn-cover.ts';
import { writeAt } from '../pictures/keep.ts';
import { openQueue } from '../pictures/parallel.ts';

/** Drawn covers as a serving thread hands them out. */
export interface GeneratedCovers {
  /** Drawn when it is first asked for, then read. */
  read(words: CoverText, width: number): Promise<Buffer>;
}

/** Too many covers are asked for that have yet to be drawn. */
export class CoversBusy extends Error {}

const DRAWN_AT_ONCE = 2;
const MAX_QUEUED = 200;
/** A catalog of a million games shall not fill the disk when a crawler walks it: in all some 16,000 covers, 300 MB. */
const FOLDERS_DIGITS = 2;
const MOST_IN_FOLDER = 64;

/** Failing to keep a cover is told to the operator; who asked gets it all the same. */
export function openGeneratedCovers(folder: string, onUnkept: (error: unknown) => void): GeneratedCovers {
  const queue = openQueue(DRAWN_AT_ONCE);
  const drawing = new Map<string, Promise<Buffer>>();
  const draw = async (words: CoverText, width: number, path: string) => {
    // What draws is large, and loaded when there is something to draw.
    const { drawCover } = await import('./draw-cover.ts');
    const bytes = await drawCover(words, width);
    await keep(folder, path, bytes).catch(onUnkept);
    return bytes;
  };
  /** Who asks for what is being drawn waits for the same. */
  const drawOnce = (words: CoverText, width: number, path: string) => {
    const begun = drawing.get(path);
    if (begun) return begun;
    if (queue.waiting >= MAX_QUEUED) throw new CoversBusy();
    const drawn = queue.run(() => draw(words, width, path)).finally(() => drawing.delete(path));
    drawing.set(path, drawn);
    return drawn;
  };
  return {
    read: async (words, width) => {
      const version = coverVersion(words);
      const name = `${version.slice(FOLDERS_DIGITS)}-${width}.png`;
      const path = join(folder, version.slice(0, FOLDERS_DIGITS), name);
      return (await readFile(path).catch(() => undefined)) ?? drawOnce(words, width, path);
    },
  };
}

async function keep(folder: string, path: string, bytes: Buffer): Promise<void> {
  await writeAt(folder, path, bytes);
  await removeOldest(dirname(path));
}

/** Makes room for a few more at once, so that not every cover has to. */
async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= MOST_IN_FOLDER) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      return { path, drawnMs: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  const oldest = files.toSorted((a, b) => a.drawnMs - b.drawnMs).slice(0, names.length - MOST_IN_FOLDER * 0.75);
  for (const { path } of oldest) await rm(path, { force: true });
}

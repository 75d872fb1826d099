import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '../create-folder.ts';
import type { Fetcher } from './fetch.ts';
import { parsePicturePath, pictureFile } from './picture-paths.ts';
import { type PictureStore, writeFileAtomically } from './picture-store.ts';

export type RemotePictures = Awaited<ReturnType<typeof openRemotePictures>>;

/** The file in the picture folder that maps URLs to stored pictures, one JSON object per line. */
const JOURNAL = 'fetched.jsonl';

/** Downloads and stores pictures by URL, each once. An interrupted import continues where it stopped. */
export async function openRemotePictures(folder: string, pictureStore: PictureStore, fetcher: Fetcher) {
  const path = join(folder, JOURNAL);
  const known = await readJournal(path);
  return {
    add: async (url: string): ReturnType<PictureStore['add']> => {
      const image = known.get(url);
      const before = image === undefined ? undefined : await pictureStore.find(image);
      if (before) return before;
      const stored = await pictureStore.add(await fetcher.fetch(url));
      known.set(url, stored.image);
      createFolder(dirname(path));
      await appendFile(path, toLine(url, stored.image));
      return stored;
    },
  };
}

/** Removes URLs whose pictures no longer exist. */
export async function pruneJournal(folder: string): Promise<void> {
  const path = join(folder, JOURNAL);
  const known = [...(await readJournal(path))];
  const left = known.filter(([, image]) => {
    const name = parsePicturePath(image);
    return name !== undefined && existsSync(pictureFile(folder, name));
  });
  if (left.length === known.length) return;
  await writeFileAtomically(folder, path, Buffer.from(left.map(([url, image]) => toLine(url, image)).join('')));
}

function toLine(url: string, image: string): string {
  return `${JSON.stringify({ url, image })}\n`;
}

/** Skips a line that a crash truncated: that picture is downloaded again. */
async function readJournal(path: string): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const entries = text.split('\n').flatMap((line): [string, string][] => {
    try {
      const { url, image } = JSON.parse(line) as { url: unknown; image: unknown };
      return [[String(url), String(image)]];
    } catch {
      return [];
    }
  });
  return new Map(entries);
}

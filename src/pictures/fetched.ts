import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileOf, parseAddress } from './addresses.ts';
import type { Fetcher } from './fetch.ts';
import { type Keeper, writeAt } from './keep.ts';

/** Takes in pictures from elsewhere, each once: who is stopped goes on the next time where it was. */
export interface RemoteKeeper {
  keep(url: string): ReturnType<Keeper['keep']>;
}

/** Which address has become which picture, one line of JSON each, beside the pictures. */
const JOURNAL = 'fetched.jsonl';

export async function openRemoteKeeper(folder: string, keeper: Keeper, fetcher: Fetcher): Promise<RemoteKeeper> {
  const path = join(folder, JOURNAL);
  const known = await readJournal(path);
  return {
    keep: async (url) => {
      const image = known.get(url);
      const before = image === undefined ? undefined : await keeper.find(image);
      if (before) return before;
      const kept = await keeper.keep(await fetcher.fetch(url));
      known.set(url, kept.image);
      await mkdir(dirname(path), { recursive: true });
      await appendFile(path, toLine(url, kept.image));
      return kept;
    },
  };
}

/** Forgets the addresses whose pictures are gone. */
export async function pruneJournal(folder: string): Promise<void> {
  const path = join(folder, JOURNAL);
  const known = [...(await readJournal(path))];
  const left = known.filter(([, image]) => {
    const name = parseAddress(image);
    return name !== undefined && existsSync(fileOf(folder, name));
  });
  if (left.length === known.length) return;
  await writeAt(folder, path, Buffer.from(left.map(([url, image]) => toLine(url, image)).join('')));
}

function toLine(url: string, image: string): string {
  return `${JSON.stringify({ url, image })}\n`;
}

/** A last line that was cut off by a crash is a picture that is fetched again. */
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

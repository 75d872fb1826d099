import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Fetcher } from './fetch.ts';
import type { Keeper } from './keep.ts';

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
      await appendFile(path, `${JSON.stringify({ url, image: kept.image })}\n`);
      return kept;
    },
  };
}

/** A last line that was cut off by a crash is a picture that is fetched again. */
async function readJournal(path: string): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const entries = text.split('\n').flatMap((line): [string, string][] => {
    try {
      const { url, image } = JSON.parse(line) as { url: string; image: string };
      return [[url, image]];
    } catch {
      return [];
    }
  });
  return new Map(entries);
}

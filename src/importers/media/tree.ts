import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { OnRefused } from '../importer.ts';

/** A tree of the operator's that is walked without ever leaving it. */
export interface Tree {
  /** The folder itself, wherever links to it lead. */
  root: string;
  /** What lies in a folder, in the order in which people count: nothing, and a word why, where that cannot be read. */
  list(folder: string, onRefused: OnRefused): Promise<Found[]>;
}

interface Found {
  name: string;
  /** From the root on, for messages. */
  path: string;
  isFolder: boolean;
  /** Why it is not to be opened. */
  problem: string | undefined;
}

/** What file managers leave behind, and no one means. */
const LITTER = /^(\.|Thumbs\.db$|desktop\.ini$|@eaDir$|__MACOSX$)/i;
const byName = new Intl.Collator('en', { numeric: true });

export async function openTree(folder: string): Promise<Tree> {
  const root = await realpath(folder);
  return {
    root,
    list: async (path, onRefused) => {
      const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error) => {
        onRefused(path || folder, `it cannot be read (${error.code})`);
        return [];
      });
      const named = entries.filter(({ name }) => !LITTER.test(name));
      named.sort((a, b) => byName.compare(a.name, b.name) || (a.name < b.name ? -1 : 1));
      return Promise.all(named.map((entry) => describe(root, join(path, entry.name), entry)));
    },
  };
}

async function describe(root: string, path: string, entry: Dirent): Promise<Found> {
  const about = { name: entry.name, path };
  if (!entry.isSymbolicLink()) {
    const problem = entry.isFile() || entry.isDirectory() ? undefined : 'it is no file';
    return { ...about, isFolder: entry.isDirectory(), problem };
  }
  // One link is enough to lead anywhere: those that stay inside lead to what is found by itself.
  const target = await realpath(join(root, path)).catch(() => '');
  const isInside = target.startsWith(root + sep);
  const where = isInside
    ? `it is a link to ${relative(root, target)}, which is there itself`
    : 'it is a link that leads out of the folder';
  return { ...about, isFolder: false, problem: where };
}

import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { failureOf } from '../../errors.ts';
import type { OnRefused } from '../importer.ts';

/** A folder of the operator. Links are not followed. */
export interface Tree {
  /** The real path of the folder. */
  root: string;
  /** The content of a subfolder in natural order (2 before 10). An unreadable one is reported and empty. */
  list(folder: string, onRefused: OnRefused): Promise<TreeEntry[]>;
}

export interface TreeEntry {
  name: string;
  /** Relative to the root. */
  path: string;
  isFolder: boolean;
  /** The reason why it must not be opened. */
  problem: string | undefined;
  /** For a link to a file of the tree, the path of that file relative to the root. */
  target?: string;
}

/** Hidden files and files that file managers create. */
const IGNORED = /^(\.|Thumbs\.db$|desktop\.ini$|@eaDir$|__MACOSX$)/i;
const byName = new Intl.Collator('en', { numeric: true });

export async function openTree(folder: string): Promise<Tree> {
  const root = await realpath(folder);
  return {
    root,
    list: async (path, onRefused) => {
      const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error) => {
        onRefused(path || folder, `cannot be read (${failureOf(error)})`);
        return [];
      });
      const visible = entries.filter(({ name }) => !IGNORED.test(name));
      visible.sort((a, b) => byName.compare(a.name, b.name) || (a.name < b.name ? -1 : 1));
      return Promise.all(visible.map((entry) => describe(root, join(path, entry.name), entry)));
    },
  };
}

async function describe(root: string, path: string, entry: Dirent): Promise<TreeEntry> {
  const { name } = entry;
  if (!entry.isSymbolicLink()) {
    const problem = entry.isFile() || entry.isDirectory() ? undefined : 'not a file';
    return { name, path, isFolder: entry.isDirectory(), problem };
  }
  // A link may lead anywhere. The target of a link inside of the folder is imported itself.
  const real = await realpath(join(root, path)).catch(() => '');
  if (!real.startsWith(root + sep))
    return { name, path, isFolder: false, problem: 'a link that leads out of the folder' };
  const target = relative(root, real);
  return { name, path, isFolder: false, problem: `a link to ${target}, which is imported itself`, target };
}

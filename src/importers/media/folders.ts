import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { failureOf } from '../../errors.ts';
import type { OnRefused } from '../importer.ts';
import type { CatalogGame, CatalogPlatform, GameFinder } from './find-games.ts';
import { type PictureFacts, parseFileName } from './names.ts';

/** The pictures of one game on one platform. */
export interface PictureSet {
  game: CatalogGame;
  platform: CatalogPlatform;
  list(onRefused: OnRefused): AsyncIterable<PictureFile>;
}

export interface PictureFile {
  facts: PictureFacts;
  /** For messages. */
  name: string;
  path: string;
}

/** The pictures of a tree of folders, `platform/game/front.jpg`. */
export async function listFolders(folder: string, finder: GameFinder, onRefused: OnRefused): Promise<PictureSet[]> {
  const tree = await openTree(folder);
  const found: PictureSet[] = [];
  for (const outer of await tree.list('', onRefused)) {
    const platform =
      outer.problem ?? (outer.isFolder ? finder.findPlatform(outer.name) : 'not in the folder of a platform');
    if (typeof platform === 'string') {
      onRefused(outer.path, platform);
      continue;
    }
    for (const { name, path, isFolder, problem } of await tree.list(outer.path, onRefused)) {
      const game = problem ?? (isFolder ? await finder.findGame(name, platform) : 'not in the folder of a game');
      if (typeof game === 'string') onRefused(path, game);
      else found.push({ game, platform, list: (refuse) => listPictures(tree, path, refuse) });
    }
  }
  return found;
}

/** Includes subfolders. */
async function* listPictures(tree: Tree, folder: string, onRefused: OnRefused): AsyncGenerator<PictureFile> {
  const folders = [folder];
  for (const current of folders) {
    for (const { name, path, isFolder, problem } of await tree.list(current, onRefused)) {
      if (isFolder) folders.push(path);
      else if (problem !== undefined) onRefused(path, problem);
      else yield { facts: parseFileName(name.normalize('NFC')), name: path, path: join(tree.root, path) };
    }
  }
}

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

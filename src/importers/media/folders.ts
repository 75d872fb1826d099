import { join } from 'node:path';
import type { StoredPicture } from '../../pictures/picture-store.ts';
import type { OnRefused } from '../importer.ts';
import type { CatalogGame, CatalogPlatform, GameFinder } from './find-games.ts';
import { type PictureFacts, parseFileName } from './names.ts';
import { readPictureTable, TABLE_FILE } from './table.ts';
import { openTree, type Tree } from './tree.ts';

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
  /** The file, or the link of a picture that stays elsewhere. */
  path?: string;
  link?: StoredPicture;
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
    const entries = await tree.list(current, onRefused);
    const hasTable = entries.some(({ name, isFolder, problem }) => name === TABLE_FILE && !isFolder && !problem);
    const complain = (why: string) => onRefused(join(current, TABLE_FILE), why);
    const table = hasTable ? await readPictureTable(join(tree.root, current, TABLE_FILE), complain) : undefined;
    for (const { name, path, isFolder, problem } of entries) {
      const file = name.normalize('NFC');
      if (isFolder) folders.push(path);
      else if (problem !== undefined) onRefused(path, problem);
      else if (name !== TABLE_FILE)
        yield { facts: table?.get(file) ?? parseFileName(file), name: path, path: join(tree.root, path) };
    }
  }
}

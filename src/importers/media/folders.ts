import { join } from 'node:path';
import type { OnRefused } from '../importer.ts';
import type { GameFinder } from './find-games.ts';
import { readName } from './names.ts';
import type { PictureFile, PictureSet } from './picture-set.ts';
import { readTable, TABLE } from './table.ts';
import { openTree, type Tree } from './tree.ts';

/** The pictures of a tree of folders, `platform/game/front.jpg`. */
export async function listFolders(folder: string, finder: GameFinder, onRefused: OnRefused): Promise<PictureSet[]> {
  const tree = await openTree(folder);
  const found: PictureSet[] = [];
  for (const outer of await tree.list('', onRefused)) {
    const platform =
      outer.problem ?? (outer.isFolder ? finder.findPlatform(outer.name) : 'it lies in no folder of a platform');
    if (typeof platform === 'string') {
      onRefused(outer.path, platform);
      continue;
    }
    for (const { name, path, isFolder, problem } of await tree.list(outer.path, onRefused)) {
      const game = problem ?? (isFolder ? await finder.findGame(name, platform) : 'it lies in no folder of a game');
      if (typeof game === 'string') onRefused(path, game);
      else found.push({ game, platform, list: (refuse) => listPictures(tree, path, refuse) });
    }
  }
  return found;
}

/** Folders within that of a game are looked into as well. */
async function* listPictures(tree: Tree, folder: string, onRefused: OnRefused): AsyncGenerator<PictureFile> {
  const inside = [folder];
  for (let at = inside.shift(); at !== undefined; at = inside.shift()) {
    const here = at;
    const entries = await tree.list(here, onRefused);
    const hasTable = entries.some(({ name, isFolder, problem }) => name === TABLE && !isFolder && !problem);
    const tell = (why: string) => onRefused(join(here, TABLE), why);
    const table = hasTable ? await readTable(join(tree.root, here, TABLE), tell) : undefined;
    for (const { name, path, isFolder, problem } of entries) {
      if (isFolder) inside.push(path);
      else if (problem !== undefined) onRefused(path, problem);
      else if (name !== TABLE) {
        const known = name.normalize('NFC');
        yield { about: table?.get(known) ?? readName(known), name: path, path: join(tree.root, path) };
      }
    }
  }
}

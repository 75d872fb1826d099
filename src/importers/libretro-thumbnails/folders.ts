import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperatorError } from '../../errors.ts';
import type { OnRefused } from '../importer.ts';
import { platformBySystem } from '../libretro/convert.ts';
import { openTree, type Tree, type TreeEntry } from '../media/folders.ts';

/** The pictures of one system. */
export interface SystemFolder {
  /** The system as libretro names it: `Nintendo - Virtual Boy`. */
  system: string;
  /** The key of its platform. */
  platform: string;
  tree: Tree;
  /** Relative to the tree; empty if the tree is the system's own. */
  path: string;
}

const KINDS_FOLDER = /^Named_(Boxarts|Snaps|Titles)$/;
const ARCADE = /^(MAME|HBMAME|FBNeo|FB Alpha)\b/;
/** The systems of a folder: the repository of one, or a folder with one folder for each. */
export async function listSystems(path: string, onRefused: OnRefused): Promise<SystemFolder[]> {
  if (!(await stat(path).catch(() => undefined))?.isDirectory()) throw new OperatorError(`${path} is not a folder`);
  const tree = await openTree(path);
  const entries = (await tree.list('', onRefused)).filter(({ isFolder }) => isFolder);
  if (entries.some(({ name }) => KINDS_FOLDER.test(name))) return listOne(tree, '', basename(tree.root), onRefused);
  const found: SystemFolder[] = [];
  for (const entry of entries) {
    const inner = await tree.list(entry.path, onRefused);
    if (inner.some(({ name, isFolder }) => isFolder && KINDS_FOLDER.test(name)))
      found.push(...listOne(tree, entry.path, entry.name, onRefused));
  }
  if (found.length === 0)
    throw new OperatorError(
      `${path} has no pictures of libretro-thumbnails; name a folder with Named_Boxarts, Named_Snaps or Named_Titles`,
    );
  return found;
}

function listOne(tree: Tree, path: string, folder: string, onRefused: OnRefused): SystemFolder[] {
  const system = folder.replaceAll('_', ' ');
  const platform = ARCADE.test(system) ? 'platform:arcade' : platformBySystem.get(system);
  if (platform) return [{ system, platform, tree, path }];
  onRefused(path || folder, 'not a system of vocabulary/libretro-platforms.tsv; name the folder as libretro does');
  return [];
}

/** The pictures of one kind. A link gives the picture that it leads to another name. */
export async function listThumbnails(
  { tree, path }: SystemFolder,
  kind: string,
  onRefused: OnRefused,
): Promise<TreeEntry[]> {
  const folder = join(path, kind);
  if (!(await stat(join(tree.root, folder)).catch(() => undefined))?.isDirectory()) return [];
  const entries = (await tree.list(folder, onRefused)).filter(({ name }) => /\.png$/i.test(name));
  for (const { path, problem } of entries) if (problem !== undefined) onRefused(path, problem);
  return entries.filter(({ problem }) => problem === undefined);
}

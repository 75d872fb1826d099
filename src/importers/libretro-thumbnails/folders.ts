import { readFile, stat } from 'node:fs/promises';
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

export interface Thumbnail {
  /** The name by which its game is found. */
  name: string;
  /** The name of the picture: another one if the file is an alias. */
  picture: string;
  path: string;
}

const KINDS_FOLDER = /^Named_(Boxarts|Snaps|Titles)$/;
const ARCADE = /^(MAME|HBMAME|FBNeo|FB Alpha)\b/;
/** The length of a file name. The smallest pictures are larger. */
const MAX_ALIAS_BYTES = 255;
const MAX_ALIAS_STEPS = 5;
const PNG_START = 0x89;

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

/** The pictures of one kind. An alias that leads to no picture of the same folder is reported and skipped. */
export async function listThumbnails(
  { tree, path }: SystemFolder,
  kind: string,
  onRefused: OnRefused,
): Promise<Thumbnail[]> {
  const folder = join(path, kind);
  if (!(await stat(join(tree.root, folder)).catch(() => undefined))?.isDirectory()) return [];
  const entries = (await tree.list(folder, onRefused)).filter(({ name }) => /\.png$/i.test(name));
  const targets = new Map<string, string | undefined>();
  const names = new Set(entries.map(({ name }) => name));
  for (const entry of entries) {
    const target = await findTarget(tree, entry);
    // Some aliases leave the extension out.
    targets.set(entry.name, names.has(`${target}.png`) ? `${target}.png` : target);
  }
  return entries.flatMap((entry) => {
    const picture = followAliases(entry.name, targets);
    if (picture !== undefined) return [{ name: entry.name, picture, path: join(folder, picture) }];
    const target = targets.get(entry.name);
    onRefused(
      entry.path,
      target === undefined ? (entry.problem ?? 'not a file') : `an alias of ${target}, which is missing`,
    );
    return [];
  });
}

/** The name of the file itself, or of the one that it is an alias of: a link, or a small text that names it. */
async function findTarget(tree: Tree, { name, path, problem, target }: TreeEntry): Promise<string | undefined> {
  if (target !== undefined) return basename(target);
  if (problem !== undefined) return undefined;
  const file = join(tree.root, path);
  if ((await stat(file)).size > MAX_ALIAS_BYTES) return name;
  const bytes = await readFile(file);
  return bytes.length === 0 || bytes[0] === PNG_START ? name : basename(bytes.toString('utf8').trim());
}

function followAliases(name: string, targets: ReadonlyMap<string, string | undefined>): string | undefined {
  let current = name;
  for (let step = 0; step <= MAX_ALIAS_STEPS; step++) {
    const target = targets.get(current);
    if (target === undefined || target === current) return target;
    current = target;
  }
  return undefined;
}

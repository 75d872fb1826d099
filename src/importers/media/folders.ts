import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { toPlainText } from '../../bundle/plain-text.ts';
import { SCAN_OF, type ScanOf } from '../../catalog/model/scan-of.ts';
import { failureOf } from '../../errors.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import type { OnRefused } from '../importer.ts';
import type { CatalogGame, CatalogPlatform, GameFinder } from './find-games.ts';

/** A picture of a game on a platform. */
export interface PictureFile {
  game: CatalogGame;
  platform: CatalogPlatform;
  facts: PictureFacts;
  /** For messages. */
  name: string;
  path: string;
}

/** The pictures of a tree of folders, `platform/game/front.jpg`. */
export async function listFolders(folder: string, finder: GameFinder, onRefused: OnRefused): Promise<PictureFile[]> {
  const tree = await openTree(folder);
  const found: PictureFile[] = [];
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
      else for await (const file of listPictures(tree, path, onRefused)) found.push({ game, platform, ...file });
    }
  }
  return found;
}

/** Includes subfolders. */
async function* listPictures(tree: Tree, folder: string, onRefused: OnRefused) {
  const folders = [folder];
  for (const current of folders) {
    for (const { name, path, isFolder, problem } of await tree.list(current, onRefused)) {
      if (isFolder) folders.push(path);
      else if (problem !== undefined) onRefused(path, problem);
      else yield { facts: parseFileName(name.normalize('NFC')), name: path, path: join(tree.root, path) };
    }
  }
}

type Tree = Awaited<ReturnType<typeof openTree>>;

export interface TreeEntry {
  name: string;
  /** Relative to the root. Of a link, that of its target. */
  path: string;
  /** False for a link: its target may contain it. */
  isFolder: boolean;
  /** The reason why it must not be opened. */
  problem: string | undefined;
}

/** Hidden files and files that file managers create. */
const IGNORED = /^(\.|Thumbs\.db$|desktop\.ini$|@eaDir$|__MACOSX$)/i;
const byName = new Intl.Collator('en', { numeric: true });

/** A folder of the operator. */
export async function openTree(folder: string) {
  const root = await realpath(folder);
  return {
    /** The real path of the folder. */
    root,
    /** The content of a subfolder in natural order (2 before 10). An unreadable one is reported and empty. */
    list: async (path: string, onRefused: OnRefused): Promise<TreeEntry[]> => {
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
  const real = await realpath(join(root, path)).catch(() => undefined);
  const problem = await problemOfLink(root, real);
  return { name, path: real === undefined || problem ? path : relative(root, real), isFolder: false, problem };
}

async function problemOfLink(root: string, target: string | undefined): Promise<string | undefined> {
  if (target === undefined) return 'a link to a missing file';
  if (!target.startsWith(root + sep)) return 'a link that leads out of the folder';
  const stats = await stat(target).catch(() => undefined);
  return stats?.isFile() ? undefined : 'a link that leads to no file';
}

/** What the name of a file says about a picture. */
export interface PictureFacts {
  /** Undefined for a screenshot. */
  scan_of?: ScanOf;
  countries: string[];
  /** For screenshots. */
  caption?: string;
  /** For covers. */
  description?: string;
}

/** Common names of covers, besides the values of the API. */
const SCAN_NAMES: Partial<Record<ScanOf, string[]>> = {
  'Front Cover': ['cover', 'front', 'box front'],
  'Back Cover': ['back', 'box back'],
  'Inside Cover': ['inside', 'inlay'],
  'Spine/Sides': ['spine', 'side', 'sides'],
  'Full Cover': ['full'],
  Media: ['cartridge', 'cart', 'cassette', 'cd', 'disc', 'disk', 'floppy', 'tape'],
  Advertisement: ['flyer', 'ad'],
};
const scans = new Map(
  SCAN_OF.flatMap((scan) => [foldName(scan), ...(SCAN_NAMES[scan] ?? [])].map((name) => [name, scan] as const)),
);

/** Names that cameras and emulators generate. */
const GENERATED_NAME = /^(screen|shot|snap|image|img|picture|pic|\d|\s)*$/i;

/**
 * `front (Japan).jpg` is the front cover of the Japanese package, `disc 2.png` one of the media, and
 * `02 - The first level.png` a screenshot with a caption.
 */
export function parseFileName(file: string): PictureFacts {
  const [, base = '', tag] = /^(.*?)\s*(?:\(([^()]*)\)\s*)?\.[^.]*$/s.exec(file) ?? [];
  const scan_of = scans.get(foldName(base).replace(/\s*\d+$/, ''));
  if (!scan_of) return { countries: [], ...parseCaption(tag === undefined ? base : `${base} (${tag})`) };
  const names = (tag ?? '').split(',').filter((part) => part.trim() !== '');
  const countries = names.map(findCountry);
  if (countries.every((country) => country !== undefined)) return { scan_of, countries };
  return { scan_of, countries: [], description: toPlainText(tag as string) };
}

function parseCaption(base: string): { caption?: string } {
  const text = toPlainText(base.replace(/^\d+(?=[\s._-])/, '').replaceAll(/[_\s-]+/g, ' '));
  return GENERATED_NAME.test(text) ? {} : { caption: text.slice(0, 1).toUpperCase() + text.slice(1) };
}

function foldName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { toPlainText } from '../../bundle/plain-text.ts';
import { SCAN_OF, type ScanOf } from '../../catalog/model/scan-of.ts';
import { failureOf } from '../../errors.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { readTable } from '../../vocabulary/tables.ts';
import type { OnRefused } from '../importer.ts';
import type { CatalogPlatform, GameFinder } from './find-games.ts';

/** A picture of a game, and what its path says. */
export interface FoundPicture {
  /** Of several, the game is on one. */
  platforms: readonly CatalogPlatform[];
  /** The name of the game: that of its folder, or of the file. */
  gameName: string;
  /** The folder of the game, or else of the kind. */
  folder: string;
  /** What it shows, as the folder says. Undefined: the name of the file says it. */
  kind: string | undefined;
  /** Whether libretro-thumbnails names its folder. */
  isLibretro: boolean;
  /** Of a folder. */
  countries: readonly string[];
  /** For messages. */
  name: string;
  path: string;
}

/** What the folders say that lead to a file. */
interface Place extends Partial<Omit<FoundPicture, 'name' | 'path'>> {
  /** The first folder that names nothing known. */
  unknown?: string;
  /** The pictures have no place in the catalog, such as logos. */
  isLeftOut?: boolean;
}

/**
 * What pictures of a folder show, as libretro, EmulationStation, ES-DE, Skraper, ScreenScraper and LaunchBox name it: a caption, or
 * a scan. Empty: it has no place in the catalog.
 */
const kinds = new Map(readTable('picture-folders.tsv').map(([folder = '', kind = '']) => [foldName(folder), kind]));
/** They contain folders for kinds. */
const CONTAINERS = new Set(['media', 'images', 'downloaded images', 'downloaded media']);
const PICTURE = /\.(png|jpe?g|webp|avif|gif)$/i;
/** Of a checkout or an archive of GitHub. */
const BRANCH = /-(?:master|main)$/;

/**
 * The pictures of a tree of folders. The names of folders say what is in them, whatever their order: a platform, a kind of picture, a
 * region, a game.
 */
export async function listPictures(folder: string, finder: GameFinder, onRefused: OnRefused): Promise<FoundPicture[]> {
  const tree = await openTree(folder);
  const found: FoundPicture[] = [];
  const refused = new Set<string>();
  const refuse = (path: string, why: string) => {
    if (!refused.has(path)) onRefused(path, why);
    refused.add(path);
  };
  const visit = async (path: string, place: Place): Promise<void> => {
    for (const entry of await tree.list(path, onRefused)) {
      if (entry.problem !== undefined) refuse(entry.path, entry.problem);
      else if (entry.isFolder) await visit(entry.path, enter(place, entry, finder));
      else if (!place.isLeftOut) addFile(entry, place);
    }
  };
  const addFile = (entry: TreeEntry, place: Place) => {
    const { platforms, gameName, folder: of = '', kind, countries = [], isLibretro = false } = place;
    if (kind !== undefined && !PICTURE.test(entry.name)) return;
    const isNamed = platforms !== undefined || place.unknown !== undefined;
    if (!isNamed) refuse(entry.path, 'not in the folder of a platform');
    else if (platforms === undefined)
      refuse(place.unknown as string, 'not a platform of the catalog; use its key, id or name');
    else {
      const named = { name: entry.path, path: join(tree.root, entry.path), countries, isLibretro, folder: of };
      found.push({ ...named, platforms, ...nameGame(entry, gameName, kind) });
    }
  };
  await visit('', enter({}, { name: basename(tree.root).replace(BRANCH, ''), path: '' }, finder));
  return found;
}

/** LaunchBox numbers the pictures of a game, some with an id. */
const LAUNCHBOX_NUMBER = /(?:\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?-\d\d$/i;

/** A file in the folder of a platform is named after its game, and is the cover. */
function nameGame({ name }: TreeEntry, gameName: string | undefined, kind: string | undefined) {
  if (kind === undefined && gameName !== undefined) return { gameName, kind };
  return { gameName: basename(name, extname(name)).replace(LAUNCHBOX_NUMBER, ''), kind: kind ?? 'front' };
}

function enter(place: Place, { name, path }: Pick<TreeEntry, 'name' | 'path'>, finder: GameFinder): Place {
  const folded = foldName(name);
  const kind = kinds.get(folded);
  if (kind !== undefined && place.gameName === undefined)
    return { ...place, kind, isLeftOut: kind === '', isLibretro: folded.startsWith('named ') };
  const platforms = finder.listPlatforms(name.replace(BRANCH, ''));
  // An archive is named like the folder in it.
  const isSame = platforms[0] !== undefined && platforms[0] === place.platforms?.[0];
  if (place.platforms === undefined && platforms.length > 0) return { ...place, platforms };
  if (place.platforms === undefined || isSame)
    return isSame || path === '' || CONTAINERS.has(folded) ? place : { unknown: path, ...place };
  if (place.kind === undefined)
    return place.gameName !== undefined || CONTAINERS.has(folded) ? place : { ...place, gameName: name, folder: path };
  const countries = name.split(', ').map(findCountry);
  return countries.every((country) => country !== undefined) ? { ...place, countries } : place;
}

interface TreeEntry {
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
async function openTree(folder: string) {
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
    return { name, path: entry.isFile() ? await followText(root, path) : path, isFolder: entry.isDirectory(), problem };
  }
  const real = await realpath(join(root, path)).catch(() => undefined);
  const problem = await problemOfLink(root, real);
  return { name, path: real === undefined || problem ? path : relative(root, real), isFolder: false, problem };
}

/** Longer than the name of a file, and shorter than most pictures. */
const MAX_LINK_BYTES = 256;
const MAX_LINKS = 5;

/** A link in a checkout of Windows or in an archive is a file with the name of another one. Undefined names lead to no file. */
async function followText(root: string, path: string, links = 0): Promise<string> {
  if (!PICTURE.test(path) || links === MAX_LINKS) return path;
  const { size } = await stat(join(root, path));
  const text = size > 0 && size <= MAX_LINK_BYTES ? await readFile(join(root, path), 'utf8') : '';
  const target = join(dirname(path), text.trim());
  if (!PICTURE.test(text.trim()) || dirname(target) !== dirname(path)) return path;
  const isThere = (await stat(join(root, target)).catch(() => undefined))?.isFile();
  return isThere ? followText(root, target, links + 1) : path;
}

async function problemOfLink(root: string, target: string | undefined): Promise<string | undefined> {
  if (target === undefined) return 'a link to a missing file';
  if (!target.startsWith(root + sep)) return 'a link that leads out of the folder';
  const stats = await stat(target).catch(() => undefined);
  return stats?.isFile() ? undefined : 'a link that leads to no file';
}

/** What is said about a picture. */
export interface PictureFacts {
  /** Undefined for a screenshot. */
  scan_of?: ScanOf;
  countries: string[];
  /** For screenshots. */
  caption?: string;
  /** For covers. */
  description?: string;
  comments?: string;
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

/** What the kind of a folder says: a scan, or the caption of a screenshot. */
export function factsOfKind(kind: string, countries: string[], isOneOfRegions: boolean): PictureFacts {
  const scan_of = scans.get(kind);
  if (scan_of) return { scan_of, countries };
  const region = isOneOfRegions && countries.length > 0 ? ` (${countries.join(', ')})` : '';
  return { countries: [], caption: `${kind}${region}` };
}

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

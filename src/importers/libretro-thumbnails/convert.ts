import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperatorError } from '../../errors.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import type { Status } from '../dumps/tags.ts';
import type { ConvertInput, ConvertReport, OnRefused, PictureTarget } from '../importer.ts';
import { platformBySystem } from '../libretro/convert.ts';
import { parseName } from '../libretro/name.ts';
import { convertPictures } from '../media/convert.ts';
import type { CatalogGame, CatalogPlatform, GameFinder } from '../media/find-games.ts';
import { openTree, type PictureFacts, type PictureFile, type TreeEntry } from '../media/folders.ts';
import { compareText } from '../sorting.ts';
import { makeUnknowns, type Unknowns } from '../unknowns.ts';

/** Converts the pictures of libretro-thumbnails into a bundle that adds them to games of the catalog. */
export async function convertThumbnails(input: ConvertInput, target?: PictureTarget): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const totals = { files: 0, 'files with a game': 0 };
  const { counts } = await convertPictures(input, target, {
    id: 'libretro-thumbnails',
    replacesPlatforms: true,
    list: async (paths, finder, onRefused) => {
      const files: PictureFile[] = [];
      for (const path of paths)
        for (const { system, platform: key, thumbnails } of await listSystems(path, onRefused)) {
          const platform = finder.findPlatform(key);
          if (typeof platform === 'string') unknowns.add('system without games in the catalog:', system);
          else files.push(...(await listFiles(system, platform, thumbnails, { finder, unknowns, totals })));
        }
      return files;
    },
  });
  return { counts: { ...totals, ...counts }, unknown: unknowns.list() };
}

/** The folders of each system that are read. `Named_Logos` has no place in a catalog entry. */
const KINDS = ['Named_Boxarts', 'Named_Snaps', 'Named_Titles'] as const;
type Kind = (typeof KINDS)[number];

const CAPTIONS: Partial<Record<Kind, string>> = { Named_Snaps: 'In-game', Named_Titles: 'Title screen' };
const ARCADE = /^(MAME|HBMAME|FBNeo|FB Alpha)\b/;

/** The pictures of one system. */
interface SystemPictures {
  /** The system as libretro names it: `Nintendo - Virtual Boy`. */
  system: string;
  /** The key of its platform. */
  platform: string;
  thumbnails: Thumbnail[];
}

interface Thumbnail {
  kind: Kind;
  /** The name by which its game is found. A link is another name of a picture. */
  name: string;
  path: string;
}

/** The systems of a folder: the repository of one, or a folder with one folder for each. */
async function listSystems(path: string, onRefused: OnRefused): Promise<SystemPictures[]> {
  if (!(await stat(path).catch(() => undefined))?.isDirectory()) throw new OperatorError(`${path} is not a folder`);
  const { root, list } = await openTree(path);
  const listFolders = async (folder: string) => (await list(folder, onRefused)).filter(({ isFolder }) => isFolder);
  const folders = await listFolders('');
  const named = folders.some(isOfKind) ? [{ name: basename(root), path: '' }] : folders;
  const found: SystemPictures[] = [];
  let folderCount = 0;
  for (const { name: folder, path: own } of named) {
    const kinds = (await listFolders(own)).filter(isOfKind);
    if (kinds.length === 0) continue;
    folderCount++;
    const system = folder.replaceAll('_', ' ');
    const platform = ARCADE.test(system) ? 'platform:arcade' : platformBySystem.get(system);
    if (!platform) {
      onRefused(folder, 'not a system of vocabulary/libretro-platforms.tsv; name the folder as libretro does');
      continue;
    }
    const thumbnails: Thumbnail[] = [];
    for (const kind of kinds)
      for (const { name, path, problem } of await list(kind.path, onRefused))
        if (problem !== undefined) onRefused(path, problem);
        else if (EXTENSION.test(name)) thumbnails.push({ kind: kind.name as Kind, name, path: join(root, path) });
    found.push({ system, platform, thumbnails });
  }
  if (folderCount === 0)
    throw new OperatorError(`${path} has no pictures of libretro-thumbnails; name a folder with ${KINDS.join(' or ')}`);
  return found;
}

function isOfKind({ name }: TreeEntry): boolean {
  return KINDS.some((kind) => kind === name);
}

interface Work {
  finder: GameFinder;
  unknowns: Unknowns;
  totals: { files: number; 'files with a game': number };
}

async function listFiles(
  system: string,
  platform: CatalogPlatform,
  thumbnails: readonly Thumbnail[],
  { finder, unknowns, totals }: Work,
): Promise<PictureFile[]> {
  const games = new Map<number, { game: CatalogGame; pictures: NamedPicture[] }>();
  for (const { kind, name, path } of thumbnails) {
    totals.files++;
    const game = await findGame(parseThumbnailName(name), platform, finder);
    if (typeof game === 'string') {
      unknowns.add(`${game} ${system}:`, name);
      continue;
    }
    totals['files with a game']++;
    const picture = { kind, name: basename(path), path, ...parseThumbnailName(basename(path)) };
    getOrInsert(games, game.gameId, () => ({ game, pictures: [] })).pictures.push(picture);
  }
  return [...games.values()].flatMap(({ game, pictures }) =>
    choosePictures(pictures).map(({ path, facts }) => ({ game, platform, facts, name: path, path })),
  );
}

/** A hack is another game, even if it has the same title. */
async function findGame(
  { spellings, countries, statuses }: ThumbnailName,
  platform: CatalogPlatform,
  finder: GameFinder,
): Promise<CatalogGame | string> {
  if (statuses.includes('hack')) return 'hack on';
  let found: CatalogGame[] = [];
  for (const titles of spellings) if (found.length === 0) found = await finder.listByTitles(titles, platform);
  const isSold = ({ countries: sold }: CatalogGame) =>
    sold.get(platform.platform_id)?.some((country) => countries.includes(country));
  const [game, another] = found.length > 1 ? found.filter(isSold) : found;
  return game && !another ? game : found.length > 0 ? 'several games on' : 'no game on';
}

/** A picture of a game. */
type NamedPicture = Thumbnail & ThumbnailName;

/** One picture of each kind for each region: that of the release rather than of a prototype, revision or translation. */
function choosePictures(pictures: readonly NamedPicture[]): Pick<PictureFile, 'path' | 'facts'>[] {
  return KINDS.flatMap((kind) => {
    const own = pictures.filter((picture) => picture.kind === kind);
    const released = own.filter(isReleased);
    const regions = Map.groupBy(released.length > 0 ? released : own, ({ countries }) => countries.join(', '));
    return Array.from(regions.values(), (region) => {
      const [best] = region.toSorted((a, b) => a.name.length - b.name.length || compareText(a.name, b.name));
      const { path, countries } = best as NamedPicture;
      return { path, facts: factsOf(kind, countries, regions.size > 1) };
    });
  });
}

/** False for `Hop (1987)(Acme)(JP)[p]`: in these names, brackets are for changed copies and bad dumps. */
function isReleased({ statuses, name }: NamedPicture): boolean {
  return statuses.length === 0 && !name.includes('[');
}

function factsOf(kind: Kind, countries: string[], hasRegions: boolean): PictureFacts {
  const caption = CAPTIONS[kind];
  if (caption === undefined) return { scan_of: 'Front Cover', countries };
  const region = hasRegions && countries.length > 0 ? ` (${countries.join(', ')})` : '';
  return { countries: [], caption: `${caption}${region}` };
}

/** What the name of a picture says: `Amazing Hop, The (Japan, USA) (Rev 1).png`. */
interface ThumbnailName {
  /** The titles in each of the spellings that the name may stand for, the most probable first. */
  spellings: string[][];
  countries: string[];
  statuses: Status[];
}

const EXTENSION = /\.png$/i;

/**
 * A file name has `_` for every character that some file system forbids. So `Tom _ Jerry` may be Tom & Jerry, and
 * `Hop _ Jump` two titles of one game that a slash separates.
 */
function parseThumbnailName(file: string): ThumbnailName {
  const text = file.normalize('NFC').replace(EXTENSION, '');
  const texts = new Set([text.replaceAll('_', '&'), text.replaceAll('_', ' '), text.replaceAll(' _ ', ' ~ ')]);
  const spellings = Array.from(texts, parseName).map(({ title, others }) => [title, ...others]);
  const { countries, statuses } = parseName(text).tags;
  return { spellings, countries, statuses };
}

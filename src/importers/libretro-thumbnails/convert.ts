import { basename, join } from 'node:path';
import { getOrInsert } from '../../get-or-insert.ts';
import type { Status } from '../dumps/tags.ts';
import type { ConvertInput, ConvertReport, OnRefused, PictureTarget } from '../importer.ts';
import { parseName } from '../libretro/name.ts';
import { convertPictures } from '../media/convert.ts';
import type { CatalogGame, CatalogPlatform, GameFinder } from '../media/find-games.ts';
import type { PictureFacts, PictureFile } from '../media/folders.ts';
import { compareText } from '../sorting.ts';
import { makeUnknowns, type Unknowns } from '../unknowns.ts';
import { listSystems, listThumbnails, type SystemFolder } from './folders.ts';

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
        for (const system of await listSystems(path, onRefused)) {
          const platform = finder.findPlatform(system.platform);
          if (typeof platform === 'string') unknowns.add('system without games in the catalog:', system.system);
          else files.push(...(await listFiles(system, platform, { finder, onRefused, unknowns, totals })));
        }
      return files;
    },
  });
  return { counts: { ...totals, ...counts }, unknown: unknowns.list() };
}

interface Work {
  finder: GameFinder;
  onRefused: OnRefused;
  unknowns: Unknowns;
  totals: { files: number; 'files with a game': number };
}

async function listFiles(system: SystemFolder, platform: CatalogPlatform, work: Work): Promise<PictureFile[]> {
  const { onRefused, unknowns, totals } = work;
  const games = new Map<number, { game: CatalogGame; pictures: NamedPicture[] }>();
  for (const kind of KINDS) {
    for (const { name, path } of await listThumbnails(system, kind, onRefused)) {
      totals.files++;
      const game = await findGame(parseThumbnailName(name), platform, work.finder);
      if (typeof game === 'string') {
        unknowns.add(`${game} ${system.system}:`, name);
        continue;
      }
      totals['files with a game']++;
      const found = getOrInsert(games, game.gameId, () => ({ game, pictures: [] }));
      const picture = basename(path);
      found.pictures.push({ kind, name: picture, path, ...parseThumbnailName(picture) });
    }
  }
  return [...games.values()].flatMap(({ game, pictures }) =>
    choosePictures(pictures).map(({ path, facts }) => {
      return { game, platform, facts, name: path, path: join(system.tree.root, path) };
    }),
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

/** The folders of each system that are read. `Named_Logos` has no place in a catalog entry. */
const KINDS = ['Named_Boxarts', 'Named_Snaps', 'Named_Titles'] as const;
type Kind = (typeof KINDS)[number];

const CAPTIONS: Partial<Record<Kind, string>> = { Named_Snaps: 'In-game', Named_Titles: 'Title screen' };

/** A picture of a game. */
interface NamedPicture extends ThumbnailName {
  kind: Kind;
  name: string;
  path: string;
}

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

import { join } from 'node:path';
import { getOrInsert } from '../../get-or-insert.ts';
import type { ConvertInput, ConvertReport, OnRefused, PictureTarget } from '../importer.ts';
import { convertPictures } from '../media/convert.ts';
import type { CatalogGame, CatalogPlatform, GameFinder } from '../media/find-games.ts';
import type { PictureFile, PictureSet } from '../media/folders.ts';
import { makeUnknowns, type Unknowns } from '../unknowns.ts';
import { choosePictures, KINDS, type NamedPicture, parseThumbnailName, type ThumbnailName } from './choose.ts';
import { listSystems, listThumbnails, type SystemFolder } from './folders.ts';

/** Converts the pictures of libretro-thumbnails into a bundle that adds them to games of the catalog. */
export async function convertThumbnails(input: ConvertInput, target?: PictureTarget): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const totals = { files: 0, 'files with a game': 0 };
  const { counts } = await convertPictures(input, target, {
    id: 'libretro-thumbnails',
    replacesPlatforms: true,
    list: async (paths, finder, onRefused) => {
      const sets: PictureSet[] = [];
      for (const path of paths)
        for (const system of await listSystems(path, onRefused)) {
          const platform = finder.findPlatform(system.platform);
          if (typeof platform === 'string') unknowns.add('system without games in the catalog:', system.system);
          else sets.push(...(await listSets(system, platform, { finder, onRefused, unknowns, totals })));
        }
      return sets;
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

async function listSets(system: SystemFolder, platform: CatalogPlatform, work: Work): Promise<PictureSet[]> {
  const { onRefused, unknowns, totals } = work;
  const games = new Map<number, { game: CatalogGame; pictures: NamedPicture[] }>();
  for (const kind of KINDS) {
    for (const { name, picture, path } of await listThumbnails(system, kind, onRefused)) {
      totals.files++;
      const game = await findGame(parseThumbnailName(name), platform, work.finder);
      if (typeof game === 'string') {
        unknowns.add(`${game} ${system.system}:`, name);
        continue;
      }
      totals['files with a game']++;
      const found = getOrInsert(games, game.gameId, () => ({ game, pictures: [] }));
      found.pictures.push({ kind, name: picture, path, ...parseThumbnailName(picture) });
    }
  }
  return Array.from(games.values(), ({ game, pictures }) => toSet(system, platform, game, pictures));
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

function toSet(
  { tree }: SystemFolder,
  platform: CatalogPlatform,
  game: CatalogGame,
  pictures: readonly NamedPicture[],
): PictureSet {
  return {
    game,
    platform,
    list: async function* (): AsyncGenerator<PictureFile> {
      for (const { path, facts } of choosePictures(pictures)) yield { facts, name: path, path: join(tree.root, path) };
    },
  };
}

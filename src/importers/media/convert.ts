import { readFile, stat } from 'node:fs/promises';
import type { GameLine, StoredMediaLine } from '../../bundle/lines.ts';
import { type BundleWriter, openBundleWriter } from '../../bundle/writer.ts';
import { SCAN_OF } from '../../catalog/model/scan-of.ts';
import { failureOf, OperatorError } from '../../errors.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { mapConcurrently, PICTURE_CONCURRENCY } from '../../pictures/concurrency.ts';
import { checkLength, PictureError } from '../../pictures/inspect.ts';
import type { StoredPicture } from '../../pictures/picture-store.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import type { ConvertInput, ConvertReport, OnRefused, PictureTarget } from '../importer.ts';
import { sortedUnique } from '../sorting.ts';
import { type CatalogGame, type GameFinder, openGameFinder } from './find-games.ts';
import { listFolders, type PictureFacts, type PictureFile } from './folders.ts';

/** Where the pictures come from. */
interface PictureSource {
  /** Its id in `sources.tsv`. */
  id: string;
  /** Finds the pictures of games in folders. */
  list(paths: readonly string[], finder: GameFinder, onRefused: OnRefused): Promise<PictureFile[]>;
  /** Whether the pictures of a game on a platform replace those of an earlier import. Otherwise they are added. */
  replacesPlatforms: boolean;
}

/** Converts the operator's folders of pictures. */
export function convertMedia(input: ConvertInput, target?: PictureTarget): Promise<ConvertReport> {
  return convertPictures(input, target, { id: 'pictures', list: listAll, replacesPlatforms: false });
}

/**
 * Converts folders of pictures into a bundle that adds them to games of the catalog, and stores the pictures. A file that
 * cannot be used is reported and skipped.
 */
export async function convertPictures(
  input: ConvertInput,
  target: PictureTarget | undefined,
  source: PictureSource,
): Promise<ConvertReport> {
  if (!target) throw new Error('the importer of pictures needs a picture store');
  let refused = 0;
  const onRefused: OnRefused = (file, why) => {
    refused++;
    target.onRefused(file, why);
  };
  return target.readCatalog(async (reader) => {
    const finder = await openGameFinder(reader);
    using writer = openBundleWriter(input.folder);
    const work: Work = { ...input, ...target, onRefused, reader, finder, writer, source };
    const files = await source.list(input.paths, finder, onRefused);
    const counts = await putGames(files, work);
    await target.pictureStore.sync();
    const about = describeSource(source.id, new Date().toISOString().slice(0, 10));
    await writer.finish({
      complete: false,
      sources: [{ ...about, licence: await joinLicences(work, input.flags.licence ?? about.licence) }],
    });
    return { counts: { ...counts, skipped: refused }, unknown: [] };
  });
}

/** A source has one licence. After imports with different licences all of them apply, so that no export includes too much. */
async function joinLicences({ reader, source: { id } }: Work, licence: string): Promise<string> {
  const before = (await reader.listSources()).find(({ source }) => source === id)?.licence;
  if (before === undefined) return licence;
  return sortedUnique([before, licence].flatMap((text) => text.split(AND))).join(AND);
}

/** The operator of an SPDX expression. */
const AND = ' AND ';

interface Work extends ConvertInput, PictureTarget {
  reader: CatalogReader;
  finder: GameFinder;
  writer: BundleWriter;
  source: PictureSource;
}

const listAll: PictureSource['list'] = async (paths, finder, onRefused) => {
  const files: PictureFile[] = [];
  for (const path of paths) {
    if (!(await stat(path).catch(() => undefined))?.isDirectory())
      throw new OperatorError(`${path} is not a folder; name one with pictures, such as nes/Tetris/front.jpg`);
    files.push(...(await listFolders(path, finder, onRefused)));
  }
  return files;
};

/** A game gets one line, even if several folders have its pictures. */
async function putGames(files: readonly PictureFile[], work: Work) {
  const counts = { screenshots: 0, covers: 0 };
  const games = new Map<number, { game: CatalogGame; pictures: AddedPicture[] }>();
  for await (const added of mapConcurrently(files, PICTURE_CONCURRENCY, (file) => store(file, work))) {
    if (!added) continue;
    const { game } = added;
    getOrInsert(games, game.gameId, () => ({ game, pictures: [] })).pictures.push(added);
    counts[added.facts.scan_of ? 'covers' : 'screenshots']++;
    work.onProgress(counts.screenshots + counts.covers, 0);
  }
  for (const { game, pictures } of games.values()) await putGame(game, pictures, work);
  return { games: games.size, ...counts };
}

/** Undefined if the file was skipped. */
async function store({ game, platform, facts, name, path }: PictureFile, { pictureStore, onRefused }: Work) {
  try {
    const stored = await pictureStore.add(await readPicture(path));
    return { game, platform: platform.key, facts, stored };
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    onRefused(name, error.message);
    return undefined;
  }
}

async function readPicture(path: string): Promise<Buffer> {
  try {
    checkLength((await stat(path)).size);
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new PictureError(`cannot be read (${failureOf(error)})`);
  }
}

async function putGame(game: CatalogGame, pictures: readonly AddedPicture[], work: Work): Promise<void> {
  const { reader, finder, writer, flags, source } = work;
  const key = `${source.id}:${game.key}`;
  const earlier = flags.replace !== undefined ? [] : await readImported(reader, key);
  const isKept = ({ platform }: StoredMediaLine) => !pictures.some((picture) => picture.platform === platform);
  const media = addPictures(key, source.replacesPlatforms ? earlier.filter(isKept) : earlier, pictures);
  const line: GameLine = {
    key,
    title: game.title,
    platforms: media.map(({ platform }) => ({ platform })),
    ids: { key: [game.key] },
    enriches: true,
  };
  await writer.put('games.jsonl', line);
  for (const one of media) {
    const platform = finder.findPlatform(one.platform);
    if (typeof platform === 'string') throw new Error(`there is no platform ${one.platform}`);
    await writer.put('platforms.jsonl', { key: platform.key, platform_name: platform.platform_name });
    await writer.put('media.jsonl', one);
  }
}

/** The pictures of the game from earlier imports. */
async function readImported(reader: CatalogReader, key: string): Promise<StoredMediaLine[]> {
  const layer = await reader.findLayer(key);
  return layer ? ((JSON.parse(layer.line) as { media?: StoredMediaLine[] }).media ?? []) : [];
}

interface AddedPicture {
  /** Key of the platform. */
  platform: string;
  facts: PictureFacts;
  stored: StoredPicture;
}

type CoverGroup = NonNullable<StoredMediaLine['cover_groups']>[number];

/** Adds pictures to the media lines of a game, one line per platform. A picture that it already has gets the new facts. */
function addPictures(
  key: string,
  before: readonly StoredMediaLine[],
  pictures: readonly AddedPicture[],
): StoredMediaLine[] {
  const byPlatform = Map.groupBy(pictures, ({ platform }) => platform);
  const platforms = [...new Set([...before.map(({ platform }) => platform), ...byPlatform.keys()])];
  return platforms.map((platform) => {
    const old = before.find((line) => line.platform === platform);
    return addToPlatform({ ...old, key, platform }, byPlatform.get(platform) ?? []);
  });
}

function addToPlatform(line: StoredMediaLine, pictures: readonly AddedPicture[]): StoredMediaLine {
  const added = new Map<string, AddedPicture>();
  for (const picture of pictures) if (!added.has(picture.stored.image)) added.set(picture.stored.image, picture);
  const isKept = ({ image }: { image: string }) => !added.has(image);
  const screenshots = (line.screenshots ?? []).filter(isKept);
  const groups: CoverGroup[] = (line.cover_groups ?? []).map((group) => ({
    ...group,
    covers: group.covers.filter(isKept),
  }));
  for (const { facts, stored } of added.values()) {
    const { scan_of, caption = null, description = null } = facts;
    if (!scan_of) screenshots.push({ caption, ...stored });
    else findGroup(groups, facts).covers.push({ scan_of, ...stored, description, comments: null });
  }
  return {
    key: line.key,
    platform: line.platform,
    screenshots,
    cover_groups: groups.filter(({ covers }) => covers.length > 0).map(sortCovers),
  };
}

/** In the order of the API: front, back, and so on. */
function sortCovers(group: CoverGroup): CoverGroup {
  const rank = ({ scan_of }: CoverGroup['covers'][number]) => SCAN_OF.indexOf(scan_of);
  return { ...group, covers: group.covers.toSorted((a, b) => rank(a) - rank(b)) };
}

/** A group is one package of the game, identified by its countries. */
function findGroup(groups: CoverGroup[], { countries }: PictureFacts): CoverGroup {
  const identify = (group: CoverGroup) => JSON.stringify([group.countries, group.comments ?? null]);
  const created: CoverGroup = { countries, comments: null, covers: [] };
  const known = groups.find((group) => identify(group) === identify(created));
  if (!known) groups.push(created);
  return known ?? created;
}
